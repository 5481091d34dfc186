import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  supplier_identities: distributed("one row per supplier that a company's documents name"),
  supplier_identifiers: distributed("what a company's documents name its suppliers by"),
  own_numbers: distributed("a company's own numbers, read with each of its documents"),
  supplier_period_rules: distributed("which period a supplier's bills are for, read with its lines"),
  supplier_merges: distributed("suppliers of a company that are one, or may be"),
};
