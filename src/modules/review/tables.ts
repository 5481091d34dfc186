import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  review_group_decisions: distributed("one row per decision about a group of waiting lines"),
  review_group_lines: distributed("the lines of these decisions, with what became of each"),
};
