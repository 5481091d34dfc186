import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RecordedActivity } from "../../../src/modules/records/record-view.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { MILEAGE, type RecordingCompany } from "../../support/recording-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
let by: RecordingCompany;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  by = await site.company();
});

const YEAR = "/financial-years/2025-12-31";
const PAID = [
  "05-09-2025;1;2820;Kilometergodtgørelse;Km A. Holm;700;km;2.660,00",
  "20-09-2025;2;2820;Kilometergodtgørelse;Km B. Lund;540;km;2.052,00",
];
/** What the two rows count, and what one kilometre does. */
const ROWS_KG = 207.39;
const KM = ROWS_KG / 1240;
const COVERING = {
  ...MILEAGE,
  quantity: 1300,
  service_period_start: "2025-09-01",
  service_period_end: "2025-09-30",
  covers: { accounts: ["2820"] },
};

const ledger = (name: string, ...rows: readonly string[]) => ({
  name,
  content: `Dato;Bilag;Konto;Kontonavn;Tekst;Antal;Enhed;Beløb\n${rows.join("\n")}\n`,
});

interface Total {
  readonly total_co2e_kg: number | null;
  readonly pending_restatement_kg: number;
}
const total = async () => (await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as Total;
const kg = async () => (await total()).total_co2e_kg ?? 0;
const pendingKg = async () => (await total()).pending_restatement_kg;
const close = async () => await site.change(by, `${YEAR}/close`, {});
const reopen = async () => await site.change(by, `${YEAR}/reopen`, { reason: "Late papers" });
const restate = async (body: object = {}) =>
  await site.change(by, `${YEAR}/restate`, { reason: "Late papers", ...body });
const change = async (id: string | null | undefined, what: string, body: object = {}) =>
  await site.change<object>(by, `/activities/${id}/${what}`, { reason: "typing error", ...body });
const pending = async () => await site.items<object>(by, `${YEAR}/restatements?state=pending`);

/** A closed year that counts two rows by what was driven. */
async function closedBooks(): Promise<void> {
  await site.ingest(by, ledger("posteringer.csv", ...PAID));
  expect(await kg()).toBe(ROWS_KG);
  await close();
}

/** The id of a row of the books, by words of its text. */
async function row(text: string): Promise<string | undefined> {
  return (await site.lines(by)).find(({ description }) => description.includes(text))?.id;
}

function pendingOf(recorded: Pick<RecordedActivity, "pending_restatements">) {
  return recorded.pending_restatements?.[0];
}

describe("rows that a record covers which waits for their closed year", () => {
  test("count as a decision in restating says until the record is booked", async () => {
    await closedBooks();
    const { co2e_market_based_kg: own } = await site.recorded(by, COVERING);
    const facts = { quantity: 600, unit: "km" };
    const corrected = { decision: "recategorize", category_id: MILEAGE.category_id, facts, reason: "typing error" };
    await restate({ decisions: [{ ...corrected, id: await row("A. Holm") }] });
    expect(await kg()).toBeCloseTo(1140 * KM, 4);
    expect(await pending()).toHaveLength(1);
    await site.intact(by);
    await restate();
    expect(await kg()).toBeCloseTo(own, 4);
    expect(await pending()).toEqual([]);
    await site.intact(by);
  });

  test("count in the year when it was opened, those that arrive as well, until the record is booked", async () => {
    await closedBooks();
    const { co2e_market_based_kg: own } = await site.recorded(by, COVERING);
    await reopen();
    await change(await row("A. Holm"), "correct", { facts: { quantity: 600, unit: "km" } });
    expect(await kg()).toBeCloseTo(1140 * KM, 4);
    await site.ingest(by, ledger("flere.csv", "28-09-2025;3;2820;Kilometergodtgørelse;Km C. Dam;100;km;380,00"));
    expect(await kg()).toBeCloseTo(1240 * KM, 4);
    await restate();
    expect(await kg()).toBeCloseTo(own, 4);
    await site.intact(by);
  });

  test("wait with a record that counts 0 kg, which is told, until the year is restated", async () => {
    await closedBooks();
    const own = {
      ...COVERING,
      category_id: "energy.electricity.own_generation",
      description: "Solceller",
      quantity: 1200,
      unit: "kWh",
    };
    const tried = await site.recorded(by, { ...own, dry_run: true });
    const recorded = await site.recorded(by, own);
    expect(pendingOf(recorded)).toMatchObject({ market_based_before_kg: ROWS_KG, market_based_after_kg: 0 });
    expect(tried.pending_restatements).toEqual(recorded.pending_restatements);
    expect(await total()).toMatchObject({ total_co2e_kg: ROWS_KG, pending_restatement_kg: -ROWS_KG });
    await site.intact(by);

    await change(recorded.activity_id, "exclude");
    expect(await total()).toMatchObject({ total_co2e_kg: ROWS_KG, pending_restatement_kg: 0 });
    await change(recorded.activity_id, "undo");
    expect(await total()).toMatchObject({ total_co2e_kg: ROWS_KG, pending_restatement_kg: -ROWS_KG });
    // Without rows there is nothing left that waits.
    for (const text of ["A. Holm", "B. Lund"]) await change(await row(text), "exclude");
    expect(await pending()).toHaveLength(2);
    for (const text of ["A. Holm", "B. Lund"]) await change(await row(text), "undo");
    expect(await total()).toMatchObject({ total_co2e_kg: ROWS_KG, pending_restatement_kg: -ROWS_KG });
    await site.intact(by);

    await restate();
    expect(await total()).toMatchObject({ total_co2e_kg: 0, pending_restatement_kg: 0 });
    expect(await pending()).toEqual([]);
    await site.intact(by);
  });

  describe("and counts in another year alone", () => {
    const NEXT = "10-01-2026;3;2820;Kilometergodtgørelse;Km C. Dam;1250;km;4.750,00";
    const OVER = { ...COVERING, service_period_end: "2026-01-31" };
    const next = async () =>
      ((await site.get(by, "/emissions/summary?from=2026-01-01&to=2026-12-31")) as Total).total_co2e_kg;

    test.each([
      ["is restated", false],
      ["was opened and is restated", true],
    ] as const)("are told, wait with it and stop counting when the year %s", async (_how, isOpened) => {
      await closedBooks();
      await site.ingest(by, ledger("januar.csv", NEXT));
      const tried = await site.recorded(by, { ...OVER, dry_run: true });
      const recorded = await site.recorded(by, OVER);
      const own = recorded.co2e_market_based_kg;
      expect(recorded.pending_restatements).toMatchObject([
        { period_end: "2025-12-31", market_based_before_kg: ROWS_KG, market_based_after_kg: 0 },
      ]);
      expect(tried.pending_restatements).toEqual(recorded.pending_restatements);
      expect(await pending()).toMatchObject([{ cause: "record", activity_id: recorded.activity_id }]);
      expect(await total()).toMatchObject({ total_co2e_kg: ROWS_KG, pending_restatement_kg: -ROWS_KG });
      expect(await next()).toBe(own);
      await site.intact(by);
      if (isOpened) await reopen();
      await restate({ dry_run: true });
      await restate();
      expect(await kg()).toBe(0);
      expect(await next()).toBe(own);
      expect(await pending()).toEqual([]);
      const statuses = (await site.lines(by)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual(["classified", "excluded", "excluded", "excluded"]);
      await site.intact(by);
    });

    test("follow what becomes of the record and of them", async () => {
      await closedBooks();
      const { activity_id } = await site.recorded(by, OVER);
      await change(activity_id, "correct", { facts: { quantity: 1400, unit: "km" } });
      expect(await pendingKg()).toBe(-ROWS_KG);
      expect(await next()).toBeCloseTo(1400 * KM, 4);
      await change(activity_id, "exclude");
      expect(await pendingKg()).toBe(0);
      await change(activity_id, "undo");
      expect(await pendingKg()).toBe(-ROWS_KG);
      // Left out it waits for itself, and the record for the other row.
      await change(await row("A. Holm"), "exclude");
      expect(await pendingKg()).toBe(-ROWS_KG);
      expect(await pending()).toHaveLength(2);
      await restate();
      expect(await kg()).toBe(0);
      expect(await next()).toBeCloseTo(1400 * KM, 4);
      await site.intact(by);
    });
  });

  test("do not draw in years that were closed after the record was kept", async () => {
    await site.change(by, "/financial-years/2024-12-31/close", {});
    const turn = { service_period_start: "2024-12-01", service_period_end: "2025-01-31" };
    const heat = {
      category_id: "energy.heat.district_heating",
      description: "Fjernvarme",
      quantity: 6200,
      unit: "kWh",
    };
    const recorded = await site.recorded(by, { ...COVERING, ...heat, ...turn });
    await close();
    await site.recorded(by, { ...COVERING, ...turn, quantity: 100 });
    const told = (await site.get(by, `/activities/${recorded.activity_id}`)) as RecordedActivity;
    expect(told.pending_restatements).toEqual(recorded.pending_restatements);
    expect(told.pending_restatements).toHaveLength(1);
    await site.intact(by);
  });
});

describe("what a record that waits comes to", () => {
  const pendingOfRecord = async (id: string | null) =>
    pendingOf((await site.get(by, `/activities/${id}`)) as RecordedActivity);

  test("follows its rows when they are left out, corrected and moved out of its period", async () => {
    await closedBooks();
    const { activity_id, co2e_market_based_kg: own } = await site.recorded(by, COVERING);
    expect(await pendingKg()).toBeCloseTo(own - ROWS_KG, 4);
    await change(await row("A. Holm"), "exclude");
    expect(await pendingOfRecord(activity_id)).toMatchObject({ market_based_before_kg: 90.315 });
    expect(await pendingKg()).toBeCloseTo(own - ROWS_KG, 4);
    await change(await row("A. Holm"), "undo");
    expect(await pendingOfRecord(activity_id)).toMatchObject({ market_based_before_kg: ROWS_KG });

    // Corrected it would count less than it does, and the record takes the place of that.
    await change(await row("A. Holm"), "correct", { facts: { quantity: 600, unit: "km" } });
    expect(await pendingKg()).toBeCloseTo(own - ROWS_KG, 4);
    expect(await pending()).toHaveLength(2);
    await change(await row("A. Holm"), "correct", { facts: { transaction_date: "2025-08-05" } });
    expect(await pendingOfRecord(activity_id)).toMatchObject({ market_based_before_kg: 90.315 });
    expect(await pendingKg()).toBeCloseTo(own - 640 * KM, 4);
    await restate();
    expect(await total()).toMatchObject({ pending_restatement_kg: 0 });
    expect(await kg()).toBeCloseTo(own + 600 * KM, 4);
    await site.intact(by);
  });

  test("follows them in a year that was opened, and to another department", async () => {
    await closedBooks();
    const { activity_id, co2e_market_based_kg: own } = await site.recorded(by, COVERING);
    const made = await site.post(by, { name: "Kørsel", code: "K" }, {}, "/departments");
    expect(made.status, made.text).toBe(201);
    const { id: department_id } = made.json() as { readonly id?: string };
    await site.change(by, `/activities/${activity_id}/department`, { department_id });
    expect(await pendingOfRecord(activity_id)).toMatchObject({ market_based_before_kg: ROWS_KG });
    await reopen();
    await change(await row("A. Holm"), "correct", { facts: { quantity: 600, unit: "km" } });
    await close();
    expect(await pendingOfRecord(activity_id)).toMatchObject({ market_based_before_kg: 190.665 });
    expect(await pendingKg()).toBeCloseTo(own - 1140 * KM, 4);
    await site.intact(by);
  });

  test("leaves out rows that an older record takes, also when it is only tried", async () => {
    await closedBooks();
    await site.recorded(by, COVERING);
    const second = { ...COVERING, description: "Ny medarbejder", quantity: 100 };
    const tried = await site.recorded(by, { ...second, dry_run: true });
    const recorded = await site.recorded(by, second);
    expect(pendingOf(recorded)?.market_based_before_kg).toBe(0);
    expect(tried.pending_restatements).toEqual(recorded.pending_restatements);
  });
});
