/** A backup cannot be made, is not whole, or cannot be put back here; the message tells the operator what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Whether the system said that a disk is full or that a quota is used up. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** The system's code for what it refused, e.g. EACCES, or the words of the error. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error ? error.message : String(error);
}
