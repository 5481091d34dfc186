import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, type Config } from "../platform/config/config.ts";
import { type Connection, singleConnection } from "../platform/db/connection.ts";
import { BackupError } from "./backup-error.ts";

/** Names the backup that is being restored into a data directory; gone when all of it is there. */
const MARK = "restoring";

/** @throws BackupError unless nothing of an installation is in DATA_DIR but, perhaps, its secret */
export async function assertEmptyDirectory({ data_dir, database_url }: Config): Promise<void> {
  const taken = ["documents", ...(database_url === undefined ? ["postgres"] : [])];
  for (const name of taken) {
    if (!(await holdsFiles(join(data_dir, name)))) continue;
    const mark = await unfinishedRestore(data_dir);
    const rest =
      mark === null ? "" : ` It holds a restore of ${mark} that was not finished: remove it and begin again.`;
    throw new BackupError(
      `DATA_DIR: ${join(data_dir, name)} is not empty, and a restore overwrites nothing. Name another directory in DATA_DIR, or ` +
        `move this one away; keys/secret may stay.${rest}`,
    );
  }
}

/** @throws BackupError when something is in the database's schema already */
export async function assertEmptyDatabase(connection: Connection): Promise<void> {
  const client = singleConnection(connection, "carbon-ledger restore");
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p', 'v', 'm', 'S', 'f') order by relname limit 3`,
    );
    if (rows.length === 0) return;
  } finally {
    await client.end();
  }
  throw new BackupError(
    "The database of DATABASE_URL is not empty, and a restore overwrites nothing. Make a new one, or, when you are sure that " +
      "it can go, drop it and make it again: drop database <name>; create database <name> owner <login>;",
  );
}

/** From now on no service starts on the directory, until `restoreFinished`. */
export async function restoreBegun(data_dir: string, id: string): Promise<void> {
  await writeFile(join(data_dir, MARK), `${id}\n`, { mode: 0o600 });
}

export async function restoreFinished(data_dir: string): Promise<void> {
  await rm(join(data_dir, MARK), { force: true });
}

/** @throws ConfigError when a restore into the directory began and did not end: what is there is not whole */
export async function assertNoRestoreBegun(data_dir: string): Promise<void> {
  const id = await unfinishedRestore(data_dir);
  if (id === null) return;
  throw new ConfigError([
    `DATA_DIR: a restore of the backup ${id} into ${data_dir} was not finished, so documents and database are not whole. When ` +
      "no restore runs, remove the directory (with DATABASE_URL drop the database and make it again) and restore anew",
  ]);
}

async function unfinishedRestore(data_dir: string): Promise<string | null> {
  const text = await readFile(join(data_dir, MARK), "utf8").catch(() => null);
  return text === null ? null : text.trim();
}

/** What an attempt that came to nothing has left, such as directories without files, is no installation. */
async function holdsFiles(directory: string): Promise<boolean> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (!entry.isDirectory() || (await holdsFiles(join(directory, entry.name)))) return true;
  return false;
}
