import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseTables } from "../../src/backup/tables.ts";
import { NAMED_FILES } from "../../src/modules/audit/index.ts";
import { singleConnection } from "../../src/platform/db/connection.ts";
import { readMigrations } from "../../src/platform/db/migrate.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

// A new table is kept unless somebody says here, too, that its rows are good for minutes.
test("a backup keeps every table that the migrations make, but for those of the moment", async () => {
  const client = singleConnection(db.connection, "test");
  await client.connect();
  try {
    const { kept, left_out, foreign } = await chooseTables(client, await readMigrations(MIGRATIONS));
    expect([left_out, foreign]).toEqual([
      ["oauth_requests", "rate_counters", "service_processes", "user_links", "user_sessions"],
      [],
    ]);
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1",
    );
    expect([...kept.map(({ name }) => name), ...left_out].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    const triggers = await client.query("select tgname from pg_trigger where not tgisinternal");
    expect(triggers.rows, "a restore fires triggers").toEqual([]);
  } finally {
    await client.end();
  }
});

/** Columns that hold digests of something else than a stored file, or of one that another column names already. */
const OTHER_DIGESTS = [
  "activities.document_sha256",
  "report_attestations.report_sha256",
  "report_attestations.terms_sha256",
  "report_jobs.template_sha256",
  "reports.document_sha256",
];

// Whoever adds a table that names stored files adds it to NAMED_FILES, or its digest to the list above.
test("every column that names a stored file is asked for the documents of a backup", async () => {
  const client = singleConnection(db.connection, "test");
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns join information_schema.tables " +
        "using (table_schema, table_name) where table_schema = 'public' and table_type = 'BASE TABLE' " +
        "and column_name like '%sha256%' and table_name <> 'schema_migrations' order by 1",
    );
    const asked = [...NAMED_FILES.matchAll(/environment, (\w*sha256)\b.* from (\w+)/g)].map(
      ([, column, table]) => `${table}.${column}`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...asked, ...OTHER_DIGESTS].toSorted());
    expect((await client.query(NAMED_FILES)).rows).toEqual([]);
  } finally {
    await client.end();
  }
});

test("a table that the migrations made and that is gone fails the backup", async () => {
  const client = singleConnection(db.connection, "test");
  await client.connect();
  try {
    await client.query("begin; drop table price_indices");
    const choosing = chooseTables(client, await readMigrations(MIGRATIONS));
    await expect(choosing).rejects.toThrow(/lacks tables.*price_indices/);
  } finally {
    await client.end();
  }
});
