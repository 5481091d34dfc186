/** Most files of one upload: what UPLOAD_MAX_FILES may be set to. The listener keeps to the setting. */
export const UPLOAD_FILES_MAX = 1000;
