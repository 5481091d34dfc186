import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  restatements: distributed("one row per line that was changed in a closed year"),
};
