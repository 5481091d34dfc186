import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const POINT = "571313000000000013";
const RETAILER = { name: "Elselskabet Test A/S", cvr: "31415926" };
const GRID = { name: "Fiktiva Net A/S", cvr: "27182818" };
const QUARTER = ["2026-01-01", "2026-03-31"] as const;
const bill = (number: string, text: string, document: Partial<UblDocument> = {}, kWh = "1200") => ({
  name: `${number}.xml`,
  content: ubl({
    number,
    supplier: RETAILER,
    meter: POINT,
    period: QUARTER,
    lines: [{ text, quantity: kWh, unit: "KWH", amount: "1500.00" }],
    ...document,
  }),
});
const retail = (number: string, document: Partial<UblDocument> = {}, kWh?: string) =>
  bill(number, "Elforbrug", document, kWh);
const grid = (number: string, document: Partial<UblDocument> = {}, kWh?: string) =>
  bill(number, "Nettarif C", { supplier: GRID, ...document }, kWh);
const month = (number: string, period: readonly [string, string], kWh: string) => retail(number, { period }, kWh);

async function counted(...files: readonly ReturnType<typeof bill>[]) {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  return { by, kg: await site.total(by), lines: await site.lines(by) };
}

describe("one supplier bills days of a metering point again", () => {
  const doubted = { status: "pending_review", review_code: "possible_duplicate" };
  const credit = (number: string, of: string, kWh: string) =>
    retail(number, { is_credit_note: true, credits: of, date: "2026-11-02" }, kWh);
  const waiting = (lines: Awaited<ReturnType<typeof counted>>["lines"]) =>
    lines.filter(({ status }) => status === "pending_review");

  test.each([
    ["with another quantity", "1100", QUARTER],
    ["with the same quantity", "1200", QUARTER],
    ["in part", "500", ["2026-03-01", "2026-04-30"]],
  ] as const)("%s: which of them counts, or both, a person says", async (_, kWh, period) => {
    const alone = await counted(retail("R-1"));
    const { by, kg, lines } = await counted(retail("R-1"), retail("R-2", { period }, kWh));
    expect(kg).toBe(alone.kg);
    const [again] = waiting(lines);
    expect(again).toMatchObject(doubted);
    expect(again?.reason).toMatch(/of the same supplier counts 1200 kWh of this supply for 2026-01-01 - 2026-03-31/);
    await site.change(by, `/review-items/${again?.id}/accept`, { reason: "Both were used" });
    expect(Number(await site.total(by))).toBeGreaterThan(Number(kg));
    await site.intact(by);
  });

  test("in one upload as well", async () => {
    const by = await site.company();
    await site.ingest(by, retail("R-1"), retail("R-2", {}, "1100"));
    expect((await site.lines(by)).filter(({ status }) => status === "classified")).toHaveLength(1);
    expect(waiting(await site.lines(by))).toMatchObject([doubted]);
  });

  test("beginning on the day on which the bill before ended, both count", async () => {
    const { lines } = await counted(retail("R-1"), retail("R-2", { period: ["2026-03-31", "2026-06-30"] }, "900"));
    expect(
      waiting(lines)
        .map(({ description, reason }) => `${description}: ${reason}`)
        .join("; "),
    ).toBe("");
  });

  test("after the first was taken back whole, the second counts alone", async () => {
    const alone = await counted(retail("R-2", {}, "1100"));
    const { by, lines } = await counted(retail("R-1"), credit("K-1", "R-1", "1200"), retail("R-2", {}, "1100"));
    expect(
      waiting(lines)
        .map(({ description, reason }) => `${description}: ${reason}`)
        .join("; "),
    ).toBe("");
    expect(Number(await site.total(by))).toBeCloseTo(Number(alone.kg), 4);
    const part = await counted(retail("R-1"), credit("K-1", "R-1", "200"), retail("R-2", {}, "1100"));
    expect(waiting(part.lines)).toMatchObject([doubted]);
  });

  test("measured after an amount on account, the advance gives way unasked", async () => {
    const { lines } = await counted(bill("A-1", "Aconto elforbrug"), retail("S-1", { date: "2026-04-10" }, "1300"));
    expect(
      waiting(lines)
        .map(({ description, reason }) => `${description}: ${reason}`)
        .join("; "),
    ).toBe("");
  });
});

describe("retailer and grid company bill one metering point", () => {
  test.each([
    ["the retailer first", retail("R-1"), grid("G-1")],
    ["the grid company first", grid("G-1"), retail("R-1")],
  ])("its kWh count once, %s, and both are paid", async (_, first, second) => {
    const alone = await counted(first);
    const both = await counted(first, second);
    expect(both.kg).toBe(alone.kg);
    const left = both.lines.find(({ status }) => status === "excluded");
    expect(left?.reason).toMatch(
      /1200 kWh of this supply are counted once: 1200 kWh of 2026-01-01 - 2026-03-31 by document/,
    );
    const spend = await site.items<{ readonly supplier_name: string; readonly enterprise_trade_amount: unknown }>(
      both.by,
      "/suppliers?year=2026",
    );
    expect(spend.map(({ enterprise_trade_amount }) => enterprise_trade_amount)).toEqual([1500, 1500]);
    await site.intact(both.by);
  });

  test("in one upload as well", async () => {
    const alone = await counted(retail("R-1"));
    const by = await site.company();
    await site.ingest(by, retail("R-1"), grid("G-1"));
    expect(await site.total(by)).toBe(alone.kg);
  });

  test("months of the one are within the quarter of the other, and the other way round", async () => {
    const months = [
      month("R-1", ["2026-01-01", "2026-01-31"], "500"),
      month("R-2", ["2026-02-01", "2026-02-28"], "400"),
      month("R-3", ["2026-03-01", "2026-03-31"], "300"),
    ];
    const alone = await counted(...months);
    expect((await counted(...months, grid("G-1"))).kg).toBe(alone.kg);
    const quarter = await counted(grid("G-1"));
    expect((await counted(grid("G-1"), ...months)).kg).toBe(quarter.kg);
  });

  test("some of whose days are counted waits, and says what counts them", async () => {
    const both = await counted(month("R-1", ["2026-01-01", "2026-01-31"], "500"), grid("G-1"));
    const waiting = both.lines.find(({ status }) => status === "pending_review");
    expect(waiting).toMatchObject({ review_code: "possible_duplicate" });
    const [item] = await site.items<{ readonly reason: string }>(both.by, "/review-items");
    expect(item?.reason).toMatch(/500 kWh .* 2026-01-01 - 2026-01-31.*some of the days/);
  });

  test("without periods waits when the quantity is the same, and counts when it is not", async () => {
    const bare = (number: string, supplier: typeof GRID, kWh: string) => ({
      name: `${number}.xml`,
      content: ubl({
        number,
        supplier,
        meter: POINT,
        lines: [{ text: "Elforbrug", quantity: kWh, unit: "KWH", amount: "1500.00" }],
      }),
    });
    const same = await counted(bare("R-1", RETAILER, "1200"), bare("G-1", GRID, "1200"));
    expect(same.lines.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "classified",
      "pending_review",
    ]);
    const other = await counted(bare("R-1", RETAILER, "1200"), bare("G-1", GRID, "700"));
    expect(other.lines.map(({ status }) => status)).toEqual(["classified", "classified"]);
  });

  test.each([
    ["another metering point", grid("G-1", { meter: "571313000000000020" })],
    ["another quarter", grid("G-1", { period: ["2026-04-01", "2026-06-30"] })],
  ])("%s counts", async (_, second) => {
    const both = await counted(retail("R-1"), second);
    expect(both.lines.map(({ status }) => status)).toEqual(["classified", "classified"]);
  });
});
