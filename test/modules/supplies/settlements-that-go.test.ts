import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ACCOUNT,
  advance,
  bill,
  counted,
  credit,
  lineOf,
  METER,
  OTHER_METER,
  settled,
  USED,
  used,
  waiting,
} from "../../support/heat-bills.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const kg = async (by: RecordingCompany) => Number(await site.total(by));
/** Of 2025, kg. */
const yearOf = async (by: RecordingCompany) =>
  ((await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as { total_co2e_kg: number | null })
    .total_co2e_kg;

const pendingOf2025 = async (by: RecordingCompany) =>
  ((await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as { pending_restatement_kg: number })
    .pending_restatement_kg;

describe("a settlement that is taken back", () => {
  test.each([
    ["names the meter", {}],
    ["names no meter", { meter: null }],
    ["comes before it", null],
  ] as const)("whole leaves what the advance counts, where the credit note %s", async (_which, more) => {
    const alone = await counted(site, advance("12000"));
    const files = [advance("12000"), settled(10_000), credit(10_000, more ?? {})];
    const by = await counted(
      site,
      ...(more === null ? [files[0], files[2], files[1]] : files).flatMap((file) => file ?? []),
    );
    expect(await waiting(site, by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(await kg(alone), 4);
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "classified" });
    await site.intact(by);
  });

  test("in part still settles, and whole by a second credit note no more", async () => {
    const [alone, account] = [await counted(site, settled(6000)), await counted(site, advance("12000"))];
    const by = await counted(site, advance("12000"), settled(10_000), credit(4000));
    expect(await kg(by)).toBeCloseTo(await kg(alone), 4);
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "excluded" });
    await site.ingest(by, { ...credit(6000, { number: "K-2" }), name: "K-2.xml" });
    expect(await kg(by)).toBeCloseTo(await kg(account), 4);
  });

  test("settles again when the credit note is left out", async () => {
    const alone = await counted(site, settled(10_000));
    const by = await counted(site, advance("12000"), settled(10_000), credit(10_000, { meter: null }));
    const note = await lineOf(site, by, USED, -8000);
    const told = await site.change<{ change_kg: number }>(by, `/activities/${note.id}/exclude`, {
      reason: "It was withdrawn",
    });
    expect(told).toBeDefined();
    expect(await kg(by)).toBeCloseTo(await kg(alone), 4);
    await site.change(by, `/activities/${note.id}/undo`, { reason: "It was not" });
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "classified" });
    await site.intact(by);
  });

  test("for one of two meters leaves the other settled", async () => {
    const account = (meter: string) => ({ text: ACCOUNT, amount: "4500.00", quantity: "6000", unit: "KWH", meter });
    const both = { meter: null };
    const advances = bill("A-1", [account(METER), account(OTHER_METER)], both);
    const lines = [used(5000, METER), used(7000, OTHER_METER)];
    const by = await counted(
      site,
      advances,
      bill("S-1", lines, { ...both, date: "2026-04-10" }),
      bill("K-1", [used(5000, METER)], { ...both, date: "2026-05-10", is_credit_note: true, credits: "S-1" }),
    );
    const states = (await site.lines(by)).filter(({ description }) => description === ACCOUNT);
    expect(states.map(({ status }) => status).toSorted()).toEqual(["classified", "excluded"]);
    await site.intact(by);
  });

  test("after its year was closed goes on settling until that is restated", async () => {
    const autumn = { period: ["2025-10-01", "2025-12-31"] } as const;
    const account = bill("A-1", [{ ...used(12_000), text: ACCOUNT }], { ...autumn, date: "2025-10-01" });
    const by = await counted(site, account, settled(10_000, autumn));
    const year = async () => await yearOf(by);
    const before = await year();
    await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
    await site.ingest(by, credit(10_000, autumn));
    expect(await year()).toBe(before);
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "excluded" });
    // What is told beside the total is what restating books: the settlement less, the advance more.
    expect(await pendingOf2025(by)).toBeCloseTo(Number(before) * 0.2, 3);
    const note = await lineOf(site, by, USED, -8000);
    await site.change(by, `/activities/${note.id}/exclude`, { reason: "It was withdrawn" });
    expect(await pendingOf2025(by)).toBe(0);
    await site.change(by, `/activities/${note.id}/undo`, { reason: "It was not" });
    expect(await pendingOf2025(by)).toBeCloseTo(Number(before) * 0.2, 3);
    await site.change(by, "/financial-years/2025-12-31/restate", { reason: "credit note of the settlement" });
    expect(await year()).toBeCloseTo(Number(before) * 1.2, 3);
    expect(await pendingOf2025(by)).toBe(0);
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "classified" });
    await site.intact(by);
  });
});

describe("an advance in money whose settlement goes", () => {
  const HALF = { period: ["2026-01-01", "2026-02-14"] } as const;
  test.each([
    ["is left out", "exclude", {}],
    ["states its quantity no more", "correct", { facts: { clear: ["quantity"] } }],
    ["is taken back whole", "credit", {}],
  ] as const)("waits for a price, where the bill %s", async (_how, action, body) => {
    const by = await counted(site, advance(), settled(8000, HALF));
    const line = await lineOf(site, by, USED);
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "classified" });
    if (action === "credit") await site.ingest(by, credit(8000, HALF));
    else await site.change(by, `/activities/${line.id}/${action}`, { reason: "It was wrong", ...body });
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({
      status: "pending_review",
      review_code: "advance_without_quantity",
    });
    await site.ingest(by, { ...settled(8000, { ...HALF, number: "S-2" }), name: "S-2.xml" });
    const again = await counted(site, advance(), settled(8000, HALF));
    const isCredited = action !== "correct";
    if (isCredited) expect(await kg(by)).toBeCloseTo(await kg(again), 4);
    await site.intact(by);
  });

  test("and states another price then keeps the one it had in a closed year until that is restated", async () => {
    const account = bill("A-1", [{ text: ACCOUNT, amount: "9000.00", quantity: "1", unit: "C62" }], {
      period: ["2025-10-01", "2026-03-31"],
      date: "2025-10-01",
    });
    const by = await counted(site, account, settled(8000, { period: ["2026-04-01", "2026-04-30"] }));
    const before = Number(await yearOf(by));
    await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
    const { id } = await lineOf(site, by, USED);
    await site.change(by, `/activities/${id}/correct`, { reason: "It was dearer", facts: { amount: 12_800 } });
    expect(await yearOf(by)).toBe(before);
    expect(await pendingOf2025(by)).toBeCloseTo(-before / 2, 3);
    await site.change(by, "/financial-years/2025-12-31/restate", { reason: "the settlement was wrong" });
    expect(await yearOf(by)).toBeCloseTo(before / 2, 3);
    expect(await pendingOf2025(by)).toBe(0);
    await site.intact(by);
  });

  test("keeps what it counts in a closed year until that is restated", async () => {
    const winter = ["2025-10-01", "2026-03-31"] as const;
    const account = bill("A-1", [{ text: ACCOUNT, amount: "9000.00", quantity: "1", unit: "C62" }], {
      period: winter,
      date: "2025-10-01",
    });
    // It prices the advance, and settles none of its days.
    const by = await counted(site, account, settled(8000, { period: ["2026-04-01", "2026-04-30"] }));
    const year = async () => await yearOf(by);
    const before = await year();
    expect(before).toBeGreaterThan(0);
    await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
    const { id } = await lineOf(site, by, USED);
    await site.change(by, `/activities/${id}/exclude`, { reason: "It was wrong" });
    expect(await year()).toBe(before);
    const told = await site.items<{ cause: string }>(by, "/financial-years/2025-12-31/restatements");
    expect(told.map(({ cause }) => cause)).toEqual(["settlement"]);
    await site.change(by, "/financial-years/2025-12-31/restate", { reason: "the settlement was wrong" });
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ review_code: "advance_without_quantity" });
    expect(await year()).toBeNull();
    await site.intact(by);
  });

  test("keeps the quantity that a person states", async () => {
    const by = await counted(site, advance(), settled(8000, HALF));
    const account = await lineOf(site, by, ACCOUNT);
    const facts = { quantity: 9000, unit: "kWh" };
    await site.change(by, `/activities/${account.id}/correct`, { facts, reason: "As the company says" });
    const { id } = await lineOf(site, by, USED);
    await site.change(by, `/activities/${id}/exclude`, { reason: "It was wrong" });
    expect(await lineOf(site, by, ACCOUNT)).toMatchObject({ status: "classified" });
    expect(await kg(by)).toBeCloseTo(await kg(await counted(site, advance("9000"))), 4);
  });
});
