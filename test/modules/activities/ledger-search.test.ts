import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { getLedgerSums } from "../../../src/modules/activities/get-ledger-sums.ts";
import { listLedgerRows } from "../../../src/modules/activities/list-ledger-rows.ts";
import { listEmissions } from "../../../src/modules/emissions/list-emissions.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { ledgerLine, record } from "../../support/ledger.ts";
import {
  addDepartments,
  departmentIds,
  generator,
  randomDepartment,
  randomEntry,
  randomMoment,
} from "../../support/random-lines.ts";

const SUPPLIERS = ["Nordstrøm Energi A/S", "ÅRHUS Fragt", "100 % Grøn ApS", null] as const;
const TEXTS = ["Elforbrug, variabel pris", "Vejtransport Hamburg", "Savet træ_gran", "Diverse"] as const;

let db: TestDatabase;
let ctx: Context;
let all: readonly Row[];

interface Row {
  readonly id: string;
  readonly activity_id: string;
  readonly transaction_date: string;
  readonly supplier_name: string | null;
  readonly description: string;
  readonly scope: string;
  readonly calculation_method: string;
  readonly data_quality_score: number;
  readonly co2e_market_based_kg: number;
  readonly co2e_location_based_kg: number;
}

interface Sums {
  readonly entry_count: number;
  readonly co2e_market_based_kg: number | null;
  readonly co2e_location_based_kg: number | null;
  readonly data_quality_score: number | null;
}

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  await addDepartments(ctx);
  const random = generator(31);
  const of = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  for (let document = 0; document < 4; document += 1) {
    const lines = Array.from({ length: 25 }, (_, index) =>
      ledgerLine(index + 1, {
        date: randomMoment(random),
        entries: [randomEntry(random)],
        activity: { supplier_name: of(SUPPLIERS), description: `${of(TEXTS)} ${index}` },
      }),
    );
    await record(ctx, lines);
  }
  for (const { activity_id } of (await walk(ctx, {})).filter((_row, index) => index % 9 === 0)) {
    const facts = { quantity: 10 + Math.floor(random() * 90), unit: "Nm3" };
    const category_id = "energy.stationary.natural_gas";
    await invoke(correctActivity, ctx, { id: activity_id, facts, category_id, reason: "Måleren siger det" });
  }
  all = await walk(ctx, {});
});
afterAll(() => db.close());

async function walk(of: Context, input: object): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const given: object = cursor === null ? { limit: 40, ...input } : { limit: 40, ...input, cursor };
    const answer = JSON.parse(toJsonText(await invoke(listLedgerRows, of, given))) as {
      readonly items: readonly Row[];
      readonly next_cursor: string | null;
    };
    rows.push(...answer.items);
    cursor = answer.next_cursor;
  } while (cursor !== null);
  return rows;
}

const sumsOf = async (of: Context, input: object): Promise<Sums> => (await invoke(getLedgerSums, of, input)) as Sums;

test("search, supplier, method and quality leave the rows that say so, and their sums are those rows'", async () => {
  expect(all.length).toBeGreaterThan(60);
  const optional = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(
      optional(["el", "EL nord", "århus vej", "træ_", "100 %", "%", "fragt diverse", "findes ikke"]),
      optional(SUPPLIERS.filter((name) => name !== null)),
      optional(["fuel_based", "average_data", "spend_based", "supplier_specific"] as const),
      optional([1, 2, 3, 4, 5]),
      optional(["1", "2", "3"] as const),
      fc.constantFrom("date", "kg"),
      async (q, supplier, calculation_method, data_quality_score, scope, order) => {
        const filter = Object.fromEntries(
          Object.entries({ q, supplier, calculation_method, data_quality_score, scope }).filter(
            ([, value]) => value !== undefined,
          ),
        );
        const words = (q ?? "").toLowerCase().split(" ");
        const same = all.filter(
          (row) =>
            words.every((word) => `${row.description} ${row.supplier_name ?? ""}`.toLowerCase().includes(word)) &&
            (supplier === undefined || row.supplier_name === supplier) &&
            (calculation_method === undefined || row.calculation_method === calculation_method) &&
            (data_quality_score === undefined || row.data_quality_score === data_quality_score) &&
            (scope === undefined || row.scope === scope),
        );
        const listed = await walk(ctx, { ...filter, order });
        expect(listed.map(({ id }) => id).toSorted()).toEqual(same.map(({ id }) => id).toSorted());
        const sums = await sumsOf(ctx, filter);
        expect(sums.entry_count).toBe(same.length);
        const sum = (of: (row: Row) => number) => same.reduce((total, row) => total + of(row), 0);
        if (same.length === 0) expect([sums.co2e_market_based_kg, sums.data_quality_score]).toEqual([null, null]);
        else {
          expect(sums.co2e_market_based_kg).toBeCloseTo(
            sum((row) => row.co2e_market_based_kg),
            3,
          );
          expect(sums.co2e_location_based_kg).toBeCloseTo(
            sum((row) => row.co2e_location_based_kg),
            3,
          );
          const weight = sum((row) => Math.abs(row.co2e_market_based_kg));
          const weighted = sum((row) => Math.abs(row.co2e_market_based_kg) * row.data_quality_score);
          expect(sums.data_quality_score).toBeCloseTo(weighted / weight, 4);
        }
      },
    ),
    { numRuns: 80 },
  );
});

test("a department leaves the rows that the list of emissions has of it, alone and beside other filters", async () => {
  const own = db.context(await db.tenant());
  await addDepartments(own);
  const random = generator(47);
  const lines = Array.from({ length: 40 }, (_, index) =>
    ledgerLine(index + 1, {
      date: randomMoment(random),
      department_id: randomDepartment(random),
      entries: [randomEntry(random)],
      activity: { supplier_name: SUPPLIERS[index % 4] ?? null, description: `${TEXTS[index % 4]} ${index}` },
    }),
  );
  await record(own, lines);
  const [department_id] = departmentIds;
  const answer = toJsonText(await invoke(listEmissions, own, { department_id, limit: 200 }));
  const { items } = JSON.parse(answer) as { items: { id: string }[] };
  const ids = new Set(items.map(({ id }) => id));
  expect(ids.size).toBeGreaterThan(2);
  const whole = await walk(own, {});
  expect(ids.size).toBeLessThan(whole.length);
  for (const filter of [{}, { scope: "1" }, { q: "elforbrug" }, { data_quality_score: 3, order: "kg" }] as const) {
    const asked = { department_id, ...filter };
    const found = await walk(own, asked);
    const same = (await walk(own, filter)).filter(({ id }) => ids.has(id));
    expect(found.map(({ id }) => id)).toEqual(same.map(({ id }) => id));
    const { order: _order, ...summed } = { order: "date", ...asked };
    const sums = await sumsOf(own, summed);
    expect(sums.entry_count).toBe(same.length);
    const kg = same.reduce((total, row) => total + row.co2e_market_based_kg, 0);
    expect(sums.co2e_market_based_kg ?? 0).toBeCloseTo(kg, 3);
  }
  const unknown = { department_id: "0198c0de-0000-7000-8000-00000000ffff" };
  await expect(walk(own, unknown)).rejects.toMatchObject({ code: "request.validation_failed" });
  await expect(sumsOf(own, unknown)).rejects.toMatchObject({ code: "request.validation_failed" });
});

test("of a period and a page after the first as well", async () => {
  const year = { from: "2025-01-01", to: "2025-12-31", q: "hamburg" };
  const same = all.filter(
    ({ transaction_date, description }) => transaction_date.startsWith("2025") && description.includes("Hamburg"),
  );
  expect(same.length).toBeGreaterThan(3);
  const listed = await walk(ctx, { ...year, limit: 2, order: "kg" });
  expect(listed.map(({ id }) => id).toSorted()).toEqual(same.map(({ id }) => id).toSorted());
  expect((await sumsOf(ctx, year)).entry_count).toBe(same.length);
});

test("a supplier that a person stated is found in the place of the document's", async () => {
  const own = db.context(await db.tenant());
  await record(own, [ledgerLine(1, { activity: { supplier_name: "Ukendt 4711" } })]);
  const [row] = await walk(own, { q: "ukendt" });
  const facts = { supplier_name: "Bageriet Ørsted ApS" };
  const category_id = "energy.stationary.natural_gas";
  const reason = "Kvitteringen siger det";
  await invoke(correctActivity, own, { id: row?.activity_id ?? "", facts, category_id, reason });
  expect(await walk(own, { q: "ukendt" })).toEqual([]);
  await expect(walk(own, { supplier: "Ukendt 4711" })).rejects.toMatchObject({
    extras: { issues: [{ path: "supplier", code: "unknown_supplier" }] },
  });
  expect(await walk(own, { supplier: "Bageriet Ørsted ApS", q: "findes ikke" })).toEqual([]);
  // The gas and what lies upstream of it.
  expect(await walk(own, { q: "ørsted naturgas" })).toHaveLength(2);
  expect(await walk(own, { supplier: "Bageriet Ørsted ApS" })).toHaveLength(2);
});

test("another company's lines are neither found nor counted, and a category that is not there is refused", async () => {
  const other = db.context(await db.tenant());
  expect(await walk(other, { q: "el" })).toEqual([]);
  expect(await sumsOf(other, {})).toEqual({
    entry_count: 0,
    co2e_market_based_kg: null,
    co2e_location_based_kg: null,
    data_quality_score: null,
  });
  await expect(invoke(getLedgerSums, other, { category_id: "energy.fule" })).rejects.toMatchObject({
    code: "request.validation_failed",
  });
});

test("words that fit more than 20,000 lines are refused instead of answered in part", async () => {
  const tenant = await db.tenant();
  const large = db.context(tenant);
  await record(large, [ledgerLine(1)]);
  await copyLines(tenant.id, 20_000);
  const refusal = { code: "request.validation_failed", extras: { issues: [{ path: "q", code: "too_many_lines" }] } };
  await expect(invoke(listLedgerRows, large, { q: "naturgas" })).rejects.toMatchObject(refusal);
  await expect(invoke(getLedgerSums, large, { q: "naturgas" })).rejects.toMatchObject(refusal);
  await expect(invoke(getLedgerSums, large, { supplier: "Gasforsyning A/S" })).rejects.toMatchObject({
    extras: { issues: [{ path: "supplier", code: "too_many_lines" }] },
  });
  expect(await walk(large, { q: "kopi 19999" })).toEqual([]);
});

/** The company's only line again, with readings and without entries: as the owner, for it would take minutes by documents. */
async function copyLines(tenantId: string, count: number): Promise<void> {
  const client = new Client(driverSettings(db.connection));
  await client.connect();
  try {
    await client.query(
      `with copied as (
         insert into activities (tenant_id, environment, id, document_id, document_sha256, line_number, line_kind, document_type,
           supplier_name, transaction_date, description, tax_treatment, ingested_by)
         select tenant_id, environment, uuidv7(), document_id, document_sha256, 1 + n, line_kind, document_type,
           supplier_name, transaction_date, 'Naturgas, kopi ' || n, tax_treatment, ingested_by
         from activities cross join generate_series(1, $2::int) as copy (n) where tenant_id = $1
         returning tenant_id, environment, id)
       insert into activity_splits (tenant_id, environment, id, activity_id, status, category_key, mapped_by, confidence, reason,
         created_by)
       select tenant_id, environment, uuidv7(), id, 'excluded', 'unclassified.pending', 'rule', 1, 'copy', 'system' from copied`,
      [tenantId, count],
    );
    // As the server does by itself before long: without it the plan is one for an empty table.
    await client.query("analyze activities, activity_splits");
  } finally {
    await client.end();
  }
}
