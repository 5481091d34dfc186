import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  pcf_records: distributed("a company's product footprints, read with its lines"),
};
