import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  report_inputs: distributed("a company's answers, every version"),
  report_snapshots: distributed("the frozen figures of a company's report"),
  report_jobs: distributed("a company's requests for reports"),
  reports: distributed("a company's reports"),
  report_attestations: distributed("the sign-offs of a company's reports"),
};
