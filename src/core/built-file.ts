/** A file of the built application, with its compressed form where the build made one. */
export interface BuiltFile {
  readonly bytes: Buffer;
  readonly brotli: Buffer | null;
}

/** Files of the built application by their path below it, e.g. "index.html". */
export type BuiltApplication = ReadonlyMap<string, BuiltFile>;
