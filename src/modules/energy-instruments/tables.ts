import { distributed, local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  energy_instruments: distributed("a company's energy contracts and certificates"),
  energy_instrument_versions: distributed("what was stated of a company's energy contracts and certificates"),
  energy_allocation_runs: distributed("a company's runs that allocate its contracts and certificates"),
  energy_allocation_lines: distributed("what such a run will make of a company's entries"),
  certificate_claims: local("numbers of certificates are claimed across companies in one statement"),
};
