import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { resolvePeriod } from "../../../src/core/period.ts";
import { decimalSum, roundedNumber } from "../../../src/core/quantity.ts";
import { statement } from "../../../src/core/statement.ts";
import { getEmissionsByCategory } from "../../../src/modules/emissions/get-emissions-by-category.ts";
import { getEmissionsByScope3Category } from "../../../src/modules/emissions/get-emissions-by-scope3-category.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { shippedCatalog } from "../../support/catalog.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";
import { correctRandomly } from "../../support/random-corrections.ts";
import { addDepartments, departmentIds, randomLines } from "../../support/random-lines.ts";

let db: TestDatabase;
let ctx: Context;

/** The day of the test clock: entries are dated after it as well. */
const TODAY = "2026-06-15";
/** Where no end is asked for, it is today's, unless the beginning lies after it. */
const TOMORROW = `'2026-06-16T00:00:00Z'::timestamptz`;

/** What is no end of an earlier entry, and not in the days to come, of scope $6 or of all. */
const TELLS = `formula not like '0 kg CO2e: the later reading%' and transaction_date < '${TODAY}'::date + interval '1 day'
      and ($6::int is null or scope = $6)`;

// Sums as a client would make them: every current entry whose transaction date lies in the period, nothing else.
const NAIVE = statement(`
  select coalesce(sum(market_based_kg), 0)::text as market, coalesce(sum(location_based_kg), 0)::text as location,
    coalesce(sum(market_based_kg) filter (where scope = 2), 0)::text as scope2,
    coalesce(sum(market_based_kg) filter (where scope = 3), 0)::text as scope3,
    coalesce(sum(biogenic_co2_kg), 0)::text as biogenic,
    count(*) filter (where formula not like '0 kg CO2e: the later reading%') as total,
    coalesce(sum(market_based_kg) filter (where scope = 3 and scope3_category is null), 0)::text as unclassified,
    coalesce(sum(market_based_kg) filter (where scope = 2 and market_based_fallback), 0)::text as fallback,
    coalesce(sum(location_based_kg) filter (where scope = 2 and factor->>'boundary' = 'life_cycle'), 0)::text as life_cycle,
    coalesce(sum(market_based_kg) filter (where inputs->>'spend_region_substituted' = 'true'), 0)::text as substituted,
    coalesce(sum(market_based_kg) filter (where inputs->>'factor_year_distant' = 'true'), 0)::text as distant,
    array_agg(abs(market_based_kg)::text || ' ' || case when calculation_method = 'spend_based' then 'spend' when inputs ? 'pcf_record_id' then 'product'
      when inputs ? 'quantity' then 'quantity'
      else 'stated' end) as weights,
    array_agg(distinct scope * 100 + coalesce(scope3_category, 0))
      filter (where formula not like '0 kg CO2e: the later reading%' and ($6::int is null or scope = $6)) as counted,
    (min(transaction_date) filter (where ${TELLS}) at time zone 'UTC')::date as data_from,
    (max(transaction_date) filter (where ${TELLS}) at time zone 'UTC')::date as data_to,
    count(distinct date_trunc('month', transaction_date at time zone 'UTC'))
      filter (where ${TELLS})::int as months_with_data,
    (sum(abs(market_based_kg) * data_quality_score) / nullif(sum(abs(market_based_kg)), 0))::text as score
  from emission_entries e
  where tenant_id = $1 and environment = $2
    and ($3::timestamptz is null or transaction_date >= $3)
    and (transaction_date <= $4 or ($4::timestamptz is null and (transaction_date < ${TOMORROW} or $3 >= ${TOMORROW})))
    and ($5::uuid is null or department_id = $5)
    and not exists (select from emission_entries s where s.tenant_id = $1 and s.environment = $2
      and s.supersedes_entry_id = e.id)
  limit 1`);

interface Naive {
  readonly market: string;
  readonly location: string;
  readonly scope2: string;
  readonly scope3: string;
  readonly biogenic: string;
  readonly total: number;
  readonly unclassified: string;
  readonly score: string | null;
  readonly fallback: string;
  readonly life_cycle: string;
  readonly substituted: string;
  readonly distant: string;
  /** Of each entry, its weight and what it rests on; null: there are none. */
  readonly weights: readonly string[] | null;
  /** Scope x 100 + scope 3 category. */
  readonly counted: readonly number[] | null;
  readonly data_from: string | null;
  readonly data_to: string | null;
  readonly months_with_data: number;
}

beforeAll(async () => {
  db = await testDatabase();
  const catalog = await shippedCatalog();
  ctx = db.context(await db.tenant(), undefined, { catalog: async () => catalog });
  await addDepartments(ctx);
  for (let index = 0; index < 12; index += 1) await record(ctx, randomLines(25, index));
  for (let index = 0; index < 3; index += 1) await correctRandomly(ctx, 20, index);
});

afterAll(async () => {
  await db.close();
});

const FORMS = ["date", "start", "end", "monthStart", "monthEnd", "noon", "offset", "last"] as const;
const form = fc.constantFrom(...FORMS);
const start = fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined, freq: 6 });
/** Days from the beginning of a period to its end: within a day, a month, or longer. */
const span = fc.option(fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 70 }), fc.nat(900)), {
  nil: undefined,
  freq: 6,
});

/** A bound as a client may write it: the day, a moment of it, or the ends of its month. */
function bound(days: number, kind: (typeof FORMS)[number]): string {
  const at = new Date(Date.UTC(2024, 5, 1) + days * 86_400_000);
  const date = at.toISOString().slice(0, 10);
  const month = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  return {
    date,
    start: `${date}T00:00:00Z`,
    end: `${date}T23:59:59.999999Z`,
    monthStart: `${date.slice(0, 8)}01`,
    monthEnd: new Date(month - 86_400_000).toISOString().slice(0, 10),
    noon: `${date}T12:30:00.5Z`,
    offset: `${date}T01:00:00.000001+02:00`,
    last: `${date}T23:59:59.999998Z`,
  }[kind];
}

/** A Date holds no more than milliseconds; "end" and "last" differ by less. */
function microseconds(moment: string): number {
  const fraction = /\.\d{3}(\d{3})/.exec(moment)?.[1] ?? "0";
  return Date.parse(moment) * 1000 + Number(fraction);
}

interface Basis {
  readonly product_pct: number;
  readonly quantity_pct: number;
  readonly spend_pct: number;
  readonly stated_pct: number;
}

const NOTHING = { counted: null };

function unknownOf({ counted }: Pick<Naive, "counted">, scopes: readonly number[]): unknown {
  const of = (place: number): boolean => (counted ?? []).includes(place);
  const hasScope = (scope: number): boolean => (counted ?? []).some((place) => Math.floor(place / 100) === scope);
  const categories = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].filter((number) => !of(300 + number));
  const missing = scopes.filter((scope) => !hasScope(scope)).map(String);
  const is_known = missing.length + categories.length === 0;
  return {
    scopes: missing,
    scope3_categories: categories,
    reason: is_known ? null : expect.stringContaining("Nothing is recorded"),
  };
}

/** A figure of the scope, or of all; null, not 0, where nothing is counted. */
function figureOf({ counted }: Pick<Naive, "counted">, scope: number | null, kg: string): number | null {
  const places = (counted ?? []).filter((place) => scope === null || Math.floor(place / 100) === scope);
  return places.length === 0 ? null : roundedNumber(kg);
}

/** What is told beside a total, against the entries that it adds up; shares add up to 100 in exact arithmetic. */
function expectFacts(told: unknown, naive: Naive): void {
  const { data_from, data_to, months_with_data, weights } = naive;
  const { basis, ...facts } = told as { readonly basis: Basis | null };
  expect(facts).toMatchObject({ data_from, data_to, months_with_data, unknown: unknownOf(naive, [1, 2, 3]) });
  const parts = (weights ?? []).map((text) => text.split(" ") as [string, string]);
  const total = decimalSum(parts.map(([kg]) => kg));
  if (total.eq(0)) return expect(basis).toBeNull();
  const share = (kind: string) => {
    const exact = decimalSum(parts.filter((part) => part[1] === kind).map(([kg]) => kg))
      .times(100)
      .div(total);
    return expect.closeTo(Number(exact), 5) as number;
  };
  expect(basis).toEqual({
    product_pct: share("product"),
    quantity_pct: share("quantity"),
    spend_pct: share("spend"),
    stated_pct: share("stated"),
  });
  expect(decimalSum(Object.values(basis ?? {}) as number[]).toString()).toBe("100");
}

describe("summaries", () => {
  test("say for any period and department what a naive sum over the current entries says", async () => {
    const department = fc.option(fc.constantFrom(...departmentIds), { nil: undefined, freq: 3 });
    await fc.assert(
      fc.asyncProperty(start, span, form, form, department, async (first, days, fromForm, toForm, department_id) => {
        const from = first === undefined ? undefined : bound(first, fromForm);
        const to = days === undefined ? undefined : bound((first ?? 0) + days, toForm);
        fc.pre(from === undefined || to === undefined || microseconds(from) <= microseconds(to));
        const input = { ...(from && { from }), ...(to && { to }), ...(department_id && { department_id }) };
        const period = resolvePeriod(input);
        const [naive] = await ctx.db.rows<Naive>(NAIVE, [period.from, period.to, department_id ?? null, null]);
        if (naive === undefined) throw new Error("no sums");
        const summary = await invoke(getEmissionsSummary, ctx, input);
        expect(summary).toMatchObject({
          total_co2e_kg: figureOf(naive, null, naive.market),
          entry_count: naive.total,
          biogenic_co2_kg: figureOf(naive, null, naive.biogenic),
          spend_region_substituted_kg: roundedNumber(naive.substituted),
          factor_year_distant_kg: roundedNumber(naive.distant),
          scope2: {
            market_based_kg: figureOf(naive, 2, naive.scope2),
            market_based_fallback_kg: roundedNumber(naive.fallback),
            life_cycle_kg: roundedNumber(naive.life_cycle),
          },
          data_quality: { score: naive.score === null ? null : expect.closeTo(Number(naive.score), 5) },
        });
        expectFacts(summary, naive);
        const byMonth = await invoke(getEmissionsSummary, ctx, {
          ...input,
          group_by: "month",
          scope2_method: "location_based",
        });
        expect(byMonth).toMatchObject({
          total_co2e_kg: figureOf(naive, null, naive.location),
          entry_count: naive.total,
        });
        const { items } = byMonth as { items: { entry_count: number; total_co2e_kg: number | null }[] };
        expect(items.reduce((sum, item) => sum + item.entry_count, 0)).toBe(naive.total);
        expect(items.reduce((sum, item) => sum + (item.total_co2e_kg ?? 0), 0)).toBeCloseTo(Number(naive.location), 3);
        expectFacts(byMonth, naive);
        if (department_id !== undefined) return;
        const byCategory = (await invoke(getEmissionsByCategory, ctx, input)) as { items: { entry_count: number }[] };
        expect(byCategory).toMatchObject({ total_co2e_kg: figureOf(naive, null, naive.market) });
        expect(byCategory.items.reduce((sum, item) => sum + item.entry_count, 0)).toBe(naive.total);
        expectFacts(byCategory, naive);
        const [scope3] = await ctx.db.rows<Naive>(NAIVE, [period.from, period.to, null, 3]);
        const { data_from, data_to, months_with_data } = scope3 ?? naive;
        const unknown = unknownOf(scope3 ?? naive, [3]);
        const expected = { data_from, data_to, months_with_data, unknown };
        expect(await invoke(getEmissionsByCategory, ctx, { ...input, scope: "3" })).toMatchObject(expected);
        expect(await invoke(getEmissionsByScope3Category, ctx, input)).toMatchObject({
          ...expected,
          total_co2e_kg: figureOf(naive, 3, naive.scope3),
          unclassified: { co2e_kg: roundedNumber(naive.unclassified) },
        });
      }),
      { numRuns: 250 },
    );
  });

  test("agree with each other: by category, by scope 3 category and by scope", async () => {
    for (const input of [{}, { from: "2025-01-01", to: "2025-12-31" }, { from: "2025-03-14", to: "2025-07-02" }]) {
      const period = resolvePeriod(input);
      const [naive] = await ctx.db.rows<Naive>(NAIVE, [period.from, period.to, null, null]);
      const summary = (await invoke(getEmissionsSummary, ctx, input)) as { by_scope: Record<string, number> };
      const scope3 = await invoke(getEmissionsByScope3Category, ctx, input);
      expect(scope3).toMatchObject({
        total_co2e_kg: summary.by_scope["3"],
        unclassified: { co2e_kg: roundedNumber(naive?.unclassified ?? "0") },
      });
      expect(scope3).toHaveProperty("categories.length", 15);
      for (const scope of ["1", "2", 3]) {
        const page = await invoke(getEmissionsByCategory, ctx, { ...input, scope });
        expect(page).toMatchObject({ total_co2e_kg: summary.by_scope[String(scope)] });
        const { items } = page as { items: { co2e_kg: number; scope: string }[] };
        expect(items.every((item) => item.scope === String(scope))).toBe(true);
        expect(items.map((item) => item.co2e_kg)).toEqual(items.map((item) => item.co2e_kg).sort((a, b) => b - a));
      }
    }
  });

  test("of an empty ledger are unknown, with all 15 categories and no quality", async () => {
    const empty = db.context(await db.tenant(), undefined, { catalog: shippedCatalog });
    expect(await invoke(getEmissionsSummary, empty, { group_by: "month" })).toMatchObject({
      total_co2e_kg: null,
      by_scope: { "1": null, "2": null, "3": null },
      entry_count: 0,
      data_quality: { score: null, primary_share_pct: null, spend_share_pct: null },
      items: [],
    });
    expect(await invoke(getEmissionsByScope3Category, empty, {})).toHaveProperty("categories.length", 15);
    expect(await invoke(getEmissionsByCategory, empty, {})).toEqual({
      items: [],
      total_co2e_kg: null,
      scope2: { market_based_fallback_kg: 0, life_cycle_kg: 0 },
      spend_region_substituted_kg: 0,
      factor_year_distant_kg: 0,
      data_from: null,
      data_to: null,
      months_with_data: 0,
      basis: null,
      unknown: unknownOf(NOTHING, [1, 2, 3]),
      none: { scopes: [], scope3_categories: [], contradictions: [] },
      waiting: { lines: 0, documents: 0, files: 0, money: [], estimated_kg: 0, without_estimate: 0 },
      pending_restatement_kg: 0,
      pending_restatement_count: 0,
      is_complete: false,
    });
  });

  test("a monthly series shows the months between its first and last one, empty ones too", async () => {
    const own = db.context(await db.tenant());
    await record(own, [ledgerLine(1, { date: "2025-11-30" }), ledgerLine(2, { date: "2026-02-01" })]);
    const summary = await invoke(getEmissionsSummary, own, { group_by: "month" });
    expect(summary).toMatchObject({
      items: [
        { month: "2025-11", total_co2e_kg: 554.3615, entry_count: 1 },
        { month: "2025-12", total_co2e_kg: 0, entry_count: 0 },
        { month: "2026-01", total_co2e_kg: 0, entry_count: 0 },
        { month: "2026-02", total_co2e_kg: 554.3615, entry_count: 1 },
      ],
    });
  });

  test("credit notes lower the total and keep shares within 0 and 100", async () => {
    const own = db.context(await db.tenant());
    const spend = { calculation_method: "spend_based", data_quality_score: 5 } as const;
    await record(own, [
      ledgerLine(1, { entries: [calculatedEntry({ ...spend, market_based_kg: "100", location_based_kg: "100" })] }),
      ledgerLine(2, { entries: [calculatedEntry({ ...spend, market_based_kg: "-100", location_based_kg: "-100" })] }),
      ledgerLine(3),
    ]);
    const summary = await invoke(getEmissionsSummary, own, {});
    expect(summary).toMatchObject({ total_co2e_kg: 554.3615, data_quality: { spend_share_pct: 26.512488 } });
  });

  test("a period whose end is before its start is refused", async () => {
    await expect(invoke(getEmissionsSummary, ctx, { from: "2026-02-01", to: "2026-01-31" })).rejects.toMatchObject({
      code: "request.validation_failed",
    });
  });
});
