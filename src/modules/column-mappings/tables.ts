import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  column_mappings: distributed("what a company says of the columns of its sources, read with its files"),
};
