import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  legacy_keys: local("a key is looked up by its digest before the company is known"),
};
