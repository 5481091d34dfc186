import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  data_sources: distributed("a company's sources, written with the documents that they bring"),
  data_source_items: distributed("one row per document that a source has"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  data_source_names: distributed("sources by name, as the feed tells them"),
};
