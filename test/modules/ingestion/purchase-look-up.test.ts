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

/** What purchaseCandidates finds of a purchase, and the plans of its statements. */
async function lookedUp(purchase: Purchase) {
  const sent: Sent[] = [];
  const queries = db.context(tenant).db;
  const recorded: TenantQueries = {
    rows: (statement, values = []) => {
      sent.push({ text: statement.text, values });
      return queries.rows(statement, values);
    },
    textRows: (statement, values) => queries.textRows(statement, values),
  };
  const [found = []] = await purchaseCandidates(recorded, [purchase]);
  const plans: string[] = [];
  for (const one of sent) plans.push(await planOf(one));
  return { found: found.map(({ words }) => words), plan: plans.join("\n") };
}

test("what is near an amount is found by its index, also before the table has any statistics", async () => {
  const { found, plan } = await lookedUp(PAYMENT);
  expect(found).toEqual(["posting 1"]);
  expect(plan).toContain("purchases_net");
  expect(plan).toContain("purchases_gross");
  expect(plan).not.toContain("purchases_pkey");
});

test("what is near an amount is found by its index when the table has statistics, however many postings the days have", async () => {
  await owner.query("analyze purchases");
  const { found, plan } = await lookedUp({ ...PAYMENT, source: "ledger" });
  expect(found).toEqual([]);
  expect(plan).not.toContain("purchases_of_source");
  expect(removed(plan)).toBeLessThan(100);
});

test("statements of a kind of supply are found among thousands of postings of it without a look at these", async () => {
  const posting = {
    ...PAYMENT,
    source: "ledger",
    words: "power",
    net: "1.00",
    gross: null,
    supply: "energy.electricity",
  } as const;
  const statements = { ...posting, source: "statement", since: "2026-01-01", dated: "2026-12-31" } as const;
  await owner.query("update purchases set supply = 'energy.electricity'");
  await owner.query(
    `insert into purchases (tenant_id, environment, id, document_id, activity_ids, source, words, dated, supply)
     values ($1, $2, gen_random_uuid(), gen_random_uuid(), '[]', 'statement', 'statement', '2026-01-20', 'energy.electricity')`,
    [tenant.id, tenant.environment],
  );
  const { found, plan } = await lookedUp(posting);
  expect(found).toEqual(["statement"]);
  expect(removed(plan)).toBeLessThan(100);
  expect((await lookedUp(statements)).found).toHaveLength(200);
});

/** Rows that were read and belonged to nothing that was asked for. */
function removed(plan: string): number {
  return [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].reduce((sum, [, rows]) => sum + Number(rows), 0);
}

/** The plan as the service's own role gets it, behind row-level security. */
async function planOf({ text, values }: Sent): Promise<string> {
  await owner.query("begin");
  try {
    await owner.query("set local role carbon_app");
    await owner.query("select set_config('app.tenant', $1, true), set_config('app.environment', $2, true)", [
      tenant.id,
      tenant.environment,
    ]);
    const { rows } = await owner.query<{ "QUERY PLAN": string }>(`explain (analyze) ${text}`, [
      tenant.id,
      tenant.environment,
      ...values,
    ]);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await owner.query("rollback");
  }
}
