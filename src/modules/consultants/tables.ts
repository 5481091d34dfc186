import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  consultants: local("organisations that belong to no company"),
  consultant_keys: local("a key is looked up by its digest before the company is known"),
  consultant_grants: local("read by company and by consultant, before it is known which company is acted for"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  consultant_names: local("names of organisations that people work for"),
};
