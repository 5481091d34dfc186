import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  upload_batches: distributed("one row per upload of a company"),
  upload_files: distributed("one row per file of an upload"),
};
