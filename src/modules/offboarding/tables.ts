import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  closed_ledgers: local("asked by every insert of every company, and kept when a company's rows are gone"),
  erased_files: local("work of an erasure, emptied when it is finished"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  closed_books: local("which companies take no rows any more"),
};
