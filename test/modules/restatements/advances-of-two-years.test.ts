import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCOUNT, type Bill, bill, counted, lineOf, settled, USED, used } from "../../support/heat-bills.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const YEAR = "/financial-years/2025-12-31";

interface Pending {
  readonly period_end: string;
  readonly market_based_before_kg: number;
  readonly market_based_after_kg: number;
}
interface Effect {
  readonly change_kg: number;
  readonly years: readonly {
    readonly year: number;
    readonly before_kg: number;
    readonly after_kg: number;
    readonly total_after_kg: number;
  }[];
  readonly affected: readonly {
    readonly before_kg: number;
    readonly after_kg: number;
    readonly pending_restatements?: readonly Pending[];
  }[];
  readonly pending_restatements?: readonly Pending[];
}
interface RestatedYears {
  readonly years: readonly {
    readonly to: string;
    readonly is_closed: boolean;
  }[];
}

const close = async (by: RecordingCompany) => await site.change(by, `${YEAR}/close`, {});
const restate = async (by: RecordingCompany, dry_run: boolean) =>
  await site.change<RestatedYears>(by, `${YEAR}/restate`, { reason: "Late papers", dry_run });
const year = async (by: RecordingCompany, of: number) =>
  (await site.get(by, `/emissions/summary?from=${of}-01-01&to=${of}-12-31`)) as {
    readonly total_co2e_kg: number | null;
    readonly pending_restatement_kg: number;
  };
const kg = async (by: RecordingCompany, of: number) => (await year(by, of)).total_co2e_kg ?? 0;

/** What waits of the line and of what it affects, kg CO2e. */
function waitingKg({ affected, pending_restatements = [] }: Effect): number {
  const rows = [...pending_restatements, ...affected.flatMap((one) => one.pending_restatements ?? [])];
  return rows.reduce((sum, row) => sum + row.market_based_after_kg - row.market_based_before_kg, 0);
}

const WINTER = ["2025-10-01", "2026-03-31"] as const;
const over = (more: Bill = {}): Bill => ({ period: WINTER, date: "2025-10-01", ...more });
/** An advance in money that a bill of other days prices. */
const PRICED = [
  bill("A-1", [{ text: ACCOUNT, amount: "9000.00", quantity: "1", unit: "C62" }], over()),
  settled(8000, { period: ["2025-08-01", "2025-09-30"], date: "2025-10-05" }),
];
/** An advance in kWh, all of it settled. */
const SETTLED = [
  bill("A-1", [{ ...used(12_000), text: ACCOUNT }], over()),
  settled(10_000, over({ date: "2026-04-10" })),
];

describe("a decision about the bill of an advance that reaches into a closed year", () => {
  test.each([
    ["is left out", "exclude", {}, PRICED],
    ["states another quantity", "correct", { facts: { quantity: 16_000, unit: "kWh" } }, PRICED],
    ["states another amount", "correct", { facts: { amount: 12_800 } }, PRICED],
    [
      "counts fewer days",
      "correct",
      { facts: { service_period_start: "2025-12-16", service_period_end: "2026-01-31" } },
      SETTLED,
    ],
    ["no longer counts", "exclude", {}, SETTLED],
  ] as const)("tells the whole of it and what waits, where it %s", async (_how, action, body, files) => {
    const [open, closed] = [await counted(site, ...files), await counted(site, ...files)];
    await close(closed);
    const decide = async (by: RecordingCompany, dry_run: boolean) => {
      const { id } = await lineOf(site, by, USED);
      return await site.change<Effect>(by, `/activities/${id}/${action}`, { reason: "It was wrong", ...body, dry_run });
    };
    const before = await kg(closed, 2025);
    const plain = await decide(open, false);
    const tried = await decide(closed, true);
    const told = await decide(closed, false);
    for (const one of [tried, told]) {
      expect(one.change_kg).toBeCloseTo(plain.change_kg, 4);
      expect(one.years).toEqual(plain.years);
      expect(one.affected.map(({ before_kg, after_kg }) => [before_kg, after_kg])).toEqual(
        plain.affected.map(({ before_kg, after_kg }) => [before_kg, after_kg]),
      );
      expect(one.affected).toHaveLength(1);
    }
    expect(told.affected[0]?.pending_restatements).toMatchObject([{ period_end: "2025-12-31" }]);
    expect(tried.affected[0]?.pending_restatements).toEqual(told.affected[0]?.pending_restatements);
    expect(await kg(closed, 2025)).toBe(before);
    expect((await year(closed, 2025)).pending_restatement_kg).toBeCloseTo(waitingKg(told), 4);
    await site.intact(closed);

    const rehearsed = await restate(closed, true);
    const restated = await restate(closed, false);
    expect(rehearsed.years).toEqual(restated.years);
    expect(restated.years).toMatchObject([
      { to: "2025-12-31", is_closed: true },
      { to: "2026-12-31", is_closed: false },
    ]);
    for (const of of [2025, 2026]) expect(await kg(closed, of)).toBeCloseTo(await kg(open, of), 4);
    await site.intact(closed);
  });
});

test.each([
  ["exclude", {}],
  ["correct", { facts: { quantity: 100, unit: "kWh" } }],
  ["correct", { facts: { service_period_start: "2026-01-01", service_period_end: "2026-03-31" } }],
] as const)("an advance of a closed year refuses %s with dry_run as without (%j)", async (action, body) => {
  const by = await counted(site, SETTLED[0] ?? bill("A-1", []));
  await close(by);
  const { id } = await lineOf(site, by, ACCOUNT);
  for (const dry_run of [true, false]) {
    const refused = await site.post(by, { reason: "wrong", ...body, dry_run }, {}, `/activities/${id}/${action}`);
    expect(refused.json()).toMatchObject({ status: 409, code: "financial_year.closed" });
  }
  await site.intact(by);
});
