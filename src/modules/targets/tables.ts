import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  targets: distributed("a company's targets"),
  target_versions: distributed("what a company's targets became by edits"),
  target_metrics: distributed("the metrics of a company's intensity targets"),
  target_withdrawals: distributed("a company's targets that were taken back"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  target_names: distributed("targets by name, as the feed tells them"),
  target_version_names: distributed("names of edited targets, as the feed tells them"),
};
