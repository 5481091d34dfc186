import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { z } from "zod";
import { type Connection, singleConnection } from "./connection.ts";

export interface Migration {
  /** File name, for example "0003-ledger.sql"; the names' order is the order of application. */
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export interface MigrationPlan {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** The database's history and this release's files do not go together; the message says what to do. */
export class HistoryError extends Error {
  override readonly name = "HistoryError";
}

/** The server cannot be reached or lets nobody in: nothing was looked at. */
export class DatabaseUnreachableError extends Error {
  override readonly name = "DatabaseUnreachableError";
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
/** Advisory lock of one database's migrations; any fixed number of our own. Who holds it shared keeps migrations off. */
export const MIGRATION_LOCK = "7215180461000003";
const SHARED_CATALOG_ATTEMPTS = 20;
const appliedRows = z.array(z.object({ name: z.string(), sha256: z.string() }));

/** A file that a database has, with the digest of its text at that time. */
export type AppliedMigration = z.output<typeof appliedRows>[number];

export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const wrong = names.find((name) => !FILE_NAME.test(name));
  if (wrong !== undefined) throw new Error(`migration files are named 0001-what-it-does.sql, not ${wrong}`);
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** What `migrate` would do, without doing it. @throws Error as `migrate` for edited, missing or late files. */
export async function planMigrations(connection: Connection, directory: string): Promise<MigrationPlan> {
  const migrations = await readMigrations(directory);
  return await withClient(connection, async (client) => {
    const applied = (await hasHistory(client)) ? await readHistory(client) : [];
    return plan(migrations, applied);
  });
}

/**
 * Applies the files that are not applied yet, each in a transaction of its own, under a lock that makes several
 * processes safe at once. Returns the names applied by this call.
 * @throws Error when an applied file was edited or is missing, or a new file sorts before an applied one.
 */
export async function migrate(connection: Connection, directory: string): Promise<readonly string[]> {
  return await applyPending(connection, await readMigrations(directory));
}

/**
 * The same with no more than the files that a database had, so that its rows find the tables that they came from.
 * @throws HistoryError when one of them is not of this release, or not as it was
 */
export async function migrateAsFar(
  connection: Connection,
  directory: string,
  history: readonly AppliedMigration[],
): Promise<void> {
  const migrations = await readMigrations(directory);
  plan(migrations, history);
  const names = new Set(history.map(({ name }) => name));
  await applyPending(
    connection,
    migrations.filter(({ name }) => names.has(name)),
  );
}

/** What a database has of this release's files, without changing it. @throws HistoryError as `migrate` */
export async function assertKnownHistory(directory: string, history: readonly AppliedMigration[]): Promise<void> {
  plan(await readMigrations(directory), history);
}

async function applyPending(connection: Connection, migrations: readonly Migration[]): Promise<readonly string[]> {
  return await withClient(connection, async (client) => {
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    const { pending } = plan(migrations, await readHistory(client));
    for (const migration of migrations.filter(({ name }) => pending.includes(name))) await apply(client, migration);
    return pending;
  });
}

function plan(migrations: readonly Migration[], applied: readonly AppliedMigration[]): MigrationPlan {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const file = byName.get(name);
    if (file === undefined) {
      throw new HistoryError(
        `The database has the migration ${name}, which this release does not have: a newer release has used it. Start that ` +
          "release, or put back the backup that was made before the upgrade.",
      );
    }
    if (file.sha256 !== sha256) {
      throw new HistoryError(
        `The migration ${name} was edited after it had been applied: the file of this program is not the one that the database ` +
          "was made with. A release never changes one, so either a file of this program was changed, or the database comes from " +
          "a build that was never released. Install this release anew from its tarball; if that says the same, start the build " +
          "that ran here before, or restore a backup that a release made. Nothing was changed.",
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const newest = applied.at(-1)?.name ?? "";
  const pending = migrations.map(({ name }) => name).filter((name) => !done.has(name));
  const late = pending.find((name) => name < newest);
  if (late !== undefined)
    throw new HistoryError(`The migration ${late} sorts before ${newest}, which is applied already.`);
  return { applied: [...done], pending };
}

async function hasHistory(client: Client): Promise<boolean> {
  const result = await client.query<{ found: boolean }>("select to_regclass('schema_migrations') is not null as found");
  return result.rows[0]?.found === true;
}

/** In the order of application. */
export async function readHistory(client: Client): Promise<readonly AppliedMigration[]> {
  const result = await client.query("select name, sha256 from schema_migrations order by name limit 10000");
  return appliedRows.parse(result.rows);
}

/**
 * Roles belong to the whole server: databases that are made at the same moment touch the same catalog rows, and the
 * loser of that race gets "tuple concurrently updated" or a duplicate. Such a file is simply applied again.
 */
async function apply(client: Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query("begin");
      await client.query(migration.sql);
      await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [
        migration.name,
        migration.sha256,
      ]);
      await client.query("commit");
      return;
    } catch (cause) {
      await client.query("rollback");
      if (attempt >= SHARED_CATALOG_ATTEMPTS || !isSharedCatalogRace(cause)) {
        throw new Error(`The migration ${migration.name} failed: ${messageOf(cause)}`, { cause });
      }
    }
  }
}

/** XX000 tuple concurrently updated, 42710 duplicate object, 23505 duplicate key: all three only in shared catalogs. */
function isSharedCatalogRace(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return ["XX000", "42710"].includes(String(error.code)) || (error.code === "23505" && isRoleTable(error));
}

function isRoleTable(error: Error): boolean {
  return "table" in error && ["pg_authid", "pg_auth_members"].includes(String(error.table));
}

function messageOf(error: unknown): string {
  // Of a name with several addresses each is tried.
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

async function withClient<T>(connection: Connection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = singleConnection(connection, "carbon-ledger migrations");
  await client.connect().catch((cause: unknown) => {
    throw new DatabaseUnreachableError(`The database cannot be reached: ${messageOf(cause)}`, { cause });
  });
  try {
    return await work(client);
  } finally {
    // Ending the session frees its advisory locks.
    await client.end();
  }
}
