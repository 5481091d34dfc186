import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TABLE_STATEMENTS } from "../../../src/modules/offboarding/index.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";

let db: TestDatabase;
let owner: Client;
beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

async function columns(): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  );
  return rows;
}

test("every table of the database says what becomes of its rows in an export and in an erasure", async () => {
  const tables = new Set((await columns()).map(({ table }) => table));
  expect(Object.keys(TABLE_STATEMENTS).toSorted()).toEqual([...tables].toSorted());
});

test("a table with rows of a company and environment is stated as such, and no other", async () => {
  const found = await columns();
  const has = (name: string) => new Set(found.filter((column) => column.name === name).map(({ table }) => table));
  const owned = [...has("tenant_id")].filter((table) => has("environment").has(table));
  const stated = Object.entries(TABLE_STATEMENTS).flatMap(([table, { kind }]) => (kind === "company" ? [table] : []));
  expect(stated.toSorted()).toEqual(owned.toSorted());
});

test("a column of raw bytes is a secret or a digest: no export holds one", async () => {
  for (const { table, name } of (await columns()).filter(({ type }) => type === "bytea")) {
    const stated = TABLE_STATEMENTS[table];
    if (stated?.kind !== "company" || "not" in stated.exported) continue;
    expect(stated.exported.omit, `${table}.${name}`).toContain(name);
  }
});

test("what is left out or replaced is a column that exists", async () => {
  const found = await columns();
  for (const [table, stated] of Object.entries(TABLE_STATEMENTS)) {
    if (stated.kind !== "company") continue;
    const names = found.filter((column) => column.table === table).map(({ name }) => name);
    const omitted = "not" in stated.exported ? [] : (stated.exported.omit ?? []);
    const replaced = "not" in stated.imported ? [] : Object.keys(stated.imported.replace ?? {});
    expect(names, table).toEqual(expect.arrayContaining([...omitted, ...replaced]));
  }
});
