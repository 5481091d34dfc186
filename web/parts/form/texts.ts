export const FORM_TEXTS = {
  da: {
    cancel: "Annullér",
    choose_file: "Vælg fil",
    choose_files: "Vælg filer",
    photo: "Tag et billede",
    none_chosen: "Ingen fil er valgt.",
    evidence: "Dokumentation",
    files_not_kept: "Filerne blev ikke sendt.",
  },
  en: {
    cancel: "Cancel",
    choose_file: "Choose a file",
    choose_files: "Choose files",
    photo: "Take a picture",
    none_chosen: "No file is chosen.",
    evidence: "Evidence",
    files_not_kept: "The files were not sent.",
  },
};
