import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  closed_ledgers: local("asked by every insert of every company, and kept when a company's rows are gone"),
  erased_files: local("work of an erasure, emptied when it is finished"),
};
