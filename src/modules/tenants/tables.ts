import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  tenants: local("what credentials lead to: read before anything of the company"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  company_identities: local("names of companies, beside credentials and memberships"),
};
