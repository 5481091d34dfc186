/** A document to set: the template's main file, and what it reads, by path below the template's folder. */
export interface TypesetJob {
  /** Folder of templates; nothing outside of it can be read. */
  readonly templates: string;
  readonly main: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly fonts: readonly Buffer[];
  /** The only time in the file, in whole seconds: its creation date. */
  readonly created_at: Date;
}
