import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  supplies: distributed("one row per metered supply of a company"),
  supply_identifiers: distributed("what a company's documents name its supplies by"),
};
