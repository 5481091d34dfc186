import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ServiceMode } from "./database-server.ts";
import { ConfigError, type Config } from "../platform/config/config.ts";
import type { Connection } from "../platform/db/connection.ts";
import { migrate, planMigrations } from "../platform/db/migrate.ts";

/** The database is of an earlier release; the message says what to do. */
export class OutdatedDatabaseError extends Error {
  override readonly name = "OutdatedDatabaseError";
}

/**
 * Whoever names the wrong DATA_DIR by mistake shall not get a new, empty installation there.
 * @throws ConfigError where there is no embedded database yet
 */
export function assertEmbeddedDatabase({ data_dir, database_url }: Config): void {
  if (database_url !== undefined || existsSync(join(data_dir, "postgres"))) return;
  throw new ConfigError([
    `DATA_DIR: there is no installation in ${resolve(data_dir)}. Set DATA_DIR to the directory that the service has, as its unit ` +
      "or its environment file says; a new installation is made by start, migrate or tenant create",
  ]);
}

/**
 * Brings the database up to date where the mode may, and answers with the names of what was applied. Only who upgrades on
 * purpose migrates: an older release that still runs could not be started again. A new database is migrated in `setup` as well.
 * @throws ConfigError when the database is empty, OutdatedDatabaseError when migrations are pending, HistoryError as `migrate`
 */
export async function prepareDatabase(
  connection: Connection,
  migrations: string,
  mode: ServiceMode,
): Promise<readonly string[]> {
  if (mode === "service" || mode === "upgrade") return await migrate(connection, migrations);
  const { applied, pending } = await planMigrations(connection, migrations);
  if (pending.length === 0) return [];
  if (applied.length === 0) {
    if (mode === "setup") return await migrate(connection, migrations);
    throw new ConfigError([
      "DATABASE_URL, DATA_DIR: the database holds no installation of this service yet. Name the one that the service has; a new " +
        "installation is made by start, migrate or tenant create",
    ]);
  }
  throw new OutdatedDatabaseError(
    `The database is of an earlier release: ${pending.length} migrations of this one are pending, from ${pending[0] ?? ""} on. ` +
      "Nothing was changed. Stop the service, make a backup, then run migrate or start this release; until then use the " +
      "commands of the release that runs.",
  );
}
