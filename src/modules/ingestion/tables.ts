import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  upload_batches: distributed("one row per upload of a company"),
  upload_files: distributed("one row per file of an upload"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  received_uploads: distributed("uploads with the source that brought them"),
  received_files: distributed("files with what became of them"),
};
