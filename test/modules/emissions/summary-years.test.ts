import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decimal, decimalSum } from "../../../src/core/quantity.ts";
import { MILEAGE, type RecordingCompany, recordingSite, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;

/** The clock of the site is at 2026-11-20. */
beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

interface Item {
  readonly report_year: number | null;
  readonly from: string;
  readonly to: string;
  readonly total_co2e_kg: number | null;
  readonly by_scope: Readonly<Record<string, number | null>>;
  readonly entry_count: number;
}

interface Answer {
  readonly total_co2e_kg: number | null;
  readonly years: readonly Item[];
}

const series = async (by: RecordingCompany, query = "") =>
  (await site.get(by, `/emissions/summary?group_by=year${query}`)) as Answer;
const yearTotal = async (by: RecordingCompany, { from, to }: { from: string; to: string }) =>
  ((await site.get(by, `/emissions/summary?from=${from}&to=${to}`)) as Answer).total_co2e_kg;

async function state(by: RecordingCompany, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await site.app.as(by.key, "/api/v1/financial-years", {
    method: "PUT",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status, answer.text).toBe(200);
}

const driven = async (by: RecordingCompany, day: string, quantity = 100) => {
  const { service_period_start: _start, service_period_end: _end, ...rest } = MILEAGE;
  await site.recorded(by, { ...rest, quantity, transaction_date: day, description: `Kørsel ${day} ${quantity}` });
};

test("a company with years from July has one item each, with the figures of the year asked for by its days", async () => {
  const by = await site.company();
  for (const day of ["2024-06-30", "2024-07-01", "2025-02-28", "2026-06-30", "2026-07-01"]) await driven(by, day);
  expect((await series(by)).years.map(({ report_year, from }) => [report_year, from])).toEqual([
    [2024, "2024-01-01"],
    [2025, "2025-01-01"],
    [2026, "2026-01-01"],
  ]);
  await state(by, { years: [{ from: "2024-07-01", to: "2025-06-30" }] });
  const { years, total_co2e_kg } = await series(by);
  expect(years.map(({ report_year, from, to, entry_count }) => [report_year, from, to, entry_count])).toEqual([
    [2024, "2023-07-01", "2024-06-30", 1],
    [2025, "2024-07-01", "2025-06-30", 2],
    [2026, "2025-07-01", "2026-06-30", 1],
    [2027, "2026-07-01", "2027-06-30", 1],
  ]);
  for (const item of years) expect(item.total_co2e_kg).toBe(await yearTotal(by, item));
  expect(decimalSum(years.map((item) => decimal(item.total_co2e_kg ?? 0))).toNumber()).toBe(total_co2e_kg);
});

test("a year that the period cuts has what lies in it, and a month before the first year is an item of its own", async () => {
  const by = await site.company();
  for (const day of ["2024-05-10", "2024-09-10", "2025-11-10", "2025-12-31"]) await driven(by, day);
  await state(by, { years: [{ from: "2024-07-01", to: "2025-12-31" }], is_first_of_all: true });
  const whole = await series(by);
  expect(whole.years.map(({ report_year, from, to, entry_count }) => [report_year, from, to, entry_count])).toEqual([
    [null, "2024-05-01", "2024-06-30", 1],
    [2025, "2024-07-01", "2025-12-31", 3],
  ]);
  const cut = await series(by, "&from=2025-11-10&to=2025-12-30");
  expect(cut.years).toMatchObject([{ report_year: 2025, entry_count: 1, total_co2e_kg: cut.total_co2e_kg }]);
});

test("what is counted in no entry of a year is null there, unless somebody answered that there is nothing", async () => {
  const by = await site.company();
  await driven(by, "2024-03-01");
  await driven(by, "2026-03-01");
  const [first, empty, last] = (await series(by)).years;
  expect(first?.by_scope).toMatchObject({ "1": null, "2": null, "3": expect.any(Number) });
  expect(empty).toMatchObject({ report_year: 2025, total_co2e_kg: null, entry_count: 0 });
  expect(last?.entry_count).toBe(1);
  const answer = { report_year: 2024, scope: "1", reason: "No fuel" };
  const headers = { "content-type": "application/json" };
  await site.app.as(by.key, "/api/v1/none-answers", { method: "PUT", headers, body: JSON.stringify(answer) });
  const { years } = await series(by);
  expect(years.map(({ by_scope }) => by_scope["1"])).toEqual([0, null, null]);
  await site.app.as(by.key, "/api/v1/none-answers", {
    method: "PUT",
    headers,
    body: JSON.stringify({ ...answer, report_year: 2026 }),
  });
  // Of the year that runs, the days that have come.
  expect((await series(by)).years.map(({ by_scope }) => by_scope["1"])).toEqual([0, null, 0]);
  expect((await series(await site.company())).years).toEqual([]);
});

test("years add up to the total whatever month they begin in and whatever days are asked for", async () => {
  const by = await site.company();
  const days = ["2022-01-31", "2022-12-31", "2023-02-28", "2024-02-29", "2024-03-01", "2025-07-31", "2026-04-30"];
  for (const [index, day] of days.entries()) await driven(by, day, 10 + index);
  const bounds = fc.tuple(fc.constantFrom(...days, "2021-05-05"), fc.constantFrom(...days, "2026-10-10"));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), bounds, async (month, [one, other]) => {
      const first = `2023-${String(month).padStart(2, "0")}-01`;
      const to = new Date(Date.UTC(2024, month - 1, 0)).toISOString().slice(0, 10);
      await state(by, { years: [{ from: first, to }] });
      const [from, until] = [one, other].toSorted();
      const { years, total_co2e_kg } = await series(by, `&from=${from}&to=${until}`);
      const sum = decimalSum(years.map((item) => decimal(item.total_co2e_kg ?? 0)));
      expect(
        sum
          .minus(total_co2e_kg ?? 0)
          .abs()
          .lt("0.000002"),
      ).toBe(true);
    }),
    { numRuns: 25 },
  );
});
