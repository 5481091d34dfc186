import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  company_factors: distributed("a company's own emission factors, read with its lines"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  company_factor_names: distributed("own factors by name, as the feed tells them"),
};
