import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  idempotency_keys: distributed("one row per request of a company that may be repeated"),
};
