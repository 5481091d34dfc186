import { Client, type PoolConfig } from "pg";

/** Where the database is: a server's URL, or the embedded server's socket or port. */
export type Connection =
  | { readonly kind: "url"; readonly url: string }
  | {
      readonly kind: "socket";
      readonly directory: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    }
  | {
      readonly kind: "loopback";
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** The driver's settings for a connection; everything else (role, timeouts) is set on the session. */
export function driverSettings(connection: Connection): PoolConfig {
  if (connection.kind === "url") return { connectionString: connection.url };
  const { port, user, database } = connection;
  if (connection.kind === "socket") return { host: connection.directory, port, user, database };
  return { host: "127.0.0.1", port, user, database, password: connection.password };
}

/** The same server and user, another database. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (connection.kind !== "url") return { ...connection, database };
  const url = new URL(connection.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { kind: "url", url: url.href };
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Silence after which the kernel asks whether the other side is still there: a server that vanished says no goodbye. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** What every connection of this service has, of a pool or alone. */
export const CONNECTION_LIMITS = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
} as const;

/**
 * A connection beside the pools, not yet open. A server may end any session at any moment; an error without a listener would
 * end the process, so there is one from the start. The statement that is under way, or the next one, fails as well.
 */
export function singleConnection(
  connection: Connection,
  application_name: string,
  onError: (error: Error) => void = () => undefined,
): Client {
  const client = new Client({ ...driverSettings(connection), ...CONNECTION_LIMITS, application_name });
  client.on("error", onError);
  return client;
}
