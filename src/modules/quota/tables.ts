import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  quota_usage: distributed("a company's documents per month, counted with them"),
};
