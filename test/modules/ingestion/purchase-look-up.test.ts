import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SqlValue, TenantIdentity, TenantQueries } from "../../../src/core/context.ts";
import { type Purchase, purchaseCandidates } from "../../../src/modules/purchases/index.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";

let db: TestDatabase;
let owner: Client;
let tenant: TenantIdentity;

beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
  tenant = await db.tenant();
  await owner.query("alter table purchases set (autovacuum_enabled = false)");
  await owner.query(
    `insert into purchases (tenant_id, environment, id, document_id, activity_ids, source, words, net, gross, dated)
     select $1, $2, gen_random_uuid(), gen_random_uuid(), '[]', 'ledger', 'posting ' || i, 100 + i * 0.37, 125 + i * 0.41,
            date '2026-01-01' + i % 365
     from generate_series(1, 4000) i`,
    [tenant.id, tenant.environment],
  );
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

const PAYMENT: Purchase = {
  source: "bank",
  number_key: null,
  supplier_key: null,
  name_key: null,
  words: "payment",
  net: "100.37",
  gross: "125.41",
  currency: "DKK",
  dated: "2026-01-02",
  since: null,
  supply: null,
};

interface Sent {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

test("what is near an amount is found by its index, also before the table has any statistics", async () => {
  const sent: Sent[] = [];
  const queries = db.context(tenant).db;
  const recorded: TenantQueries = {
    rows: (statement, values = []) => {
      sent.push({ text: statement.text, values });
      return queries.rows(statement, values);
    },
    textRows: (statement, values) => queries.textRows(statement, values),
  };
  const [found] = await purchaseCandidates(recorded, [PAYMENT]);
  expect(found?.map(({ words }) => words)).toEqual(["posting 1"]);
  const plan = (await Promise.all(sent.map(planOf))).join("\n");
  expect(plan).toContain("purchases_net");
  expect(plan).toContain("purchases_gross");
  expect(plan).not.toContain("purchases_pkey");
});

/** The plan as the service's own role gets it, behind row-level security. */
async function planOf({ text, values }: Sent): Promise<string> {
  await owner.query("begin");
  try {
    await owner.query("set local role carbon_app");
    await owner.query("select set_config('app.tenant', $1, true), set_config('app.environment', $2, true)", [
      tenant.id,
      tenant.environment,
    ]);
    const { rows } = await owner.query<{ "QUERY PLAN": string }>(`explain ${text}`, [
      tenant.id,
      tenant.environment,
      ...values,
    ]);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await owner.query("rollback");
  }
}
