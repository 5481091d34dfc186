import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { STEEL_DECLARATION } from "../../support/steel-declaration.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const METER = "571313000000000013";
const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
type Period = readonly [string, string];
const Q1: Period = ["2026-01-01", "2026-03-31"];

const bill = (number: string, period: Period, lines: UblDocument["lines"], more: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({ number, date: period[0], supplier: HEAT, meter: METER, period, lines, ...more }),
});
/** An amount on account, with the quantity where the bill states one. */
const advance = (number: string, period: Period, kWh?: string, more: Partial<UblDocument> = {}) =>
  bill(
    number,
    period,
    [
      {
        text: "Aconto fjernvarme",
        amount: "9000.00",
        ...(kWh === undefined ? { quantity: "1", unit: "C62" } : { quantity: kWh, unit: "KWH" }),
      },
    ],
    more,
  );
/** What was measured, at 0.90 DKK per kWh with the subscription. */
const settled = (number: string, period: Period, kWh = "20000", more: Partial<UblDocument> = {}) =>
  bill(
    number,
    period,
    [
      { text: "Fjernvarme, afregnet forbrug", quantity: kWh, unit: "KWH", amount: String(Number(kWh) * 0.8) },
      { text: "Abonnement fjernvarme", quantity: "1", unit: "C62", amount: String(Number(kWh) * 0.1) },
    ],
    { date: period[1], ...more },
  );

async function lineOf(by: RecordingCompany, description: string): Promise<BookedLine> {
  const line = (await site.lines(by)).find((booked) => booked.description === description);
  if (line === undefined) throw new Error(`no line is called "${description}"`);
  return line;
}

/** kg by month of use. */
async function months(by: RecordingCompany): Promise<Record<string, number>> {
  const entries = await site.items<{ transaction_date: string; co2e_market_based_kg: number }>(
    by,
    "/emissions?limit=200",
  );
  const sums: Record<string, number> = {};
  for (const { transaction_date, co2e_market_based_kg } of entries) {
    const month = transaction_date.slice(0, 7);
    sums[month] = (sums[month] ?? 0) + co2e_market_based_kg;
  }
  return sums;
}

async function counted(...files: readonly ReturnType<typeof bill>[]) {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  return { by, months: await months(by) };
}

interface Told {
  readonly cause: string;
  readonly scopes: readonly { readonly market_based_before_kg: number; readonly market_based_after_kg: number }[];
}

/** An advance of 9,000 kWh that a factor of the company counts, at three times what the catalogue has. */
async function countedByOwn(period: Period) {
  const by = await site.company();
  const facts = {
    ...STEEL_DECLARATION,
    category_id: "energy.heat.district_heating",
    unit: "kWh",
    kg_co2e_per_unit: 0.3,
    valid_from: "2025-01-01",
  };
  const answer = await site.post(by, facts, {}, "/company-factors");
  expect(answer.status, answer.text).toBe(201);
  const { id: own = "" } = answer.json();
  await site.change(by, `/company-factors/${own}/approve`, {});
  await site.ingest(by, advance("A-1", period, "9000"));
  return { by, months: await months(by), own };
}

describe("the settlement of a supply", () => {
  test.each([
    ["after its advance", [advance("A-1", Q1, "12000"), settled("S-1", Q1)]],
    ["before an advance that comes late", [settled("S-1", Q1), advance("A-1", Q1, "12000")]],
    ["with an advance in money", [advance("A-1", Q1), settled("S-1", Q1)]],
  ])("counts alone, %s", async (_, files) => {
    const alone = await counted(settled("S-0", Q1));
    const both = await counted(...files);
    expect(both.months).toEqual(alone.months);
    const left = await lineOf(both.by, "Aconto fjernvarme");
    expect(left).toMatchObject({ status: "excluded", category_id: "energy.heat.district_heating" });
    expect(left.reason).toMatch(/settled: document [-0-9a-f]{36} counts what was used on its days/);
    expect(await site.items(both.by, "/review-items")).toEqual([]);
    await site.intact(both.by);
  });

  test("in one upload with its advance does the same", async () => {
    const alone = await counted(settled("S-0", Q1));
    const by = await site.company();
    await site.ingest(by, advance("A-1", Q1, "12000"), settled("S-1", Q1));
    expect(await months(by)).toEqual(alone.months);
    await site.intact(by);
  });

  test("leaves an advance the days that it does not count, in proportion", async () => {
    const whole = await counted(advance("A-1", Q1, "9000"));
    const cut: Period = ["2025-12-01", "2026-02-14"];
    const [measured, both] = [
      await counted(settled("S-1", cut, "8000")),
      await counted(advance("A-1", Q1, "9000"), settled("S-1", cut, "8000")),
    ];
    const february = (both.months["2026-02"] ?? 0) - (measured.months["2026-02"] ?? 0);
    expect(both.months["2026-01"]).toBeCloseTo(measured.months["2026-01"] ?? 0, 6);
    expect(february).toBeCloseTo((whole.months["2026-02"] ?? 0) / 2, 2);
    expect(both.months["2026-03"]).toBe(whole.months["2026-03"]);
    await site.intact(both.by);
  });

  test("leaves an advance the heating value that its own bill prints", async () => {
    const gas = (text: string, period: Period, note: string) =>
      bill(text, period, [{ text, quantity: "900", unit: "MTQ", amount: "9000.00", note }], {
        supplier: { name: "Gasselskabet Test A/S", cvr: "31415926" },
      });
    const aconto = gas("Aconto naturgas", Q1, "Øvre brændværdi 11,5 kWh/m3");
    const used = gas("Naturgas forbrug", ["2025-11-01", "2026-01-31"], "Øvre brændværdi 12,2 kWh/m3");
    const [whole, both] = [await counted(aconto), await counted(aconto, used)];
    expect((await site.lines(both.by)).map(({ description, review_code }) => [description, review_code])).toEqual([
      ["Naturgas forbrug", null],
      ["Aconto naturgas", null],
    ]);
    expect(both.months["2026-02"]).toBe(whole.months["2026-02"]);
    expect(both.months["2026-03"]).toBe(whole.months["2026-03"]);
    expect(both.months["2026-01"]).not.toBeCloseTo(whole.months["2026-01"] ?? 0, 0);
    await site.intact(both.by);
  });

  test.each([
    [
      "moves to other days, so that the advance gets its own back",
      { service_period_start: "2026-04-01", service_period_end: "2026-06-30" },
    ],
    ["counts some of the days", { service_period_start: "2026-02-01", service_period_end: "2026-04-15" }],
    ["counts another quantity, at another price", { quantity: 15000, unit: "kWh" }],
    ["stands in another year", { service_period_start: "2025-01-01", service_period_end: "2025-03-31" }],
  ])("that is corrected tells beforehand what it does to the totals: it %s", async (_, facts) => {
    const later: Period = ["2026-04-01", "2026-06-30"];
    const { by } = await counted(advance("A-1", Q1), advance("A-2", later), settled("S-1", Q1));
    const line = await lineOf(by, "Fjernvarme, afregnet forbrug");
    interface Effect {
      readonly change_kg: number;
      readonly years: readonly {
        readonly year: number;
        readonly total_before_kg: number;
        readonly total_after_kg: number;
      }[];
    }
    const correct = async (dry_run: boolean) =>
      await site.change<Effect>(by, `/activities/${line.id}/correct`, { facts, reason: "read anew", dry_run });
    const totalOf = async (year: number) =>
      (
        (await site.get(by, `/emissions/summary?from=${year}-01-01&to=${year}-12-31`)) as {
          total_co2e_kg: number | null;
        }
      ).total_co2e_kg ?? 0;
    const before = await totalOf(2026);
    const told = await correct(true);
    expect(await totalOf(2026)).toBe(before);
    const { change_kg, years } = await correct(false);
    expect({ change_kg, years }).toEqual({ change_kg: told.change_kg, years: told.years });
    for (const { year, total_after_kg } of told.years) expect(await totalOf(year)).toBeCloseTo(total_after_kg, 3);
    const total = (await totalOf(2025)) + (await totalOf(2026));
    expect(total - before).toBeCloseTo(told.change_kg, 3);
    await site.intact(by);
  });

  test("replaces an advance that was deferred to it: that one waits meanwhile, without kg and without a question", async () => {
    const alone = await counted(settled("S-0", Q1));
    const by = await site.company();
    await site.ingest(by, advance("A-1", Q1));
    const line = await lineOf(by, "Aconto fjernvarme");
    expect(line.review_code).toBe("advance_without_quantity");
    const needs = (await site.items<{ needs: { text_da: string }[] }>(by, "/review-items"))[0]?.needs ?? [];
    expect(needs.map(({ text_da }) => text_da).join(" ")).toContain("Udskyd linjen til opgørelsen");
    await site.change(by, `/review-items/${line.id}/defer`, { reason: "The settlement comes in April" });
    expect(await site.items(by, "/review-items")).toEqual([]);
    expect(await site.items(by, "/review-groups")).toEqual([]);
    expect(await lineOf(by, "Aconto fjernvarme")).toMatchObject({
      status: "pending_review",
      review_code: "advance_deferred",
    });
    const waits = async () => await site.get(by, "/emissions/summary?from=2026-01-01&to=2026-12-31");
    expect(await waits()).toMatchObject({ waiting: { lines: 1, estimated_kg: null }, is_complete: false });
    // Taken back, the question is there again; said again it is gone.
    await site.change(by, `/activities/${line.id}/undo`, { reason: "The meter was read" });
    expect(await site.items(by, "/review-items")).toHaveLength(1);
    const again = { decisions: [{ id: line.id, decision: "defer", reason: "It was not" }] };
    await site.change(by, "/review-items/bulk", again);
    expect(await site.items(by, "/review-items")).toEqual([]);
    await site.ingest(by, settled("S-1", Q1));
    expect(await months(by)).toEqual(alone.months);
    expect(await lineOf(by, "Aconto fjernvarme")).toMatchObject({ status: "excluded" });
    expect(await waits()).toMatchObject({ waiting: { lines: 0 } });
    await site.intact(by);
  });

  test("is nothing to defer to for a line that is no open advance", async () => {
    const by = await site.company();
    const defer = async (id: string) => await site.post(by, { reason: "Later" }, {}, `/review-items/${id}/defer`);
    await site.ingest(by, settled("S-1", Q1));
    const other = await defer((await lineOf(by, "Fjernvarme, afregnet forbrug")).id);
    expect(other.text).toContain("not_an_open_advance");
  });

  test("gives an advance in money its price, all lines of the bill included, and the lineage says so", async () => {
    const april: Period = ["2026-04-01", "2026-04-30"];
    const { by, months: sums } = await counted(settled("S-1", Q1), advance("A-2", april));
    const stated = await counted(advance("A-3", april, "10000"));
    expect(sums["2026-04"]).toBe(stated.months["2026-04"]);
    const entries = await site.items<{ id: string; transaction_date: string; activity_id: string }>(
      by,
      "/emissions?limit=200",
    );
    const entry = entries.find(({ transaction_date }) => transaction_date.startsWith("2026-04"));
    const lineage = JSON.stringify(await site.get(by, `/emissions/${entry?.id}/lineage`));
    expect(lineage).toContain("18000 DKK for 20000 kWh, without advances");
    expect(lineage).toContain('"is_estimate":true');
  });

  test("gives the price of what was used, not of what was left to pay", async () => {
    const april: Period = ["2026-04-01", "2026-04-30"];
    const lines = [
      { text: "Fjernvarme, afregnet forbrug", quantity: "20000", unit: "KWH", amount: "18000.00" },
      { text: "Fratrukket aconto", quantity: "-1", unit: "C62", amount: "-9000.00" },
    ];
    const { months: sums } = await counted(bill("S-1", Q1, lines, { date: Q1[1] }), advance("A-2", april));
    const stated = await counted(advance("A-3", april, "10000"));
    expect(sums["2026-04"]).toBe(stated.months["2026-04"]);
  });

  test("is not another advance: two of the same days both count", async () => {
    const both = await counted(advance("A-1", Q1, "12000"), advance("A-2", Q1, "3000", { date: "2026-02-01" }));
    const [one, two] = [await counted(advance("A-1", Q1, "12000")), await counted(advance("A-2", Q1, "3000"))];
    const january = (one.months["2026-01"] ?? 0) + (two.months["2026-01"] ?? 0);
    expect(both.months["2026-01"]).toBeCloseTo(january, 5);
  });

  test("gives an advance that waited its price when it comes", async () => {
    const april: Period = ["2026-04-01", "2026-04-30"];
    const by = await site.company();
    await site.ingest(by, advance("A-2", april));
    expect(await lineOf(by, "Aconto fjernvarme")).toMatchObject({ review_code: "advance_without_quantity" });
    await site.ingest(by, settled("S-1", Q1));
    const stated = await counted(advance("A-3", april, "10000"));
    expect((await months(by))["2026-04"]).toBe(stated.months["2026-04"]);
    expect(await site.items(by, "/review-items")).toEqual([]);
    await site.intact(by);
  });

  test("that a person leaves out gives the advance back, and its undoing takes it again", async () => {
    const [before, after] = [await counted(advance("A-1", Q1, "12000")), await counted(settled("S-0", Q1))];
    const { by } = await counted(advance("A-1", Q1, "12000"), settled("S-1", Q1));
    const { id } = await lineOf(by, "Fjernvarme, afregnet forbrug");
    await site.change(by, `/activities/${id}/exclude`, { reason: "another company's meter" });
    const { "2026-01": january } = await months(by);
    expect(january).toBe(before.months["2026-01"]);
    await site.change(by, `/activities/${id}/undo`, { reason: "it is ours" });
    expect(await months(by)).toEqual(after.months);
    await site.intact(by);
  });

  test("leaves an advance of another supply alone", async () => {
    const other = advance("A-1", Q1, "12000", { meter: "571313000000000020" });
    const { by, months: sums } = await counted(other, settled("S-1", Q1));
    expect((await lineOf(by, "Aconto fjernvarme")).status).toBe("classified");
    const [one, two] = [await counted(other), await counted(settled("S-0", Q1))];
    expect(sums["2026-01"]).toBeCloseTo((one.months["2026-01"] ?? 0) + (two.months["2026-01"] ?? 0), 5);
  });

  test("leaves an advance out that a person left out, when the settlement goes", async () => {
    const { by } = await counted(advance("A-1", Q1, "12000"));
    const { id } = await lineOf(by, "Aconto fjernvarme");
    await site.change(by, `/activities/${id}/exclude`, { reason: "not ours" });
    await site.ingest(by, settled("S-1", Q1));
    const bill_ = await lineOf(by, "Fjernvarme, afregnet forbrug");
    await site.change(by, `/activities/${bill_.id}/exclude`, { reason: "not ours" });
    expect(await months(by)).toEqual({});
    expect((await lineOf(by, "Aconto fjernvarme")).reason).toBe("not ours");
  });

  test("leaves what is left of an advance the factor by which it counts, whatever was withdrawn or approved since", async () => {
    const { by, months: whole, own } = await countedByOwn(["2026-01-01", "2026-03-31"]);
    await site.change(by, `/company-factors/${own}/withdraw`, { reason: "The works corrected it" });
    await site.ingest(by, settled("S-1", ["2026-01-01", "2026-02-28"], "6000"));
    expect((await months(by))["2026-03"]).toBeCloseTo(whole["2026-03"] ?? 0, 6);
    await site.intact(by);
  });

  test("over the turn of a closed year changes there the days that it counts and no others, as told beforehand", async () => {
    const { by, months: whole, own } = await countedByOwn(["2025-11-01", "2026-01-31"]);
    await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
    await site.change(by, `/company-factors/${own}/withdraw`, { reason: "The works corrected it" });
    await site.ingest(by, settled("S-1", ["2025-12-01", "2026-01-31"], "6200"));
    const told = await site.items<Told>(by, "/financial-years/2025-12-31/restatements");
    const ofAdvance = told.find(({ cause }) => cause === "settlement")?.scopes ?? [];
    const change = ofAdvance.reduce((kg, of) => kg + of.market_based_after_kg - of.market_based_before_kg, 0);
    expect(change).toBeCloseTo(-(whole["2025-12"] ?? 0), 3);
    await site.change(by, "/financial-years/2025-12-31/restate", { reason: "settlement of the heat" });
    expect((await months(by))["2025-11"]).toBeCloseTo(whole["2025-11"] ?? 0, 6);
    await site.intact(by);
  });

  test("of a closed year waits, and replaces its advance when the year is restated", async () => {
    const winter: Period = ["2024-10-01", "2024-12-31"];
    const alone = await counted(settled("S-0", winter));
    const { by, months: before } = await counted(advance("A-1", winter, "12000"));
    await site.change(by, "/financial-years/2024-12-31/close", { reason: "done" });
    await site.ingest(by, settled("S-1", winter));
    expect(await lineOf(by, "Fjernvarme, afregnet forbrug")).toMatchObject({ review_code: "financial_year_closed" });
    expect(await months(by)).toEqual(before);
    await site.change(by, "/financial-years/2024-12-31/restate", { reason: "settlement of the heat" });
    expect(await months(by)).toEqual(alone.months);
    expect((await lineOf(by, "Aconto fjernvarme")).status).toBe("excluded");
    await site.intact(by);
  });

  test("changes nothing of a closed year: an advance that would begin to count there waits", async () => {
    const by = await site.company();
    const winter: Period = ["2024-10-01", "2024-12-31"];
    await site.ingest(by, advance("A-1", winter));
    await site.change(by, "/financial-years/2024-12-31/close", { reason: "done" });
    await site.ingest(by, settled("S-1", Q1));
    expect(await lineOf(by, "Aconto fjernvarme")).toMatchObject({
      status: "pending_review",
      review_code: "financial_year_closed",
    });
    expect(Object.keys(await months(by)).filter((month) => month < "2025")).toEqual([]);
    await site.intact(by);
  });
});

test("the grid company's reading of the same days counts, whatever the retailer asked on account", async () => {
  const grid = { name: "Fiktiva Net A/S", cvr: "31415926" };
  const power = (more: Partial<UblDocument>, text: string, kWh: string) =>
    bill("P-1", Q1, [{ text, quantity: kWh, unit: "KWH", amount: "1500.00" }], more);
  const measured = power({ supplier: grid, number: "G-1" }, "Elforbrug", "1180");
  const alone = await counted(measured);
  const both = await counted(power({ number: "E-1" }, "Aconto el", "1200"), measured);
  expect(both.months).toEqual(alone.months);
  await site.intact(both.by);
});
