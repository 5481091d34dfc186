import type { Config } from "../platform/config/config.ts";
import { assertWritableDataDirectory } from "../platform/data-directory.ts";
import type { Connection } from "../platform/db/connection.ts";
import type { DatabaseOptions } from "../platform/db/database.ts";
import { attachEmbedded, type Embedded, startEmbedded } from "../platform/db/embedded/supervisor.ts";
import type { WorkLogins } from "../platform/db/work-logins.ts";
import type { Logger } from "../platform/log.ts";

/**
 * `service` owns the data directory and refuses a second one. The others may run beside it: `command` works on an installation
 * that is there and up to date, `adoption` takes any store of documents besides, `setup` makes one where there is none, and
 * `upgrade` migrates as well.
 */
export type ServiceMode = "service" | "upgrade" | "setup" | "command" | "adoption";

/** A server that can be connected to; nothing in it has been looked at yet. */
export interface Server {
  readonly connection: Connection;
  /** Stops the embedded server unless somebody else uses it. */
  close(): Promise<void>;
}

/** Finds the server of DATABASE_URL, or starts or adopts the embedded one. @throws SecondServiceError as openService, ConfigError when DATA_DIR is not writable */
export async function openServer(config: Config, log: Logger, mode: ServiceMode): Promise<Server> {
  if (config.database_url !== undefined) {
    return { connection: { kind: "url", url: config.database_url }, close: () => Promise.resolve() };
  }
  assertWritableDataDirectory(config.data_dir);
  const embedded = await openEmbedded(config, log, mode);
  return { connection: embedded.connection, close: () => embedded.stop() };
}

async function openEmbedded(config: Config, log: Logger, mode: ServiceMode): Promise<Embedded> {
  const options = {
    dataDir: config.data_dir,
    transport: config.embedded_transport,
    log: (message: string) => log.info(message),
    // Two services on one directory would both believe that they supervise it: this one ends, cleanly.
    onLost: (error: Error) => {
      log.fatal({ err: error }, "another service has taken the data directory");
      // Not sent, which on Windows would end the process at once: only who listens is told.
      if (!process.emit("SIGTERM", "SIGTERM")) process.exit(1);
    },
  };
  return mode === "service" ? await startEmbedded(options) : await attachEmbedded(options);
}

/** Logins of the service's work on a server of one's own; null: it shares that of DATABASE_URL. */
export function loginsOf({ database_app_url: app, database_system_url: system }: Config): WorkLogins | null {
  if (app === undefined || system === undefined) return null;
  return { app: { kind: "url", url: app }, system: { kind: "url", url: system } };
}

/** Shorter losses, of single connections, are not worth a line of their own. */
const TOLD_LOSS_MS = 1_000;

/** Writes into the log when connections are lost, and when the database answers again, until `ending`. */
export function toldConnections(
  log: Logger,
  ending: AbortSignal,
): Pick<DatabaseOptions, "onConnectionError" | "onConnected"> {
  let lost_ms: number | null = null;
  return {
    onConnectionError(error) {
      // Sessions that the stopping server ends before they have said goodbye are no loss.
      if (ending.aborted) return;
      lost_ms ??= performance.now();
      log.warn({ err: error }, "database connection lost");
    },
    onConnected() {
      if (lost_ms === null) return;
      const away_ms = Math.round(performance.now() - lost_ms);
      lost_ms = null;
      if (away_ms >= TOLD_LOSS_MS) log.info({ away_ms }, "the database answers again");
    },
  };
}
