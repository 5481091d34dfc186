import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { selectAccounts } from "../../../src/modules/purchases/index.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";

let db: TestDatabase;
let tenant: TenantIdentity;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

interface Row {
  readonly source: "bank" | "ledger" | "invoice";
  readonly name?: string;
  readonly words: string;
  readonly gross?: string;
  readonly payment?: string;
  /** Words of the one that counts it. */
  readonly counted_by?: string;
}

const INSERT = statement(`
    insert into purchases (tenant_id, environment, id, document_id, activity_ids, source, supplier_key, name_key, words, gross, dated,
                            state, payment, counted_by)
     values ($1, $2, gen_random_uuid(), gen_random_uuid(), '[]', $3, 'name:' || $4::text, $4::text, $5, $6, '2026-03-01', 'settled', $7,
             (select id from purchases where tenant_id = $1 and words = $8))`);

async function record({ source, name, words, gross = "100", payment, counted_by }: Row): Promise<void> {
  await db.database.admin.rows(INSERT, [
    tenant.id,
    tenant.environment,
    source,
    name ?? null,
    words,
    gross,
    payment ?? null,
    counted_by ?? null,
  ]);
}

const NAMES = ["alone", "billed", "paid", "named paper"];

/** `words`: what arrives of each name says; else the name. */
async function lookedAt(
  only_source: "ledger" | "bank" | null,
  words: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const found = await selectAccounts(db.context(tenant).db, {
    supplier_keys: NAMES.map((name) => `name:${name}`),
    supplier_leads: NAMES.map((name) => name.split(" ")[0] ?? ""),
    supplier_words: NAMES.map((name) => words[name] ?? name),
    first_words: NAMES.map((name) => name.split(" ")[0] ?? ""),
    lead_words: NAMES.map((name) => name.split(" ")[0] ?? ""),
    first: "2026-01-01",
    last: "2026-12-31",
    has_bills: only_source !== "bank",
    opening_until: null,
    has_batches: false,
    only_source,
  });
  return found.map(({ words }) => words).toSorted();
}

beforeEach(async () => {
  tenant = await db.tenant();
  await record({ source: "ledger", name: "alone", words: "alone pens" });
  await record({ source: "ledger", name: "billed", words: "billed pens" });
  await record({ source: "invoice", name: "billed", words: "billed" });
  await record({ source: "ledger", name: "paid", words: "paid pens" });
  await record({ source: "bank", words: "visa paid 17" });
  // The invoice's supplier stands in the words of the posting alone.
  await record({ source: "ledger", name: "alone", words: "alone for named" });
  await record({ source: "invoice", name: "named paper", words: "named paper" });
});

test("postings of suppliers that nothing else names are beside the point where postings arrive, and of account where others do", async () => {
  const all = ["alone for named", "alone pens", "billed", "billed pens", "named paper", "paid pens", "visa paid 17"];
  expect(await lookedAt(null)).toEqual(all);
  expect(await lookedAt("bank")).toEqual(all);
  expect(await lookedAt("ledger")).toEqual(all.filter((words) => !words.startsWith("alone")));
  // What arrives of a supplier may name another one, as what it competes with does.
  expect(await lookedAt("ledger", { alone: "alone for named" })).toEqual(all.filter((words) => words !== "alone pens"));
});

test("a payment that names nobody may be of any posting", async () => {
  await record({ source: "bank", words: "fi 71", payment: "batch" });
  expect(await lookedAt("ledger")).toContain("alone pens");
});

test("what another record counts is of account only where money came back", async () => {
  await record({ source: "ledger", name: "billed", words: "billed again", counted_by: "billed" });
  expect(await lookedAt("ledger")).not.toContain("billed again");
  await record({ source: "bank", words: "billed returned", gross: "-100" });
  expect(await lookedAt("ledger")).toContain("billed again");
});
