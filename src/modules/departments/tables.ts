import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  departments: distributed("a company's departments, read with its lines"),
  department_versions: distributed("what a company's departments became, read with them"),
};
