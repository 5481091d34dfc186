import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  scenarios: distributed("a company's reduction plans"),
  tiltag: distributed("the measures of a company's plans"),
  tiltag_versions: distributed("what the measures of a company's plans became"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  scenario_names: distributed("plans by name, as the feed tells them"),
  tiltag_names: distributed("measures by name, as the feed tells them"),
  tiltag_version_names: distributed("names of edited measures, as the feed tells them"),
};
