import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { join } from "node:path";
import { z } from "zod";
import { type Connection, singleConnection } from "../platform/db/connection.ts";
import type { Migration } from "../platform/db/migrate.ts";
import { readArchiveFile } from "./archive-file.ts";
import { BackupError } from "./backup-error.ts";
import type { Manifest, TableEntry } from "./manifest.ts";
import { appliedOf, chooseTables, copiedColumns, quoted, type Table } from "./tables.ts";

const FOREIGN_KEYS = `
  select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c
  where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace
  order by 1, 2 limit 10000`;
const foreignKeys = z.array(z.object({ table: z.string(), name: z.string(), definition: z.string() }));

interface Loading {
  /** Of the backup. */
  readonly directory: string;
  readonly manifest: Manifest;
  readonly identity: string | null;
  readonly migrations: readonly Migration[];
}

/**
 * Fills the tables that the migrations have just made, in one transaction: all of it is there or nothing. Foreign keys are
 * taken off before and made again after, which checks every row; no superuser is needed.
 * @throws BackupError when the tables are not those of the backup, or a file has another number of rows than it says
 */
export async function loadTables(connection: Connection, loading: Loading): Promise<void> {
  const client = singleConnection(connection, "carbon-ledger restore");
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query(
      "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set client_encoding = 'UTF8'; set row_security = off",
    );
    await client.query("begin");
    await load(client, loading);
    await client.query("commit");
    // The planner knows nothing of new rows until then.
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

async function load(client: Client, { directory, manifest, identity, migrations }: Loading): Promise<void> {
  const { kept } = await chooseTables(client, appliedOf(migrations, manifest.migrations));
  assertSame(kept, manifest.tables);
  const keys = foreignKeys.parse((await client.query(FOREIGN_KEYS)).rows);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  // Some migrations write rows of their own.
  if (kept.length > 0) await client.query(`truncate ${kept.map(({ name }) => quoted(name)).join(", ")}`);
  for (const table of manifest.tables) await loadTable(client, table, { directory, identity });
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  }
}

async function loadTable(
  client: Client,
  table: TableEntry,
  { directory, identity }: Pick<Loading, "directory" | "identity">,
): Promise<void> {
  const sink = client.query(copyFrom(`copy ${copiedColumns(table)} from stdin`));
  const path = join(directory, table.file);
  await readArchiveFile(path, identity, sink);
  if (sink.rowCount === table.rows) return;
  throw new BackupError(
    `${path} holds ${sink.rowCount} rows of ${table.name} and not ${table.rows}; nothing was restored.`,
  );
}

/** @throws BackupError naming the first table or column that has no counterpart */
function assertSame(made: readonly Table[], backedUp: readonly Table[]): void {
  const shapes = (tables: readonly Table[]): string[] =>
    tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)).toSorted();
  const [here, there] = [shapes(made), shapes(backedUp)];
  const odd = [...there.filter((shape) => !here.includes(shape)), ...here.filter((shape) => !there.includes(shape))];
  if (odd.length === 0) return;
  throw new BackupError(
    `The tables of this release are not those of the backup (${odd.slice(0, 5).join(", ")}): somebody changed them by hand, ` +
      "or a migration was edited. Nothing was restored.",
  );
}
