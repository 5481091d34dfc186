import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { NAMED_FILES } from "../modules/audit/index.ts";
import { type Connection, singleConnection } from "../platform/db/connection.ts";
import { type AppliedMigration, MIGRATION_LOCK, type Migration, readHistory } from "../platform/db/migrate.ts";
import { writeArchiveFile } from "./archive-file.ts";
import { BackupError } from "./backup-error.ts";
import type { Manifest, TableEntry } from "./manifest.ts";
import { appliedOf, chooseTables, copiedColumns, type Table, type TableChoice } from "./tables.ts";

/** Advisory lock of the one backup that a database has at a time; any fixed number of our own. */
const BACKUP_LOCK = "7215180461000130";
/** Rows of the list of documents that are fetched at once. */
const PAGE = 1000;

const namedFiles = z.array(
  z.object({
    tenant_id: z.string(),
    environment: z.enum(["live", "sandbox"]),
    sha256: z.string(),
    is_owned: z.boolean(),
  }),
);
export type NamedFile = z.output<typeof namedFiles>[number];

const ledgerRows = z.array(
  z.object({ tenant_id: z.string(), environment: z.string(), seq: z.coerce.number(), hash: z.string() }),
);
const installationRows = z.array(z.object({ id: z.string() }));
const momentRows = z.tuple([z.object({ moment: z.string() })]);

/** A database at one moment, read by one session. */
export interface Snapshot {
  /** What was committed before it is seen; by the database's clock. */
  readonly moment: string;
  readonly history: readonly AppliedMigration[];
  readonly installation_id: string | null;
  readonly tables: TableChoice;
  readonly ledgers: Manifest["ledgers"];
  /** Writes every table into `directory`, one after the other, holding a few kilobytes at a time. */
  copyTables(directory: string, recipient: string | null): Promise<TableEntry[]>;
  /** Every document that some row names. */
  documents(): AsyncGenerator<readonly NamedFile[], void, undefined>;
}

/**
 * Reads a database in one `repeatable read, read only` transaction while the service works on. Row-level security is switched
 * off in the way that makes every statement fail which the policies would have narrowed: a login that does not own the tables
 * gets an error and never an empty table. Migrations wait until it is over.
 * @throws BackupError when another backup of the database runs, or the login may not read everything
 */
export async function withSnapshot<Result>(
  connection: Connection,
  migrations: readonly Migration[],
  work: (snapshot: Snapshot) => Promise<Result>,
  whenDone: (result: Result) => Promise<void>,
): Promise<void> {
  const client = singleConnection(connection, "carbon-ledger backup");
  await client.connect();
  try {
    await prepare(client);
    const result = await work(await begin(client, migrations));
    // The rest needs no old rows kept; the session still holds other backups off.
    await client.query(`commit; select pg_advisory_unlock_shared(${MIGRATION_LOCK})`);
    await whenDone(result);
  } catch (error) {
    throw readable(error);
  } finally {
    await client.end();
  }
}

async function prepare(client: Client): Promise<void> {
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; " +
      "set client_encoding = 'UTF8'; set row_security = off; set statement_timeout = 0; set lock_timeout = 0; " +
      "set idle_in_transaction_session_timeout = 0",
  );
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as taken`);
  if (rows[0]?.taken !== true)
    throw new BackupError("Another backup of this database is being made: wait for its end.");
  await client.query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`);
}

async function begin(client: Client, migrations: readonly Migration[]): Promise<Snapshot> {
  const result = await client.query<{ found: boolean }>("select to_regclass('schema_migrations') is not null as found");
  if (result.rows[0]?.found !== true) throw new BackupError("The database holds no installation of this service yet.");
  // Taken before the snapshot: nothing that was acknowledged by then is missing from it.
  const clock = await client.query(`select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment`);
  const [{ moment }] = momentRows.parse(clock.rows);
  await client.query("begin transaction isolation level repeatable read, read only");
  const history = await readHistory(client);
  const tables = await chooseTables(client, appliedOf(migrations, history));
  const heads = await client.query(
    "select tenant_id, environment, seq, hash from audit_heads order by tenant_id, environment limit 1000000",
  );
  return {
    moment,
    history,
    tables,
    installation_id: await installationId(client, tables.kept),
    ledgers: ledgerRows.parse(heads.rows),
    async copyTables(directory, recipient) {
      const entries: TableEntry[] = [];
      for (const table of tables.kept) entries.push(await copyTable(client, table, { directory, recipient }));
      return entries;
    },
    documents: () => fetchAll(client),
  };
}

/** Installations of earlier releases have none. */
async function installationId(client: Client, tables: readonly Table[]): Promise<string | null> {
  if (!tables.some(({ name }) => name === "installation")) return null;
  const { rows } = await client.query("select id from installation order by id limit 1");
  return installationRows.parse(rows)[0]?.id ?? null;
}

async function copyTable(
  client: Client,
  table: Table,
  place: { readonly directory: string; readonly recipient: string | null },
): Promise<TableEntry> {
  const rows = client.query(copyTo(`copy ${copiedColumns(table)} to stdout`));
  const stored = await writeArchiveFile({ ...place, file: `tables/${table.name}.copy.gz` }, rows);
  return { name: table.name, columns: [...table.columns], rows: rows.rowCount, ...stored };
}

async function* fetchAll(client: Client): AsyncGenerator<readonly NamedFile[], void, undefined> {
  await client.query(`declare named_files no scroll cursor for ${NAMED_FILES}`);
  for (;;) {
    const page = namedFiles.parse((await client.query(`fetch ${PAGE} from named_files`)).rows);
    if (page.length === 0) return;
    yield page;
  }
}

/** 42501: insufficient privilege, which is also what row security answers. */
function readable(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "42501") return error;
  return new BackupError(
    `The login of DATABASE_URL may not read every row (${error.message}): a backup needs the owner of the tables, as the ` +
      "service does.",
    { cause: error },
  );
}
