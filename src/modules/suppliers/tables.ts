import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  suppliers: distributed("a row per supplier of a company that somebody has acted on"),
  supplier_invitations: distributed("a company's invitations of its suppliers"),
  supplier_disclosures: distributed("the figures that a company's suppliers released"),
  supplier_disclosure_states: distributed("where a company's suppliers stand with their figures"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  supplier_names: distributed("suppliers by name, as the feed tells them"),
};
