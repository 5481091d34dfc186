import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** What the server tells of the database that the service uses. */
export interface DatabaseState {
  readonly size_bytes: number;
  /** Sessions on this database, whoever's. */
  readonly connections: number;
  /** Of the whole server. */
  readonly connections_max: number;
  /** Processes of the service that gave a sign of life within 15 seconds. */
  readonly processes: number;
}

const STATE = statement(`
  select pg_database_size(current_database())::float8 as size_bytes,
         (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
         current_setting('max_connections')::int as connections_max,
         (select count(*)::int from service_processes where seen_at > clock_timestamp() - interval '15 seconds') as processes
   order by 1 limit 1`);

export async function databaseState(db: SystemQueries): Promise<DatabaseState> {
  const [state] = await db.rows<DatabaseState>(STATE);
  if (state === undefined) throw new Error("asking for the database's state returned no row");
  return state;
}
