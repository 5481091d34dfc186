import { reference, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  emission_factors: reference("the catalog, joined with entries of every company"),
  emission_categories: reference("the taxonomy, joined with lines of every company"),
  factor_releases: reference("which editions count by a release, the same for every company"),
  exchange_rates: reference("published rates, the same for every company"),
  price_indices: reference("published indices, the same for every company"),
  catalog_version: reference("one row that tells which catalog is loaded"),
};
