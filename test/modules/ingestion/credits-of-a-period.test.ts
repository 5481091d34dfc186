import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const POWER = { name: "Nordlys Energi A/S", cvr: "27182818" };
const power = (kwh: number): UblLine => ({
  text: "Elforbrug",
  quantity: String(kwh),
  unit: "KWH",
  amount: (kwh * 2).toFixed(2),
});
const rent = (amount: number): UblLine => ({ text: "Husleje", amount: amount.toFixed(2) });
const DECEMBER = ["2025-12-01", "2025-12-31"] as const;
const JANUARY = ["2026-01-01", "2026-01-31"] as const;
/** As some suppliers print it: it begins on the last day of the period before. */
const FROM_THE_LAST_DAY = ["2025-12-31", "2026-01-31"] as const;
const DECEMBER_AND_JANUARY = ["2025-12-01", "2026-01-31"] as const;

const send = async (by: RecordingCompany, ...documents: readonly UblDocument[]) =>
  await site.ingest(
    by,
    ...documents.map((document) => ({
      name: `${document.number}.xml`,
      content: ubl({ supplier: POWER, ...document }),
    })),
  );
const bill = (number: string, period: UblDocument["period"], line = power(1000), date = "2026-01-10"): UblDocument => ({
  number,
  date,
  ...(period === undefined ? {} : { period }),
  lines: [line],
});
const credit = (period: UblDocument["period"], line = power(400)): UblDocument => ({
  ...bill("K-1", period, line, "2026-03-01"),
  is_credit_note: true,
});
const kg = async (by: RecordingCompany, from: string, to: string) =>
  Number(
    ((await site.get(by, `/emissions/summary?from=${from}&to=${to}`)) as { total_co2e_kg: number | null })
      .total_co2e_kg,
  );
const months = async (by: RecordingCompany) => [
  await kg(by, "2025-12-01", "2025-12-31"),
  await kg(by, "2026-01-01", "2026-01-31"),
];
const waiting = async (by: RecordingCompany) =>
  (await site.lines(by)).filter(({ status }) => status === "pending_review").map(({ review_code }) => review_code);

describe("a credit note that names no invoice and prints a period", () => {
  test("weighs invoices by all their lines together", async () => {
    const by = await site.company();
    const line = (kwh: number, period: readonly [string, string]): UblLine => ({ ...power(kwh), period });
    const monthly: UblDocument = {
      number: "D-1",
      date: "2026-02-02",
      lines: [
        line(500, ["2026-01-01", "2026-01-31"]),
        line(500, ["2026-02-01", "2026-02-28"]),
        line(500, ["2026-03-01", "2026-03-31"]),
      ],
    };
    await send(by, monthly, bill("E-1", ["2026-02-01", "2026-03-31"], power(3000), "2026-02-03"));
    const before = await kg(by, "2026-01-01", "2026-01-31");
    await send(by, credit(["2026-01-01", "2026-03-31"], power(1500)));
    expect(before).toBeGreaterThan(0);
    expect(await kg(by, "2026-01-01", "2026-01-31")).toBe(0);
    await site.intact(by);
  });

  test.each([
    ["used", power(1000), power(400)],
    ["rented", rent(1000), rent(400)],
  ] as const)("takes back what was %s then, not the newest", async (_what, whole, part) => {
    const by = await site.company();
    await send(by, bill("E-1", DECEMBER, whole), bill("E-2", JANUARY, whole, "2026-02-10"));
    const [december = 0, january = 0] = await months(by);
    expect(december).toBeGreaterThan(0);
    await send(by, credit(DECEMBER, part));
    expect(await waiting(by)).toEqual([]);
    const [left = 0, stays = 0] = await months(by);
    expect(left).toBeCloseTo(december * 0.6, 4);
    expect(stays).toBeCloseTo(january, 4);
  });

  test.each([
    ["that has one day of it", FROM_THE_LAST_DAY],
    ["that has all of it and more", DECEMBER_AND_JANUARY],
  ] as const)("takes back the bill of its days, not a newer one %s", async (_which, other) => {
    const by = await site.company();
    await send(by, bill("E-1", DECEMBER), bill("E-2", other, power(600), "2026-02-10"));
    const [december = 0, january = 0] = await months(by);
    await send(by, credit(DECEMBER, power(1000)));
    expect(await waiting(by)).toEqual([]);
    const [left = 0, stays = 0] = await months(by);
    expect(december - left).toBeGreaterThan(0);
    expect(stays).toBeCloseTo(january, 4);
  });

  test("takes back the line of a bill that is for it", async () => {
    const by = await site.company();
    const lines = [
      { ...power(1000), period: DECEMBER },
      { ...power(1000), period: JANUARY },
    ];
    await send(by, { number: "E-1", date: "2026-02-10", lines });
    const [december = 0, january = 0] = await months(by);
    await send(by, credit(DECEMBER));
    expect(await waiting(by)).toEqual([]);
    const [left = 0, stays = 0] = await months(by);
    expect(left).toBeCloseTo(december * 0.6, 4);
    expect(stays).toBeCloseTo(january, 4);
    await send(by, { ...credit(DECEMBER, power(700)), number: "K-2" });
    expect(await waiting(by)).toEqual(["credit_unmatched"]);
  });

  test("waits where nothing is counted then, until it is", async () => {
    const by = await site.company();
    await send(by, bill("E-2", JANUARY, power(1000), "2026-02-10"));
    const [, january = 0] = await months(by);
    await send(by, credit(DECEMBER));
    expect(await waiting(by)).toEqual(["credit_unmatched"]);
    expect((await months(by))[1]).toBeCloseTo(january, 4);
    await send(by, bill("E-1", DECEMBER));
    expect(await waiting(by)).toEqual([]);
    const [left = 0, stays = 0] = await months(by);
    expect(left).toBeGreaterThan(0);
    expect(stays).toBeCloseTo(january, 4);
  });

  test("takes back goods whenever they were bought, and without a period the newest", async () => {
    const steel = (amount: string) => ({ text: "Stålplade 3 mm", amount });
    const supplier = { name: "Stålcentrum Nord A/S", cvr: "31415926" };
    const by = await site.company();
    await send(by, { number: "S-1", date: "2026-01-10", supplier, lines: [steel("10000.00")] });
    await send(by, {
      number: "S-2",
      supplier,
      date: "2026-03-01",
      is_credit_note: true,
      period: ["2026-03-01", "2026-03-31"],
      lines: [steel("4000.00")],
    });
    expect(await waiting(by)).toEqual([]);
    await send(by, bill("E-1", DECEMBER), bill("E-2", JANUARY, power(1000), "2026-02-10"));
    const [december = 0, january = 0] = await months(by);
    await send(by, credit(undefined));
    expect(await waiting(by)).toEqual([]);
    const [stays = 0, left = 0] = await months(by);
    expect(stays).toBeCloseTo(december, 4);
    expect(left).toBeLessThan(january);
  });
});
