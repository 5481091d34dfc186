import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  factor_release_runs: distributed("a company's runs that preview and apply releases of factors"),
  factor_release_lines: distributed("what such a run makes of a company's lines"),
};
