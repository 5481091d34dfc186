/** A backup cannot be made, is not whole, or cannot be put back here; the message tells the operator what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Whether the system said that a disk is full or that a quota is used up. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
