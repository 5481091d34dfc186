import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { assignActivityDepartment } from "../../../src/modules/activities/assign-activity-department.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { createDepartment } from "../../../src/modules/departments/create-department.ts";
import { listDepartments } from "../../../src/modules/departments/list-departments.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { closeFinancialYear } from "../../../src/modules/restatements/close-financial-year.ts";
import { restateFinancialYear } from "../../../src/modules/restatements/restate-financial-year.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { intact, run, total, waiting } from "../../support/review.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const file = (document: UblDocument) => ({ name: `${document.number}.xml`, bytes: ubl(document) });
const STEEL = { name: "Stålcentrum Nord A/S", cvr: "27182818" };
const steel = (amount: string, more: object = {}) => ({
  text: "Stålplade 3 mm",
  unit: "EA",
  quantity: "1",
  amount,
  ...more,
});
const invoice = (lines: UblDocument["lines"], more: Partial<UblDocument> = {}): UblDocument => ({
  number: "F-100",
  date: "2025-11-20",
  supplier: STEEL,
  lines,
  ...more,
});
const unnamed = (lines: UblDocument["lines"]): UblDocument => ({
  number: "K-1",
  date: "2026-05-15",
  supplier: STEEL,
  is_credit_note: true,
  lines,
});
const credit = (lines: UblDocument["lines"]): UblDocument => ({ ...unnamed(lines), credits: "F-100" });

/** kg by day and department of what is counted. */
async function places({ ctx }: Company): Promise<Record<string, number>> {
  const rows = await ctx.db.rows<{ place: string; kg: number }>(PLACES, []);
  return Object.fromEntries(rows.map(({ place, kg }) => [place, kg]));
}
const PLACES = statement(`
  select to_char(e.transaction_date at time zone 'UTC', 'YYYY-MM-DD') || ' ' || coalesce(d.name, '') as place,
    round(sum(e.market_based_kg), 4)::float8 as kg
  from emission_entries e left join departments d on d.tenant_id = $1 and d.environment = $2 and d.id = e.department_id
  where e.tenant_id = $1 and e.environment = $2 and not exists (select from emission_entries later
    where later.tenant_id = $1 and later.environment = $2 and later.supersedes_entry_id = e.id)
  group by 1 having sum(e.market_based_kg) <> 0 order by 1 limit 100`);

async function departments({ ctx }: Company): Promise<void> {
  for (const name of ["SALG", "VÆRK"]) await run(createDepartment, ctx, { name, code: name });
}

async function read(...documents: readonly UblDocument[]): Promise<Company> {
  const company = await service.company();
  await departments(company);
  for (const document of documents) await company.ingest(file(document));
  return company;
}

const codes = async ({ ctx }: Company) => (await waiting(ctx)).map(({ review_code }) => review_code);

/** What a company counts where, and what waits. */
async function outcome(company: Company) {
  return { places: await places(company), waits: await codes(company) };
}

const lineOf = async (company: Company, amount: string) => {
  const line = (await company.lines()).find((one) => one.amount === amount);
  if (line === undefined) throw new Error(`no line of ${amount}`);
  return line;
};
const reason = "the document is wrong";

const electricity = (period: readonly [string, string], kWh: string) => ({
  text: "Elforbrug",
  quantity: kWh,
  unit: "KWH",
  amount: kWh,
  period,
});
const TWO_DEPARTMENTS = [steel("6000.00", { cost_centre: "SALG" }), steel("3000.00", { cost_centre: "VÆRK" })];
const TWO_QUARTERS = [
  electricity(["2025-07-01", "2025-09-30"], "1200"),
  electricity(["2025-10-01", "2025-12-31"], "600"),
];

describe("an invoice and its credit note", () => {
  test.each([
    ["of lines in several departments", invoice(TWO_DEPARTMENTS), credit([steel("3000.00")])],
    ["of all of them", invoice(TWO_DEPARTMENTS), credit([steel("9000.00")])],
    [
      "of lines in several periods",
      invoice(TWO_QUARTERS),
      credit([{ text: "Elforbrug", quantity: "900", unit: "KWH", amount: "900.00" }]),
    ],
    [
      "of both",
      invoice([
        { ...electricity(["2025-07-01", "2025-09-30"], "1200"), cost_centre: "SALG" },
        { ...electricity(["2025-10-01", "2025-12-31"], "600"), cost_centre: "VÆRK" },
      ]),
      credit([{ text: "Elforbrug", quantity: "900", unit: "KWH", amount: "900.00" }]),
    ],
    ["that names no invoice", invoice(TWO_DEPARTMENTS), unnamed([steel("3000.00")])],
  ] as const)("give the same in any order, one by one and in one upload: %s", async (_what, bought, note) => {
    const documents = [bought, note];
    const expected = await outcome(await read(...documents));
    expect(expected.waits).toEqual([]);
    const late = await read(...documents.toReversed());
    expect(await outcome(late)).toEqual(expected);
    await intact(late.ctx);
    for (const order of [documents, documents.toReversed()]) {
      const together = await read();
      await together.ingest(...order.map(file));
      expect(await outcome(together)).toEqual(expected);
    }
  });

  test("of a closed year give the same in any order, and restated as well", async () => {
    const [bought, note] = [invoice(TWO_DEPARTMENTS), credit([steel("3000.00")])];
    const open = await outcome(await read(bought, note));
    for (const order of [
      [bought, note],
      [note, bought],
    ]) {
      const company = await read();
      await run(closeFinancialYear, company.ctx, { period_end: "2025-12-31", reason: "done" });
      for (const document of order) await company.ingest(file(document));
      expect(await places(company)).toEqual({});
      const { pending_restatement_kg } = await run<{ pending_restatement_kg: number }>(
        getEmissionsSummary,
        company.ctx,
        { from: "2025-01-01", to: "2025-12-31" },
      );
      expect(pending_restatement_kg).toBeCloseTo(
        Object.values(open.places).reduce((sum, kg) => sum + kg, 0),
        3,
      );
      await run(restateFinancialYear, company.ctx, { period_end: "2025-12-31", reason: "the note came late" });
      expect(await places(company)).toEqual(open.places);
      await intact(company.ctx);
    }
  });
});

describe("what a credit note took off", () => {
  const bought = invoice([steel("10000.00")]);
  const note = credit([steel("4000.00")]);

  test("waits when its invoice is left out, and counts again when that is undone", async () => {
    const company = await read(bought, note);
    const before = await outcome(company);
    const { id } = await lineOf(company, "10000");
    await run(excludeActivity, company.ctx, { id, reason });
    expect(await outcome(company)).toEqual({ places: {}, waits: ["credit_unmatched"] });
    await run(undoActivityChange, company.ctx, { id, reason });
    expect(await outcome(company)).toEqual(before);
    await intact(company.ctx);
  });

  test.each([
    ["to another day", { facts: { transaction_date: "2025-09-03" } }],
    ["to another category", { category_id: "purchases.materials.aluminium" }],
    ["to another amount", { facts: { amount: 8000, currency: "DKK" } }],
    ["below what was taken off", { facts: { amount: 3000, currency: "DKK" } }],
  ] as const)("follows its invoice when that is corrected %s, as told beforehand", async (_where, change) => {
    const company = await read(bought, note);
    const { id } = await lineOf(company, "10000");
    const asked = { id, ...change, reason };
    interface Effect {
      readonly change_kg: number;
      readonly years: readonly unknown[];
    }
    const before = await total(company.ctx);
    const told = await run<Effect>(correctActivity, company.ctx, { ...asked, dry_run: true });
    expect(await total(company.ctx)).toBe(before);
    const done = await run<Effect>(correctActivity, company.ctx, asked);
    expect({ change_kg: done.change_kg, years: done.years }).toEqual({ change_kg: told.change_kg, years: told.years });
    expect((await total(company.ctx)) - before).toBeCloseTo(told.change_kg, 3);
    const sums = Object.values(await places(company));
    expect(sums).toHaveLength(1);
    expect(Math.min(...sums)).toBeGreaterThan(0);
    // The same as if the invoice had been right before the note came.
    const early = await read(bought);
    await run(correctActivity, early.ctx, { ...asked, id: (await lineOf(early, "10000")).id });
    await early.ingest(file(note));
    if (!("category_id" in change)) expect(await outcome(company)).toEqual(await outcome(early));
    await run(undoActivityChange, company.ctx, { id, reason });
    expect(await outcome(company)).toEqual(await outcome(await read(bought, note)));
    await intact(company.ctx);
  });

  test("follows its invoice to another department and period, in parts", async () => {
    const company = await read(invoice(TWO_DEPARTMENTS), credit([steel("3000.00")]));
    const { items } = await run<{ items: { id: string; name: string }[] }>(listDepartments, company.ctx, {});
    const works = items.find(({ name }) => name === "VÆRK")?.id;
    const line = await lineOf(company, "6000");
    await run(assignActivityDepartment, company.ctx, { id: line.id, department_id: works });
    const sums = await places(company);
    expect(Object.keys(sums)).toEqual(["2025-11-20 VÆRK"]);
    expect((await company.lines()).filter(({ status }) => status === "classified")).toHaveLength(3);
    await intact(company.ctx);
  });

  test("stays where a person put the note itself", async () => {
    const company = await read(bought, note);
    const taken = await lineOf(company, "-4000");
    await run(correctActivity, company.ctx, { id: taken.id, facts: { transaction_date: "2026-01-05" }, reason });
    const { id } = await lineOf(company, "10000");
    await run(correctActivity, company.ctx, { id, facts: { transaction_date: "2025-09-03" }, reason });
    expect(Object.keys(await places(company))).toEqual(["2025-09-03 ", "2026-01-05 "]);
  });

  test("is counted by the factor that a person chose for its invoice, whatever the note's words are", async () => {
    const diesel = (text: string, litres: string) => ({ text, quantity: litres, unit: "LTR", amount: `${litres}0.00` });
    const company = await read(invoice([diesel("Diesel", "100")]));
    const line = (await company.lines())[0];
    const facts = { emission_factor_key: "fuel.diesel_fossil.l" };
    await run(correctActivity, company.ctx, { id: line?.id, facts, reason });
    const before = await total(company.ctx);
    await company.ingest(file(credit([diesel("Kreditering af diesel", "25")])));
    expect(await codes(company)).toEqual([]);
    expect(await total(company.ctx)).toBeCloseTo(before * 0.75, 3);
    await run(undoActivityChange, company.ctx, { id: line?.id, reason });
    const usual = await total((await read(invoice([diesel("Diesel", "100")]))).ctx);
    expect(Math.abs(usual - before)).toBeGreaterThan(1);
    expect(await total(company.ctx)).toBeCloseTo(usual * 0.75, 3);
  });

  test("of a closed year waits with its invoice's correction, and both are restated", async () => {
    const company = await read(bought, note);
    const before = await places(company);
    await run(closeFinancialYear, company.ctx, { period_end: "2025-12-31", reason: "done" });
    const { id } = await lineOf(company, "10000");
    await run(correctActivity, company.ctx, { id, facts: { transaction_date: "2025-09-03" }, reason });
    expect(await places(company)).toEqual(before);
    await run(restateFinancialYear, company.ctx, { period_end: "2025-12-31", reason: "the day was wrong" });
    expect(await places(company)).toEqual({ "2025-09-03 ": Object.values(before)[0] });
    await intact(company.ctx);
  });
});

test("a bonus larger than each invoice, on what all of them count by quantity, changes the price and no kilogram", async () => {
  const used = { text: "Elforbrug", quantity: "1200", unit: "KWH", amount: "1200.00" };
  const bonus = { text: "Elforbrug, årsbonus", quantity: "1", unit: "EA", amount: "2000.00" };
  const bills = [1, 2].map((number) => invoice([used], { number: `E-${number}`, date: `2025-1${number}-20` }));
  const note = unnamed([bonus]);
  const expected = await outcome(await read(...bills));
  expect(await outcome(await read(...bills, note))).toEqual(expected);
  expect(await outcome(await read(note, ...bills))).toEqual(expected);
});

test("a credit note that waits for its invoice is accepted by a person where it was counted", async () => {
  const company = await read(credit([steel("4000.00")]));
  const [item] = await waiting(company.ctx);
  await run(acceptReviewItem, company.ctx, { id: item?.id, reason });
  const late = invoice([steel("10000.00")]);
  await company.ingest(file(late));
  expect(await codes(company)).toEqual([]);
  await run(recategorizeActivity, company.ctx, {
    id: (await lineOf(company, "10000")).id,
    category_id: "purchases.materials.aluminium",
    reason,
  });
  expect(Object.keys(await places(company))).toEqual(["2025-11-20 ", "2026-05-15 "]);
});
