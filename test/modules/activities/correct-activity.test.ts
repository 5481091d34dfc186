import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { assignActivityDepartment } from "../../../src/modules/activities/assign-activity-department.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { getActivity } from "../../../src/modules/activities/get-activity.ts";
import { listActivities } from "../../../src/modules/activities/list-activities.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { createDepartment } from "../../../src/modules/departments/create-department.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { listEmissions } from "../../../src/modules/emissions/list-emissions.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { decideReviewItems } from "../../../src/modules/review/decide-review-items.ts";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
import { listSuppliers } from "../../../src/modules/suppliers/list-suppliers.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { generator } from "../../support/random-lines.ts";
import { intact, run, total, waiting } from "../../support/review.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const DIESEL = "transport.own.diesel";
const PAPER = "purchases.goods.office_supplies";

const LEDGER = `Dato;Leverandør;CVR;Tekst;Konto;Beløb ekskl. moms;Valuta
15-03-2026;OK a.m.b.a.;39170418;Diesel;3120;8000,00;DKK
20-03-2026;Lyreco Danmark A/S;19442794;Kontorpapir A4;2450;1250,00;DKK
21-03-2026;Lyreco Danmark A/S;19442794;Kuglepenne;2450;300,00;DKK
`;

interface Line {
  readonly version: string;
  readonly id: string;
  readonly description: string;
  readonly status: string;
  readonly category_id: string;
  readonly review_code: string | null;
  readonly quantity: number | null;
  readonly transaction_date: string;
  readonly supplier_name: string;
  readonly stated: readonly string[];
  readonly readings?: readonly unknown[];
  readonly origins?: object;
}

interface Corrected extends Line {
  readonly entry_ids: readonly string[];
  readonly change_kg: number;
  readonly dry_run: boolean;
  readonly undone: string;
  readonly not_restored: readonly string[];
  readonly years: readonly {
    readonly year: number;
    readonly before_kg: number;
    readonly after_kg: number;
    readonly total_before_kg: number;
    readonly total_after_kg: number;
  }[];
}

async function books(): Promise<Company> {
  const company = await service.company();
  await company.ingest({ name: "posteringer.csv", bytes: Buffer.from(LEDGER) });
  return company;
}

async function lineOf({ ctx }: Company, description: string): Promise<Line> {
  const { items } = await run<{ items: Line[] }>(listActivities, ctx, { limit: 100 });
  const listed = items.find((line) => line.description === description);
  return await run<Line>(getActivity, ctx, { id: listed?.id });
}

interface Entry {
  readonly id: string;
  readonly category_id: string;
  readonly transaction_date: string;
  readonly co2e_market_based_kg: number;
}

async function entriesOf({ ctx }: Company, filter: object = {}): Promise<Entry[]> {
  // A page of entries is bytes from the start.
  const page = JSON.parse(toJsonText(await invoke(listEmissions, ctx, { limit: 200, ...filter }))) as {
    items: Entry[];
  };
  return page.items.filter((entry) => entry.co2e_market_based_kg !== 0);
}

async function totalOf({ ctx }: Company, year: number): Promise<number> {
  const period = { from: `${year}-01-01`, to: `${year}-12-31` };
  return (await run<{ total_co2e_kg: number }>(getEmissionsSummary, ctx, period)).total_co2e_kg;
}

const REFUSED = { code: "request.validation_failed" };

describe("correct_activity", () => {
  test("a quantity that nobody printed counts; the dry run tells the same and writes nothing", async () => {
    const company = await books();
    const diesel = await lineOf(company, "Diesel");
    expect(diesel).toMatchObject({
      status: "pending_review",
      category_id: DIESEL,
      review_code: "quantity_missing",
      stated: [],
    });
    const stated = { id: diesel.id, category_id: DIESEL, facts: { quantity: 500, unit: "liter" }, reason: "Fuel card" };
    const before = await total(company.ctx);
    const dry = await run<Corrected>(correctActivity, company.ctx, { ...stated, dry_run: true });
    expect(await total(company.ctx)).toBe(before);
    expect(await lineOf(company, "Diesel")).toEqual(diesel);

    const done = await run<Corrected>(correctActivity, company.ctx, stated);
    expect(done).toMatchObject({
      status: "classified",
      quantity: 500,
      unit: "l",
      review_code: null,
      stated: ["quantity"],
    });
    expect(done.change_kg).toBeGreaterThan(1_000);
    expect({ ...dry, dry_run: false, entry_ids: done.entry_ids, version: done.version }).toEqual(done);
    expect(done.years).toEqual([
      {
        year: 2026,
        before_kg: 0,
        after_kg: done.change_kg,
        total_before_kg: before,
        total_after_kg: await total(company.ctx),
      },
    ]);
    const [entry] = await entriesOf(company, { scope: "1" });
    expect(await run(getEmissionLineage, company.ctx, { id: entry?.id })).toMatchObject({
      activity: { quantity: null, unit: null, amount: 8000 },
      activity_split: { quantity: 500, unit: "l", stated: [{ fact: "quantity", value: "500 l" }] },
      calculation: { formula: expect.stringContaining("500 l x ") },
    });
    await intact(company.ctx);
  });

  test("a date in another year moves the figures there, and lists find the line by it", async () => {
    const company = await books();
    const paper = await lineOf(company, "Kontorpapir A4");
    const kg = await total(company.ctx);
    const done = await run<Corrected>(correctActivity, company.ctx, {
      id: paper.id,
      facts: { transaction_date: "2025-12-30" },
      reason: "Booked late",
    });
    expect(done.transaction_date).toBe("2025-12-30T00:00:00.000000Z");
    expect(done.years.map(({ year }) => year)).toEqual([2025, 2026]);
    expect(await totalOf(company, 2025)).toBe(done.years[0]?.total_after_kg);
    expect(await totalOf(company, 2026)).toBe(done.years[1]?.total_after_kg);
    expect(await totalOf(company, 2026)).toBeLessThan(kg);
    const inYear = async (year: number) => {
      const period = { from: `${year}-01-01`, to: `${year}-12-31` };
      const { items } = await run<{ items: Line[] }>(listActivities, company.ctx, period);
      return items.map((line) => line.description).toSorted();
    };
    expect(await inYear(2025)).toEqual(["Kontorpapir A4"]);
    expect(await inYear(2026)).toEqual(["Diesel", "Kuglepenne"]);
    expect(await entriesOf(company, { to: "2025-12-31" })).toMatchObject([
      { transaction_date: "2025-12-30T00:00:00.000000Z" },
    ]);
    await intact(company.ctx);
  });

  test("a supplier, amount and period are those that a person states", async () => {
    const company = await books();
    const pens = await lineOf(company, "Kuglepenne");
    const before = await total(company.ctx);
    const done = await run<Corrected>(correctActivity, company.ctx, {
      id: pens.id,
      facts: {
        supplier_name: "Staples Danmark ApS",
        supplier_identifier: "10103894",
        amount: 600,
        service_period_start: "2026-03-01",
        service_period_end: "2026-03-31",
      },
      reason: "The receipt says so",
    });
    expect(done).toMatchObject({
      supplier_name: "Staples Danmark ApS",
      supplier_identifier: "10103894",
      amount: 600,
      currency: "DKK",
      tax_treatment: "excl_vat",
      service_period_start: "2026-03-01",
      service_period_end: "2026-03-31",
      stated: ["amount", "service_period", "supplier"],
    });
    expect(await total(company.ctx)).toBeCloseTo(before + done.change_kg, 5);
    expect(done.years[0]?.after_kg).toBeCloseTo(2 * (done.years[0]?.before_kg ?? 0), 5);
    const { items } = await run<{ items: { supplier_name: string }[] }>(listSuppliers, company.ctx, {});
    expect(items.map(({ supplier_name }) => supplier_name)).toContain("Staples Danmark ApS");
  });

  test("every reading is told, with what was stated, by whom and why", async () => {
    const company = await books();
    const { id } = await lineOf(company, "Diesel");
    await run(correctActivity, company.ctx, { id, facts: { amount: 9000 }, reason: "Second receipt" });
    await run(correctActivity, company.ctx, {
      id,
      facts: { quantity: 500, unit: "l" },
      category_id: DIESEL,
      reason: "Card",
    });
    await run(undoActivityChange, company.ctx, { id, reason: "Wrong card" });
    const { readings } = await run<{ readings: Record<string, unknown>[] }>(getActivity, company.ctx, { id });
    const amount = { fact: "amount", value: "9000 DKK excl_vat" };
    expect(readings).toMatchObject([
      { stated: [amount], status: "pending_review" },
      { stated: [amount, { fact: "quantity", value: "500 l" }], status: "classified", reason: "Card" },
      { stated: [amount], status: "pending_review", reason: expect.stringContaining("Second receipt") },
      { stated: [], status: "pending_review" },
    ]);
    for (const reading of readings.slice(0, 3)) expect(reading["created_by"]).toBe(company.ctx.principal.actor);
  });

  test("reasons that are cut are cut between characters", async () => {
    const company = await books();
    const { id } = await lineOf(company, "Diesel");
    for (const before of ["", "x", "", "x", "xx"]) {
      const reason = `${before}${"\u{1F600}".repeat(248)}`;
      await run(correctActivity, company.ctx, { id, facts: { amount: 9000 + reason.length }, reason });
    }
    const { readings } = await run<{ readings: { reason: string }[] }>(getActivity, company.ctx, { id });
    expect(readings[0]?.reason.length).toBeGreaterThan(900);
    expect(JSON.stringify(readings)).not.toMatch(/\\ud[89a-f]|\ufffd/);
  });

  test("a quantity that is wrong, and that nobody knows better, counts no more", async () => {
    const company = await books();
    const { id } = await lineOf(company, "Diesel");
    const fuel = { id, category_id: DIESEL, facts: { quantity: 500, unit: "l" }, reason: "Fuel card" };
    await run(correctActivity, company.ctx, fuel);
    expect(await entriesOf(company, { scope: "1" })).toHaveLength(1);
    const cleared = await run<Corrected>(correctActivity, company.ctx, {
      id,
      facts: { clear: ["quantity"] },
      reason: "Not ours",
    });
    expect(cleared).toMatchObject({
      status: "pending_review",
      quantity: null,
      unit: null,
      review_code: "quantity_missing",
    });
    expect(await entriesOf(company, { scope: "1" })).toEqual([]);
    // The entry that ends the other one stays in its month, wherever the line went.
    await run(correctActivity, company.ctx, fuel);
    const moved = { facts: { transaction_date: "2024-02-01", clear: ["quantity"] }, reason: "Not ours" };
    const { entry_ids } = await run<Corrected>(correctActivity, company.ctx, { id, ...moved });
    for (const entry of entry_ids) {
      expect(await run(getEmissionLineage, company.ctx, { id: entry })).toMatchObject({
        emission_entry: { transaction_date: "2026-03-15T00:00:00.000000Z", co2e_market_based_kg: 0 },
      });
    }
    expect(entry_ids.length).toBeGreaterThan(0);
    await intact(company.ctx);
  });

  test("what is stated stays when a category, a department or an exclusion follows", async () => {
    const company = await books();
    const { id } = await lineOf(company, "Kontorpapir A4");
    await run(correctActivity, company.ctx, { id, facts: { amount: 2000 }, reason: "Two boxes" });
    await run(recategorizeActivity, company.ctx, { id, category_id: "purchases.materials.paper", reason: "It is" });
    await run(excludeActivity, company.ctx, { id, reason: "Private" });
    expect(await lineOf(company, "Kontorpapir A4")).toMatchObject({
      amount: 2000,
      stated: ["amount"],
      status: "excluded",
    });
    const corrected = await run<Corrected>(correctActivity, company.ctx, {
      id,
      facts: { amount: 2100 },
      reason: "Three",
    });
    expect(corrected).toMatchObject({ amount: 2100, status: "excluded", change_kg: 0, years: [] });
  });

  test.each([
    [{}, "", "nothing_stated"],
    [{ facts: { quantity: 5 } }, "facts.unit", "required"],
    [{ facts: { unit: "l" } }, "facts.quantity", "required"],
    [{ facts: { quantity: 5, unit: "spand" } }, "facts.unit", "unknown_unit"],
    [{ facts: { quantity: 5, unit: "kWh" } }, "facts.unit", "unit_mismatch"],
    [{ facts: { currency: "EUR" } }, "facts.amount", "required"],
    [{ facts: { tax_treatment: "incl_vat" } }, "facts.amount", "required"],
    [{ facts: { transaction_date: "2127-01-01" } }, "facts.transaction_date", "in_future"],
    [{ facts: { service_period_end: "2026-01-01" } }, "facts.service_period_start", "required"],
    [
      { facts: { service_period_start: "2026-02-01", service_period_end: "2026-01-01" } },
      "facts.service_period_end",
      "before_start",
    ],
    [{ facts: { supplier_identifier: "10103894" } }, "facts.supplier_name", "required"],
    [{ facts: { quantity: 5, unit: "l", clear: ["quantity"] } }, "facts.clear", "contradiction"],
    [{ category_id: "unclassified.not_relevant" }, "category_id", "unknown_category"],
  ])("refuses %j and writes nothing", async (stated, path, code) => {
    const company = await books();
    const diesel = await lineOf(company, "Diesel");
    await expect(run(correctActivity, company.ctx, { id: diesel.id, reason: "x", ...stated })).rejects.toMatchObject({
      ...REFUSED,
      extras: { issues: [{ path, code }] },
    });
    expect(await lineOf(company, "Diesel")).toEqual(diesel);
  });
});

describe("review decisions with facts", () => {
  test("a line that waits for a quantity is accepted with it, alone and among others", async () => {
    const [one, many] = [await books(), await books()];
    const facts = { facts: { quantity: 500, unit: "l" } };
    const [item] = await waiting(one.ctx);
    await expect(run(acceptReviewItem, one.ctx, { id: item?.id })).rejects.toMatchObject(REFUSED);
    await run(acceptReviewItem, one.ctx, { id: item?.id, ...facts });
    const [other] = await waiting(many.ctx);
    expect(
      await run(decideReviewItems, many.ctx, { decisions: [{ id: other?.id, decision: "accept", ...facts }] }),
    ).toMatchObject({ decided_count: 1, failed_count: 0 });
    expect(await total(one.ctx)).toBeGreaterThan(1_000);
    expect(await total(many.ctx)).toBe(await total(one.ctx));
    expect(await waiting(one.ctx)).toEqual([]);
    const recategorized = {
      id: item?.id,
      category_id: "transport.own.petrol",
      facts: { quantity: 400, unit: "l" },
      reason: "Petrol",
    };
    expect(await run(recategorizeReviewItem, one.ctx, recategorized)).toMatchObject({
      quantity: 400,
      stated: ["quantity"],
    });
    await expect(run(acceptReviewItem, one.ctx, { id: item?.id, ...facts })).rejects.toMatchObject({
      ...REFUSED,
      extras: { issues: [{ path: "id", code: "not_waiting" }] },
    });
    await intact(one.ctx);
  });

  test("facts of a line that shall not count are refused, not dropped", async () => {
    const { ctx } = await books();
    const [item] = await waiting(ctx);
    const decision = { id: item?.id, decision: "exclude", reason: "Private", facts: { quantity: 5, unit: "l" } };
    expect(await run(decideReviewItems, ctx, { decisions: [decision] })).toMatchObject({ failed_count: 1 });
    expect(await waiting(ctx)).toHaveLength(1);
  });
});

describe("a change of a line as it was read", () => {
  test("is refused once somebody else has changed it, and nothing is written", async () => {
    const company = await books();
    const { id, version } = await lineOf(company, "Kontorpapir A4");
    await run(correctActivity, company.ctx, { id, facts: { amount: 2000 }, reason: "Two boxes", version });
    const now = await lineOf(company, "Kontorpapir A4");
    const changed = { code: "review_item.changed" };
    const late = { id, version, reason: "Late" };
    await expect(run(correctActivity, company.ctx, { ...late, facts: { amount: 1 } })).rejects.toMatchObject(changed);
    await expect(run(excludeActivity, company.ctx, late)).rejects.toMatchObject(changed);
    const department = await run<{ id: string }>(createDepartment, company.ctx, { name: "Lager" });
    const assigned = { id, version, department_id: department.id };
    await expect(run(assignActivityDepartment, company.ctx, assigned)).rejects.toMatchObject(changed);
    expect(await lineOf(company, "Kontorpapir A4")).toEqual(now);
    await run(assignActivityDepartment, company.ctx, { ...assigned, version: now.version });
    expect(await lineOf(company, "Kontorpapir A4")).toMatchObject({ department_id: department.id });
  });

  test("tells before it is left out what that moves, and what can be undone", async () => {
    const company = await books();
    const { id } = await lineOf(company, "Kontorpapir A4");
    const category_id = "purchases.materials.paper";
    await run(recategorizeActivity, company.ctx, { id, category_id, reason: "It is" });
    const before = await total(company.ctx);
    const dry = await run<Corrected>(excludeActivity, company.ctx, { id, reason: "Private", dry_run: true });
    expect(await total(company.ctx)).toBe(before);
    expect(dry).toMatchObject({ status: "excluded", dry_run: true });
    expect(dry.change_kg).toBeLessThan(0);
    expect(await lineOf(company, "Kontorpapir A4")).toMatchObject({
      status: "classified",
      undoable: { action: "activity.recategorized", actor: company.ctx.principal.actor },
    });
    const done = await run<Corrected>(excludeActivity, company.ctx, { id, reason: "Private" });
    expect(done).toMatchObject({ change_kg: dry.change_kg, years: dry.years, dry_run: false });
    expect(await total(company.ctx)).toBeCloseTo(before + dry.change_kg, 6);
    expect(await lineOf(company, "Kontorpapir A4")).toMatchObject({ undoable: { action: "activity.excluded" } });
    const [counted] = (await run<{ current_entry_ids: string[] }>(getActivity, company.ctx, { id })).current_entry_ids;
    expect(await run(getEmissionLineage, company.ctx, { id: counted })).toMatchObject({
      activity: { id },
      emission_entry: { is_closing: true, superseded_by_entry_id: null },
    });
  });
});

describe("undo_activity_change", () => {
  test("brings figures, factors and facts back, forgets what was learned, and can be undone", async () => {
    const company = await books();
    const { ctx } = company;
    const before = await lineOf(company, "Kontorpapir A4");
    const figures = async () =>
      (await entriesOf(company)).map(({ category_id, transaction_date, co2e_market_based_kg }) => ({
        category_id,
        transaction_date,
        co2e_market_based_kg,
      }));
    const counted = await figures();
    const change = {
      id: before.id,
      category_id: "purchases.materials.paper",
      facts: { transaction_date: "2025-11-02" },
      reason: "Roll",
    };
    await run(correctActivity, ctx, change);
    const changed = await figures();
    const undone = await run<Corrected>(undoActivityChange, ctx, { id: before.id, reason: "Wrong line" });
    const {
      readings: _readings,
      origins: _origins,
      inferred_from: _words,
      version: _version,
      ...details
    } = before as typeof before & { readonly inferred_from: object };
    const {
      current_entry_ids: _entries,
      undoable,
      ...facts
    } = details as typeof details & {
      current_entry_ids: readonly string[];
      undoable: object | null;
    };
    expect(undoable).toBeNull();
    expect(undone).toMatchObject({ ...facts, undone: "activity.corrected", not_restored: [] });
    expect((await figures()).toSorted(byKg)).toEqual(counted.toSorted(byKg));
    // A new line of the same supplier and words is read as if nothing had been decided.
    const next = LEDGER.replaceAll("-03-2026", "-04-2026").replaceAll("1250,00", "1251,00");
    await company.ingest({ name: "april.csv", bytes: Buffer.from(next) });
    const april = (await company.lines()).filter(({ amount }) => Number(amount) === 1251);
    expect(april).toMatchObject([{ category_key: before.category_id }]);

    await run(undoActivityChange, ctx, { id: before.id, reason: "It was right" });
    expect(await figures()).toEqual(expect.arrayContaining(changed));
    expect(await run(getActivity, ctx, { id: before.id })).toMatchObject({
      category_id: change.category_id,
      stated: ["transaction_date"],
    });
    await intact(ctx);
  });

  test("remembers again what an earlier decision taught, and keeps what a later one did", async () => {
    const company = await books();
    const { ctx } = company;
    const [paper, pens] = [await lineOf(company, "Kontorpapir A4"), await lineOf(company, "Kuglepenne")];
    const recategorized = (id: string, category_id: string) =>
      run(recategorizeActivity, ctx, { id, category_id, reason: "x" });
    await recategorized(pens.id, "purchases.materials.paper");
    await recategorized(paper.id, "purchases.services.cleaning");
    const undone = await run<Corrected>(undoActivityChange, ctx, { id: paper.id, reason: "No" });
    expect(undone.not_restored).toEqual([]);
    await company.ingest({
      name: "maj.csv",
      bytes: Buffer.from(`Dato;Leverandør;CVR;Tekst;Konto;Beløb ekskl. moms;Valuta
20-05-2026;Lyreco Danmark A/S;19442794;Xylofon;2450;77,00;DKK
`),
    });
    const may = (await company.lines()).filter(({ amount }) => Number(amount) === 77);
    expect(may).toMatchObject([{ category_key: "purchases.materials.paper" }]);

    await recategorized(paper.id, "purchases.services.cleaning");
    await recategorized(pens.id, PAPER);
    const kept = await run<Corrected>(undoActivityChange, ctx, { id: paper.id, reason: "No" });
    expect(kept.not_restored).toMatchObject([expect.stringContaining("later decision")]);
  });

  test("is refused where nothing was changed", async () => {
    const company = await books();
    const { id } = await lineOf(company, "Diesel");
    await expect(run(undoActivityChange, company.ctx, { id, reason: "x" })).rejects.toMatchObject({
      ...REFUSED,
      extras: { issues: [{ path: "id", code: "nothing_to_undo" }] },
    });
  });
});

function byKg(a: { co2e_market_based_kg: number }, b: { co2e_market_based_kg: number }): number {
  return a.co2e_market_based_kg - b.co2e_market_based_kg;
}

test("after any corrections and undoings list, sums and chain agree, and entries lie in one month", async () => {
  const company = await books();
  const { ctx } = company;
  const random = generator(20_261_123);
  const ids = (await company.lines()).map(({ id }) => id);
  const day = () => `202${4 + Math.floor(random() * 3)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)}`;
  const changes = [
    (id: string) => run(correctActivity, ctx, { id, facts: { transaction_date: day() }, reason: "date" }),
    (id: string) =>
      run(correctActivity, ctx, { id, facts: { amount: Math.round(random() * 100_000) / 100 }, reason: "amount" }),
    (id: string) => run(correctActivity, ctx, { id, category_id: PAPER, reason: "category" }),
    (id: string) =>
      run(correctActivity, ctx, {
        id,
        category_id: DIESEL,
        facts: { quantity: 1 + Math.floor(random() * 900), unit: "l" },
        reason: "fuel",
      }),
    (id: string) => run(excludeActivity, ctx, { id, reason: "out" }),
    (id: string) => run(undoActivityChange, ctx, { id, reason: "undo" }),
    (id: string) => run(correctActivity, ctx, { id, facts: { clear: ["quantity"] }, reason: "clear" }),
  ];
  for (let step = 0; step < 120; step += 1) {
    const id = ids[Math.floor(random() * ids.length)] ?? "";
    const change = changes[Math.floor(random() * changes.length)];
    await change?.(id).catch((error: unknown) => expect(error).toMatchObject(REFUSED));
  }
  const listed = await entriesOf(company);
  const sum = listed.reduce((kg, entry) => kg + entry.co2e_market_based_kg, 0);
  expect(await total(ctx)).toBeCloseTo(sum, 4);
  const years = await Promise.all([2024, 2025, 2026].map((year) => totalOf(company, year)));
  expect(years.reduce((kg, year) => kg + year, 0)).toBeCloseTo(sum, 4);
  // A line counts once: its entry, and for a fuel the upstream one beside it.
  expect(listed.length).toBeLessThanOrEqual(2 * ids.length);
  await intact(ctx);
});
