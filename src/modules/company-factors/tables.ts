import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  company_factors: distributed("a company's own emission factors, read with its lines"),
};
