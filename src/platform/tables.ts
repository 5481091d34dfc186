import { local, type OwnedTables } from "../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  service_processes: local("the processes of the service, of no company"),
};
