import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  activity_records: distributed("one row per activity that a person recorded"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  recorded_activities: distributed("the country that records name, as lineage tells where it comes from"),
};
