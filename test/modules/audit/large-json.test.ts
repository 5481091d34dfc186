import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "pg";
import { LARGE_JSON } from "../../../src/modules/audit/store-ledger.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

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

test.each(Object.entries(LARGE_JSON))(
  "every JSON column of %s is written by itself, so that no member of one is left out",
  async (table, columns) => {
    const found = await owner.query<{ name: string }>(
      `select attname::text as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and atttypid in ('json'::regtype, 'jsonb'::regtype) order by attname`,
      [table],
    );
    expect(found.rows.map(({ name }) => name)).toEqual(columns.toSorted());
  },
);
