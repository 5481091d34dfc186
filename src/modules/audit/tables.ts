import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  audit_heads: distributed("one chain per company and environment"),
  audit_events: distributed("an event per change in a company's books"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  audit_trail: distributed("events of the chain, as lineage shows them"),
};
