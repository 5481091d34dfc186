import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  purchases: distributed("one row per purchase that a source tells of"),
  purchase_settlements: distributed("one row per statement about a payment and what it settles"),
  purchase_sources: distributed("one row per statement of what a company's sources tell of"),
  purchase_link_decisions: distributed("one row per decision of a person about a payment and what it settles"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  counted_purchases: distributed("which documents count, of which supplier, and which another one counts for"),
};
