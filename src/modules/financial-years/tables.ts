import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  financial_year_statements: distributed("a company's financial years, read with its sums"),
  financial_year_closings: distributed("which years of a company are closed"),
};
