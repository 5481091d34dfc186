import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../src/core/statement.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db.close();
});

const VALUES = `select 1.500::numeric as n, date '2026-01-05' as d, timestamptz '2026-01-05 00:00:00+00' as t,
  timestamptz '2026-01-05 01:02:03.5+01' as u, 9007199254740991::bigint as b, '{"a":[1]}'::jsonb as j,
  '\\x00ff'::bytea as x, array['a', null, 'b "c"'] as a, true as p, null::text as z
  from tenants where id = $1 and $2 <> ''`;
const values = statement(VALUES);

test("values arrive as decimal text, ISO timestamps with microseconds, exact numbers, parsed json and bytes", async () => {
  const tenant = await db.tenant();
  const [row] = await db.context(tenant).db.rows<Record<string, unknown>>(values);
  expect(row).toEqual({
    n: "1.500",
    d: "2026-01-05",
    t: "2026-01-05T00:00:00.000000Z",
    u: "2026-01-05T00:02:03.500000Z",
    b: 9007199254740991,
    j: { a: [1] },
    x: Buffer.from([0, 255]),
    a: ["a", null, 'b "c"'],
    p: true,
    z: null,
  });
});
