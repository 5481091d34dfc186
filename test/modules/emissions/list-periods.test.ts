import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { resolvePeriod } from "../../../src/core/period.ts";
import { decimalSum } from "../../../src/core/quantity.ts";
import { statement } from "../../../src/core/statement.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { listEmissions } from "../../../src/modules/emissions/list-emissions.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";
import { correctRandomly } from "../../support/random-corrections.ts";
import { addDepartments, categoryKeys, departmentIds, randomLines } from "../../support/random-lines.ts";

let db: TestDatabase;
let ctx: Context;

/** The day after that of the test clock: where no end is asked for, it is today's, unless the beginning lies after it. */
const TOMORROW = `'2026-06-16T00:00:00Z'::timestamptz`;

const NAIVE = statement(`
  select id from emission_entries e
  where tenant_id = $1 and environment = $2
    and ($3::timestamptz is null or transaction_date >= $3)
    and (transaction_date <= $4 or ($4::timestamptz is null and (transaction_date < ${TOMORROW} or $3 >= ${TOMORROW})))
    and ($5::int is null or scope = $5) and ($6::text is null or category_key = $6 or starts_with(category_key, $6 || '.'))
    and ($7::uuid is null or department_id = $7) and formula not like '0 kg CO2e: the later reading%'
    and not exists (select from emission_entries s where s.tenant_id = $1 and s.environment = $2
      and s.supersedes_entry_id = e.id)
  order by created_at desc, id desc limit 5000`);

/** One scope is nearly all of this month: its days are read one by one when a period takes a few of them. */
const DENSE_SCOPE = { scope: 3, scope3_category: 1, category_key: categoryKeys[2] } as const;
const DENSE_DATES = ["2025-05-03", "2025-05-04", "2025-05-04T00:00:00.000001Z", "2025-05-05T17:45:00Z", "2025-05-06"];

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  await addDepartments(ctx);
  for (let index = 0; index < 8; index += 1) {
    await record(ctx, randomLines(20, 200 + index));
    const dense = DENSE_DATES.flatMap((date) => Array.from({ length: 12 }, () => date));
    const entries = [calculatedEntry(DENSE_SCOPE)];
    await record(
      ctx,
      dense.map((date, line) =>
        ledgerLine(line + 1, { date, entries, department_id: departmentIds[line % 4] ?? null }),
      ),
    );
    await correctRandomly(ctx, 15, index);
  }
});

afterAll(async () => {
  await db.close();
});

interface Listed {
  readonly id: string;
  readonly co2e_market_based_kg: number;
}

interface Page {
  readonly items: readonly Listed[];
  readonly next_cursor: string | null;
}

async function walk(input: object): Promise<Listed[]> {
  const entries: Listed[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn < 500; turn += 1) {
    const text = toJsonText(await invoke(listEmissions, ctx, { ...input, ...(cursor === null ? {} : { cursor }) }));
    const { items, next_cursor } = JSON.parse(text) as Page;
    entries.push(...items);
    if (next_cursor === null) return entries;
    cursor = next_cursor;
  }
  throw new Error("the list has no end");
}

const TIMES = ["", "", "", "T00:00:00Z", "T00:00:00.000001Z", "T12:30:00Z", "T23:59:59.999999Z", "T01:00:00+02:00"];
/** 3 May 2025. */
const DENSE_DAY = 306;
const day = fc.oneof(fc.nat(900), fc.integer({ min: DENSE_DAY - 3, max: DENSE_DAY + 8 }));
const moment = (days: number, time: string) =>
  `${new Date(Date.UTC(2024, 6, 1) + days * 86_400_000).toISOString().slice(0, 10)}${time}`;
const optional = <Value>(values: readonly Value[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

function isInOrder(from: string, to: string): boolean {
  return String(resolvePeriod({ from }).from) <= String(resolvePeriod({ to }).to);
}

const request = fc.record({
  from: fc.option(fc.tuple(day, fc.constantFrom(...TIMES)), { nil: undefined, freq: 8 }),
  span: fc.option(fc.oneof(fc.nat(2), fc.nat(45), fc.nat(800)), { nil: undefined, freq: 8 }),
  end: fc.constantFrom(...TIMES),
  scope: optional([1, 2, 3, 3, 3]),
  category_id: optional([categoryKeys[1], categoryKeys[2], "energy", "energy.electricity", "purchases"]),
  department_id: optional(departmentIds),
  limit: fc.constantFrom(9, 50, 100),
});

test("every period and filter lists what a naive query lists, in its order, whatever the page size", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ from: start, span, end, limit, ...given }) => {
      const from = start && moment(...start);
      const to = span === undefined ? undefined : moment((start?.[0] ?? DENSE_DAY) + span, end);
      fc.pre(from === undefined || to === undefined || isInOrder(from, to));
      const filters = Object.entries({ from, to, ...given }).filter(([, value]) => value !== undefined);
      const { scope = null, category_id = null, department_id = null } = given;
      const period = resolvePeriod({ from, to });
      const naive = [period.from, period.to, scope, category_id, department_id];
      const expected = await ctx.db.rows<{ id: string }>(NAIVE, naive);
      const listed = await walk({ ...Object.fromEntries(filters), limit });
      expect(listed.map((entry) => entry.id)).toEqual(expected.map((row) => row.id));
      if (scope !== null || category_id !== null) return;
      const total = filters.filter(([name]) => ["from", "to", "department_id"].includes(name));
      // Outputs are checked against their schemas by the contract tests.
      const summary = (await invoke(getEmissionsSummary, ctx, Object.fromEntries(total))) as {
        entry_count: number;
        total_co2e_kg: number | null;
      };
      expect(summary.entry_count).toBe(listed.length);
      const kg = decimalSum(listed.map((entry) => String(entry.co2e_market_based_kg)));
      expect(summary.total_co2e_kg ?? 0).toBeCloseTo(Number(kg), 2);
    }),
    { numRuns: 120 },
  );
});
