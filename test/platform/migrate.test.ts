import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { type Connection, driverSettings, withDatabase } from "../../src/platform/db/connection.ts";
import { migrate, planMigrations, readMigrations } from "../../src/platform/db/migrate.ts";

const OURS = join(import.meta.dirname, "../../migrations");
let directory: string;
const made: string[] = [];

async function asOwner(sql: string): Promise<void> {
  const client = new Client(driverSettings(withDatabase(inject("template"), "postgres")));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<Connection> {
  const name = `migrate_${process.pid}_${made.length}_${Math.random().toString(36).slice(2, 8)}`;
  await asOwner(`create database ${name}`);
  made.push(name);
  return withDatabase(inject("template"), name);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-migrations-"));
  cpSync(OURS, directory, { recursive: true });
});
afterEach(async () => {
  rmSync(directory, { recursive: true, force: true });
  for (const name of made.splice(0)) await asOwner(`drop database ${name} with (force)`);
});

test("all files are applied once; a second run changes nothing", async () => {
  const connection = await emptyDatabase();
  const names = (await readMigrations(directory)).map(({ name }) => name);
  expect(await planMigrations(connection, directory)).toEqual({ applied: [], pending: names });
  expect(await migrate(connection, directory)).toEqual(names);
  expect(await migrate(connection, directory)).toEqual([]);
  expect(await planMigrations(connection, directory)).toEqual({ applied: names, pending: [] });
});

test("processes that migrate one database at once apply every file exactly once", async () => {
  const connection = await emptyDatabase();
  const names = (await readMigrations(directory)).map(({ name }) => name);
  const applied = await Promise.all([1, 2, 3].map(() => migrate(connection, directory)));
  expect(applied.flat()).toEqual(names);
});

test("several databases of one server can be migrated at once, although they share the roles", async () => {
  const connections = [await emptyDatabase(), await emptyDatabase(), await emptyDatabase()];
  const applied = await Promise.all(connections.map((connection) => migrate(connection, directory)));
  for (const names of applied) expect(names.length).toBeGreaterThan(4);
});

test("an edited file is refused", async () => {
  const connection = await emptyDatabase();
  await migrate(connection, directory);
  writeFileSync(join(directory, "0002-catalog.sql"), "select 1;");
  await expect(migrate(connection, directory)).rejects.toThrow(
    /0002-catalog\.sql was edited .*Install this release anew/,
  );
});

test("a database with a migration that this release lacks is refused", async () => {
  const connection = await emptyDatabase();
  await migrate(connection, directory);
  rmSync(join(directory, "0005-jobs.sql"));
  await expect(migrate(connection, directory)).rejects.toThrow(/0005-jobs\.sql.*newer/);
});

test("a file that sorts before an applied one is refused", async () => {
  const connection = await emptyDatabase();
  await migrate(connection, directory);
  writeFileSync(join(directory, "0004-zz-late.sql"), "select 1;");
  await expect(planMigrations(connection, directory)).rejects.toThrow(/0004-zz-late\.sql sorts before/);
});

test("a file that fails leaves nothing of itself behind, and those before it stay", async () => {
  const connection = await emptyDatabase();
  writeFileSync(join(directory, "9000-broken.sql"), "create table half_done (id int); select no_such_column;");
  await expect(migrate(connection, directory)).rejects.toThrow(/9000-broken\.sql failed/);
  const { applied, pending } = await planMigrations(connection, directory);
  expect(applied).toContain("0005-jobs.sql");
  expect(pending).toEqual(["9000-broken.sql"]);
  const client = new Client(driverSettings(connection));
  await client.connect();
  expect((await client.query("select to_regclass('half_done') as found")).rows).toEqual([{ found: null }]);
  await client.end();
});
