export { acceptFiles, type IncomingFile, PROCESS_FILE_JOB, storeFiles, type UploadChannel } from "./accept-files.ts";
export type { ParsedDocument } from "./parsed-document.ts";
export type { FileOutcome } from "./unpacked-file.ts";
export { fileProcessor, type ProcessingPorts } from "./process-file.ts";
export { PROCESSING_FAILED, rejectFile } from "./reject-file.ts";
export { registerSourceFiles } from "./register-source-files.ts";
export { releaseHeldFiles } from "./release-held-files.ts";
export { readBatch, type UploadBatch } from "./upload-batch.ts";
export { fileError, type FileErrorCode } from "./file-errors.ts";
