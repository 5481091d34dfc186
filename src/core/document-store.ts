/**
 * The store of documents cannot be read or written now, or does not show a document that it should hold: an unreachable
 * mount, a full disk, a directory that is not there. It says nothing about the document, so whoever meets it tries again.
 */
export class DocumentStoreError extends Error {
  override readonly name = "DocumentStoreError";
  /** The system's word for it (`ENOENT`, `EIO`, `ENOSPC`, `ESTALE`). */
  readonly code: string;

  constructor(message: string, code: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
