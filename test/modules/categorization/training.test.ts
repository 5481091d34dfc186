import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import {
  categorize,
  categorizationTables,
  type Decision,
  learnDecision,
  loadTenantKnowledge,
  rememberCategory,
  rememberLine,
  supplierKey,
} from "../../../src/modules/categorization/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { inputOf, type LabelledRow, readLabelled } from "../../support/labelled-rows.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const CLEANING = "purchases.services.cleaning";
const TRAINING = "purchases.services.training";

interface Taught {
  readonly description: string;
  readonly later: string | null;
  readonly earlier?: string;
}

/** As a person's decision about a line of a supplier that never comes again. */
async function teach(ctx: Context, lines: readonly Taught[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const { description, later, earlier = null } of lines) {
      await learnDecision(tx, { description, gl_account: null, earlier, later });
    }
  });
}

async function decide(ctx: Context, description: string): Promise<Decision> {
  const row = {
    text: description,
    amount: "100",
    currency: "DKK",
    supplier: "Ukendt ApS",
    gl_account: "",
    category: "",
  };
  return categorize(inputOf(row), await loadTenantKnowledge(ctx.db), categorizationTables());
}

/** Words that no table knows. */
const TAUGHT: readonly Taught[] = [
  ...[1, 2, 3].map((number) => ({ description: `Flurbo ${number}`, later: CLEANING })),
  ...[1, 2, 3].map((number) => ({ description: `Knasvik ${number}`, later: TRAINING })),
];

describe("the words of decided lines", () => {
  test("suggest the category for a supplier that is new, with the reason, and never decide alone", async () => {
    const ctx = db.context(await db.tenant());
    expect(await decide(ctx, "Flurbo 77")).toMatchObject({ category_key: "unclassified.pending" });
    await teach(ctx, TAUGHT);
    const decision = await decide(ctx, "Flurbo 77");
    expect(decision).toMatchObject({ status: "pending_review", category_key: CLEANING });
    expect(decision.candidates).toMatchObject([{ step: "decisions", reason: expect.stringContaining('"flurbo" (3)') }]);
    expect(await decide(ctx, "Knasvik")).toMatchObject({ category_key: TRAINING });
    // Words that two witnesses do not speak for are not taken with its help either.
    await teach(
      ctx,
      [1, 2, 3].map((number) => ({ description: `Flurbo støvsugerpose ${number}`, later: CLEANING })),
    );
    const helped = await decide(ctx, "Flurbo rengøring loftrum");
    expect(helped.candidates[0]).toMatchObject({ category_key: CLEANING });
    expect(helped).toMatchObject({ status: "pending_review", category_key: CLEANING });
    // No word that was decided about: nothing to say.
    expect((await decide(ctx, "Zwimpel")).candidates).toEqual([]);
  });

  test("say nothing while little was decided, and nothing about another company's lines", async () => {
    const ctx = db.context(await db.tenant());
    await teach(ctx, TAUGHT.slice(0, 4));
    expect((await decide(ctx, "Flurbo 77")).candidates).toEqual([]);
    await teach(ctx, TAUGHT.slice(4));
    expect((await decide(ctx, "Flurbo 77")).candidates).toHaveLength(1);
    const sandbox = db.context({ ...ctx.tenant, environment: ctx.tenant.environment === "live" ? "sandbox" : "live" });
    for (const other of [db.context(await db.tenant()), sandbox]) {
      expect((await decide(other, "Flurbo 77")).candidates).toEqual([]);
    }
  });

  test("a decision that is taken back no longer counts, and the order of decisions does not matter", async () => {
    const forth = db.context(await db.tenant());
    const back = db.context(await db.tenant());
    await teach(forth, TAUGHT);
    await teach(back, TAUGHT.toReversed());
    const knowledge = async (ctx: Context) => (await loadTenantKnowledge(ctx.db)).training;
    expect(await knowledge(back)).toEqual(await knowledge(forth));
    const turned = TAUGHT.slice(0, 3).map((line) => ({ ...line, earlier: CLEANING, later: TRAINING }));
    await teach(forth, turned);
    expect((await decide(forth, "Flurbo 77")).category_key).toBe(TRAINING);
    expect((await knowledge(forth)).lines.has(CLEANING)).toBe(false);
  });

  test("contradicted by a clear text, they leave the line to a person at most", async () => {
    const ctx = db.context(await db.tenant());
    await teach(ctx, TAUGHT);
    const decision = await decide(ctx, "Flurbo forsikring");
    expect(decision.candidates[0]?.category_key).toBe("purchases.services.insurance");
  });
});

test("the same words from the same supplier are decided as before, whatever a clear word says; other words are not", async () => {
  const ctx = db.context(await db.tenant());
  const supplier_key = supplierKey("Ukendt ApS", null) ?? "";
  const decided = { supplier_key, gl_account: null, category_key: CLEANING, decided_by: "user:1" };
  await ctx.db.transaction(async (tx) => {
    await rememberCategory(tx, decided);
    await rememberLine(tx, { ...decided, description: "Metrobillet zone 1-4, 2026-05-01" });
  });
  expect(await decide(ctx, "METROBILLET zone 2-9, 2026-06-01")).toMatchObject({
    status: "classified",
    category_key: CLEANING,
    mapped_by: "person",
  });
  expect((await decide(ctx, "Metrobillet til kursus")).category_key).toBe("transport.travel.metro");
});

const SUPPLIERS = 60;
/** Suppliers whose lines belong elsewhere than their words say. */
const UNUSUAL = 12;

/** A company with its own suppliers, accounts and habits: each month every supplier sends two lines. */
function simulated(rows: readonly LabelledRow[]): (month: number) => LabelledRow[] {
  const usable = rows.filter((row) => !row.category.startsWith("unclassified."));
  const habits = Array.from({ length: SUPPLIERS }, (_, number) => {
    const own = usable[(number * 7) % usable.length];
    const strange = usable[(number * 13 + 5) % usable.length];
    if (own === undefined || strange === undefined) throw new Error("no rows");
    const category = number < UNUSUAL ? strange.category : own.category;
    return { own, category, supplier: `Leverandør ${String.fromCodePoint(65 + (number % 26))}${number} A/S` };
  });
  return (month) =>
    habits.flatMap(({ own, category, supplier }, number) =>
      [own.text, `Faktura ${month}${number}`].map((text) => ({ ...own, text, supplier, category })),
    );
}

async function correct(ctx: Context, row: LabelledRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const gl_account = row.gl_account === "" ? null : row.gl_account;
    const supplier_key = supplierKey(row.supplier, null) ?? "";
    const decided = { supplier_key, gl_account, category_key: row.category, decided_by: "user:1" };
    await rememberCategory(tx, decided);
    await rememberLine(tx, { ...decided, description: row.text });
    await learnDecision(tx, { description: row.text, gl_account, earlier: null, later: row.category });
  });
}

test("a company that corrects what is wrong or open sees more lines right every month, and nearly all from the third", async () => {
  const ctx = db.context(await db.tenant());
  const linesOf = simulated(readLabelled(join(import.meta.dirname, "held-out.csv")));
  const shares: number[] = [];
  for (const month of [1, 2, 3, 4]) {
    const knowledge = await loadTenantKnowledge(ctx.db);
    const lines = linesOf(month);
    const wrong = lines.filter((row) => {
      const { status, category_key } = categorize(inputOf(row), knowledge, categorizationTables());
      return status === "pending_review" || category_key !== row.category;
    });
    shares.push(1 - wrong.length / lines.length);
    for (const row of wrong) await correct(ctx, row);
  }
  process.stdout.write(`right without help by month: ${shares.map((share) => share.toFixed(3)).join(", ")}\n`);
  const [first = 1, second = 0, third = 0, fourth = 0] = shares;
  expect(first).toBeLessThan(0.8);
  expect(second).toBeGreaterThan(first + 0.1);
  expect(third).toBeGreaterThanOrEqual(second);
  expect(fourth).toBeGreaterThanOrEqual(third);
  expect(fourth).toBeGreaterThan(0.99);
});
