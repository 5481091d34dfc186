import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { getActivity } from "../../../src/modules/activities/get-activity.ts";
import { listLedgerRows } from "../../../src/modules/activities/list-ledger-rows.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { listEmissions } from "../../../src/modules/emissions/list-emissions.ts";
import { shippedCatalog } from "../../support/catalog.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { record } from "../../support/ledger.ts";
import { correctRandomly } from "../../support/random-corrections.ts";
import { addDepartments, randomLines } from "../../support/random-lines.ts";

/** The day of the test clock, with which a period ends that is given no end. */
const TODAY = "2026-06-15";

let db: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  await addDepartments(ctx);
  for (let index = 0; index < 6; index += 1) {
    await record(ctx, randomLines(25, 700 + index));
    await correctRandomly(ctx, 10, index);
  }
});
afterAll(() => db.close());

interface Row {
  readonly id: string;
  readonly activity_id: string;
  readonly transaction_date: string;
  readonly category_id: string;
  readonly scope: string;
  readonly co2e_market_based_kg: number;
  readonly co2e_location_based_kg: number;
  readonly basis: "product" | "quantity" | "spend" | "stated";
  readonly market_based_fallback: boolean;
  readonly is_life_cycle: boolean;
  readonly description: string;
  readonly amount: number | null;
}

async function walk(operation: typeof listLedgerRows | typeof listEmissions, input: object): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const given = cursor === null ? input : { ...input, cursor };
    const answer = JSON.parse(toJsonText(await invoke(operation, ctx, given))) as {
      readonly items: readonly Row[];
      readonly next_cursor: string | null;
    };
    rows.push(...answer.items);
    cursor = answer.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** Of two rows the one that is listed first, by what they are ordered by and then by the newer id. */
function before(order: "date" | "kg"): (row: Row, other: Row) => number {
  const keyOf = (row: Row) => (order === "kg" ? row.co2e_market_based_kg : Date.parse(row.transaction_date));
  return (row, other) => keyOf(other) - keyOf(row) || (row.id < other.id ? 1 : -1);
}

test("any period, scope, category, order and page size lists the entries of list_emissions in that order, once", async () => {
  const all = await walk(listEmissions, { limit: 200, to: "9999-12-31" });
  expect(all.length).toBeGreaterThan(100);
  const days = fc
    .integer({ min: 0, max: 1400 })
    .map((day) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10));
  const catalog = await shippedCatalog();
  const filed = new Set(all.flatMap(({ category_id }) => [category_id, category_id.split(".")[0] ?? ""]));
  const categories = [...filed].filter((key) => catalog.category(key) !== undefined);
  expect(categories.length).toBeGreaterThan(3);
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.tuple(days, days), { nil: null }),
      fc.constantFrom("date", "kg"),
      fc.option(fc.constantFrom("1", "2", "3"), { nil: undefined }),
      fc.option(fc.constantFrom(...categories), { nil: undefined }),
      fc.integer({ min: 1, max: 60 }),
      async (ends, order, scope, category_id, limit) => {
        const [from, to] = ends?.toSorted() ?? [];
        const filter = {
          ...(from === undefined || to === undefined ? {} : { from, to }),
          ...(scope === undefined ? {} : { scope }),
          ...(category_id === undefined ? {} : { category_id }),
        };
        const listed = await walk(listLedgerRows, { ...filter, order, limit });
        const same = all.filter(
          (row) =>
            (from === undefined || row.transaction_date.slice(0, 10) >= from) &&
            row.transaction_date.slice(0, 10) <= (to ?? TODAY) &&
            (scope === undefined || row.scope === scope) &&
            (category_id === undefined ||
              row.category_id === category_id ||
              row.category_id.startsWith(`${category_id}.`)),
        );
        expect(listed.map(({ id }) => id)).toEqual(same.toSorted(before(order)).map(({ id }) => id));
      },
    ),
    { numRuns: 60 },
  );
});

test("a row says what its line says", async () => {
  const [row] = (await walk(listLedgerRows, { limit: 200, order: "kg" })).slice(3);
  const activity = await invoke(getActivity, ctx, { id: row?.activity_id ?? "" });
  expect(activity).toMatchObject({ description: row?.description, amount: row?.amount });
});

test("a category that is not there is refused, and another company sees nothing", async () => {
  await expect(invoke(listLedgerRows, ctx, { category_id: "energy.fule" })).rejects.toMatchObject({
    code: "request.validation_failed",
  });
  const other = db.context(await db.tenant());
  expect(await invoke(listLedgerRows, other, {})).toEqual({ items: [], next_cursor: null });
});

test("what rows and lineages say of their basis adds up to what the totals say", async () => {
  const rows = await walk(listLedgerRows, { limit: 200 });
  const total = (await invoke(getEmissionsSummary, ctx, {})) as {
    readonly basis: Readonly<Record<string, number>>;
    readonly scope2: { readonly market_based_fallback_kg: number; readonly life_cycle_kg: number };
  };
  const weight = (some: typeof rows) => some.reduce((sum, row) => sum + Math.abs(row.co2e_market_based_kg), 0);
  for (const basis of ["product", "quantity", "spend", "stated"] as const) {
    const share = (weight(rows.filter((row) => row.basis === basis)) / weight(rows)) * 100;
    expect(total.basis[`${basis}_pct`], basis).toBeCloseTo(share, 4);
  }
  const sum = (some: typeof rows, column: "co2e_market_based_kg" | "co2e_location_based_kg") =>
    some.reduce((kg, row) => kg + row[column], 0);
  const fallback = rows.filter((row) => row.market_based_fallback);
  const lifeCycle = rows.filter((row) => row.is_life_cycle);
  expect(fallback.length).toBeGreaterThan(0);
  expect(total.scope2.market_based_fallback_kg).toBeCloseTo(sum(fallback, "co2e_market_based_kg"), 3);
  expect(total.scope2.life_cycle_kg).toBeCloseTo(sum(lifeCycle, "co2e_location_based_kg"), 3);
});

test("a lineage says the same of its entry as the row", async () => {
  const own = db.context(await db.tenant());
  await addDepartments(own);
  await record(own, randomLines(25, 731));
  const { items } = JSON.parse(toJsonText(await invoke(listLedgerRows, own, { limit: 200 }))) as { items: Row[] };
  expect(items.length).toBeGreaterThan(10);
  for (const { id, basis, market_based_fallback, is_life_cycle } of items) {
    const { emission_entry } = (await invoke(getEmissionLineage, own, { id })) as { readonly emission_entry: object };
    expect(emission_entry).toMatchObject({ basis, market_based_fallback, is_life_cycle });
  }
});
