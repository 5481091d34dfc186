import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { LARGE_JSON } from "../../../src/modules/audit/store-ledger.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

const JSON_COLUMNS = statement(`
  select attname::text as name from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and atttypid in ('json'::regtype, 'jsonb'::regtype) order by attname`);

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});

afterAll(async () => {
  await db.close();
});

test.each(Object.entries(LARGE_JSON))(
  "every JSON column of %s is written by itself, so that no member of one is left out",
  async (table, columns) => {
    const found = await db.database.admin.rows<{ name: string }>(JSON_COLUMNS, [table]);
    expect(found.map(({ name }) => name)).toEqual(columns.toSorted());
  },
);
