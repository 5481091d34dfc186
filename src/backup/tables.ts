import type { Client } from "pg";
import { z } from "zod";
import type { AppliedMigration, Migration } from "../platform/db/migrate.ts";
import { BackupError } from "./backup-error.ts";

/** A table as the database's own catalog describes it. */
export interface Table {
  readonly name: string;
  /** Without those that the database computes itself. */
  readonly columns: readonly string[];
}

/**
 * Rows that are good for minutes or hours, and that a restore would call back to life: a browser that was logged out since, a
 * link that was used. People log in again, and who was invited gets a new link. Unlogged tables are left out as well.
 */
const SHORT_LIVED: readonly string[] = ["user_sessions", "user_links", "oauth_requests"];
/** Written by the migrations of the restore. */
const HISTORY = "schema_migrations";

const TABLES = `
  select c.relname as name, c.relpersistence = 'u' as is_unlogged,
    (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname limit 10000`;
const SEQUENCES = `
  select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'
  order by relname limit 10`;

const tableRows = z.array(z.object({ name: z.string(), is_unlogged: z.boolean(), columns: z.array(z.string()) }));
const nameRows = z.array(z.object({ name: z.string() }));

/** What a backup takes of a database, and what it leaves. */
export interface TableChoice {
  readonly kept: readonly Table[];
  readonly left_out: readonly string[];
  /** Tables that no migration made: somebody's own, which no restore would find a place for. */
  readonly foreign: readonly string[];
}

/**
 * Chooses by the database's catalog: a table that a later release makes is taken without anybody's having thought of it.
 * @throws BackupError when the database lacks a table that its migrations made
 */
export async function chooseTables(client: Client, migrations: readonly Migration[]): Promise<TableChoice> {
  const tables = tableRows.parse((await client.query(TABLES)).rows);
  const made = tablesMadeBy(migrations);
  const lacking = [...made].filter((name) => !tables.some((table) => table.name === name));
  if (lacking.length > 0) {
    throw new BackupError(
      `The database lacks tables that its migrations made: ${lacking.join(", ")}. Nothing was backed up.`,
    );
  }
  const sequences = nameRows.parse((await client.query(SEQUENCES)).rows);
  if (sequences.length > 0) {
    throw new BackupError(
      `The database has sequences, which a backup does not keep: ${sequences.map(({ name }) => name).join(", ")}.`,
    );
  }
  const ownTables = tables.filter(({ name }) => made.has(name));
  const isLeftOut = ({ name, is_unlogged }: (typeof ownTables)[number]): boolean =>
    is_unlogged || SHORT_LIVED.includes(name);
  return {
    kept: ownTables.filter((table) => !isLeftOut(table)),
    left_out: ownTables.filter(isLeftOut).map(({ name }) => name),
    foreign: tables.map(({ name }) => name).filter((name) => !made.has(name) && name !== HISTORY),
  };
}

/** The files of this release that a database has, in their order. */
export function appliedOf(
  migrations: readonly Migration[],
  history: readonly AppliedMigration[],
): readonly Migration[] {
  const names = new Set(history.map(({ name }) => name));
  return migrations.filter(({ name }) => names.has(name));
}

/** Names of the tables that are there after the files were applied. A test compares them with a migrated database. */
function tablesMadeBy(migrations: readonly Migration[]): ReadonlySet<string> {
  const made = new Set<string>();
  for (const { sql } of migrations) {
    const statements = sql.replaceAll(/--.*$/gm, "");
    for (const [, name = ""] of statements.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/gi))
      made.add(name);
    for (const [, name = ""] of statements.matchAll(/\bdrop table (?:if exists )?(\w+)/gi)) made.delete(name);
  }
  return made;
}

/** A table's name or column as SQL takes it; names come from the catalog. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** "name" ("column", ...), as COPY takes it. */
export function copiedColumns({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(", ")})`;
}
