import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  schema_migrations: local("the migrations of the database itself"),
  service_processes: local("the processes of the service, of no company"),
  installation: local("one row: the installation that the database belongs to"),
};
