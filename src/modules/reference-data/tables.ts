import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  reference_data_schedule: local("claimed by one process of all; belongs to no company"),
  reference_data_fetches: local("told to operators alone; belongs to no company"),
};
