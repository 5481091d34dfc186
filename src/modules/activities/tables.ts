import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  documents: distributed("one row per document of a company"),
  activities: distributed("one row per line of a document"),
  activity_splits: distributed("one row per categorisation of a line"),
  record_covers: distributed("one row per record that covers rows of the books"),
  covered_rows: distributed("one row per row of the books and record that covers it"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  source_documents: distributed("documents as lineage shows them"),
  source_lines: distributed("lines as their documents state them"),
  line_readings: distributed("how lines are categorised, superseded readings included"),
};
