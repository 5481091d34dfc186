import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  category_memory: distributed("a row per supplier whose category people of the company chose"),
  category_line_memory: distributed("a row per kind of line whose category people of the company chose"),
  category_training: distributed("a row per decision of the company's people"),
  category_rules: distributed("a company's own rules, read with its lines"),
};
