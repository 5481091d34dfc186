import type { PoolConfig } from "pg";

/** Where the database is: a server's URL, or the embedded server's socket. */
export type Connection =
  | { readonly kind: "url"; readonly url: string }
  | {
      readonly kind: "socket";
      readonly directory: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

/** The driver's settings for a connection; everything else (role, timeouts) is set on the session. */
export function driverSettings(connection: Connection): PoolConfig {
  if (connection.kind === "url") return { connectionString: connection.url };
  return {
    host: connection.directory,
    port: connection.port,
    user: connection.user,
    database: connection.database,
  };
}

/** The same server and user, another database. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (connection.kind === "socket") return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { kind: "url", url: url.href };
}
