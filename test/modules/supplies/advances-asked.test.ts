import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const METER = "571313000000000013";
const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
const Q1 = ["2026-01-01", "2026-03-31"] as const;
const ADVANCE = "Aconto fjernvarme";
const USED = "Fjernvarme, afregnet forbrug";

const bill = (number: string, lines: UblDocument["lines"], more: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({ number, date: "2026-01-02", supplier: HEAT, lines, ...more }),
});
const inMoney = { text: ADVANCE, amount: "9000.00", quantity: "1", unit: "C62" };
const measured = { text: ADVANCE, amount: "9000.00", quantity: "12000", unit: "KWH" };
const settlement = bill("S-1", [{ text: USED, quantity: "20000", unit: "KWH", amount: "16000.00" }], {
  date: "2026-04-10",
  meter: METER,
  period: Q1,
});

async function lineOf(by: RecordingCompany, description: string): Promise<BookedLine> {
  const line = (await site.lines(by)).find((booked) => booked.description === description);
  if (line === undefined) throw new Error(`no line is called "${description}"`);
  return line;
}

async function read(...files: readonly ReturnType<typeof bill>[]): Promise<RecordingCompany> {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  return by;
}

interface Item {
  readonly id: string;
  readonly waits_for: { readonly code: string; readonly text_da: string };
  readonly needs: readonly { readonly field: string }[];
}
const queue = async (by: RecordingCompany) => await site.items<Item>(by, "/review-items");
const codes = async (by: RecordingCompany) => (await queue(by)).map(({ waits_for }) => waits_for.code);
const total = async (by: RecordingCompany) =>
  ((await site.get(by, "/emissions/summary?from=2026-01-01&to=2026-12-31")) as { total_co2e_kg: number | null })
    .total_co2e_kg ?? 0;
const supplyOf = async (by: RecordingCompany) =>
  (await site.items<{ id: string }>(by, `/supplies?identifier=${METER}`))[0]?.id;
const reason = "seen on the paper";

const NAMELESS = [
  ["no supply and no days", {}],
  ["no supply", { period: Q1 }],
  ["no days", { meter: METER }],
] as const;

describe.each(NAMELESS)("an advance that says %s", (_what, says) => {
  test.each([
    ["comes first", false],
    ["comes later", true],
  ])(
    "and a quantity is not counted beside a bill of its time, whichever %s: it is asked about",
    async (_when, late) => {
      const alone = await read(settlement);
      const advance = bill("A-1", [measured], says);
      const by = await read(...(late ? [settlement, advance] : [advance, settlement]));
      expect(await total(by)).toBe(await total(alone));
      const [item] = await queue(by);
      expect(item?.waits_for.code).toBe("advance_unsettled");
      expect(item?.needs.map(({ field }) => field)).toEqual([
        ...("period" in says ? [] : ["service_period"]),
        ...("meter" in says ? [] : ["supply_id"]),
        "decision",
        "decision",
      ]);
      // Its supply and days are stated: the bill settles it.
      const facts = {
        supply_id: await supplyOf(by),
        service_period_start: Q1[0],
        service_period_end: Q1[1],
      };
      await site.change(by, `/review-items/${item?.id}/accept`, { facts, reason });
      expect(await codes(by)).toEqual([]);
      expect(await total(by)).toBe(await total(alone));
      expect(await lineOf(by, ADVANCE)).toMatchObject({ status: "excluded" });
      // Taken back, the question is there again.
      await site.change(by, `/activities/${item?.id}/undo`, { reason });
      expect(await codes(by)).toEqual(["advance_unsettled"]);
      await site.intact(by);
    },
  );

  test("is accepted beside the bill, and asked about no more until another bill comes", async () => {
    const by = await read(bill("A-1", [measured], says), settlement);
    const before = await total(by);
    const [item] = await queue(by);
    await site.change(by, `/review-items/${item?.id}/accept`, { reason: "It is for the other house" });
    expect(await total(by)).toBeGreaterThan(before);
    const power = { text: "Elforbrug", quantity: "10", unit: "KWH", amount: "20.00" };
    await site.ingest(by, bill("P-1", [power], { date: "2026-05-02" }));
    expect(await codes(by)).toEqual([]);
    await site.intact(by);
  });

  test("and money only is deferred to its settlement, and asked about when one comes", async () => {
    const by = await read(bill("A-1", [inMoney], says));
    expect(await codes(by)).toEqual(["advance_without_quantity"]);
    const { id } = await lineOf(by, ADVANCE);
    await site.change(by, `/review-items/${id}/defer`, { reason });
    expect(await codes(by)).toEqual([]);
    await site.ingest(by, settlement);
    expect(await codes(by)).toEqual(["advance_unsettled"]);
    await site.change(by, `/review-items/${id}/exclude`, { reason: "The bill counts it" });
    expect(await codes(by)).toEqual([]);
    await site.intact(by);
  });
});

test("an advance is deferred with the supply and the days that a person states, and its settlement replaces it unasked", async () => {
  const by = await read(bill("A-1", [inMoney]));
  const added = { commodity: "district_heating", identifiers: [{ kind: "gsrn", value: METER }], reason };
  const supply = (await site.post(by, added, {}, "/supplies")).json() as unknown as { id: string };
  const { id } = await lineOf(by, ADVANCE);
  const place = { supply_id: supply.id, service_period_start: Q1[0], service_period_end: Q1[1] };
  const useless = await site.post(by, { facts: { quantity: 5, unit: "kWh" }, reason }, {}, `/review-items/${id}/defer`);
  expect(useless.status).toBe(400);
  const many = { decisions: [{ id, decision: "defer", facts: { amount: 5 }, reason }] };
  expect(JSON.stringify(await site.change(by, "/review-items/bulk", many))).toContain('"failed_count":1');
  const kept = await site.upload(by, "/activities/evidence", [{ name: "brev.txt", content: "The network's letter" }]);
  const [file] = (kept.json() as unknown as { files: { id: string }[] }).files;
  await site.change(by, `/review-items/${id}/defer`, { facts: place, evidence: [file?.id], reason });
  const deferred = (await site.get(by, `/activities/${id}`)) as { readings: { evidence: { name: string }[] }[] };
  expect(deferred.readings[0]?.evidence).toMatchObject([{ name: "brev.txt" }]);
  await site.ingest(by, settlement);
  expect(await codes(by)).toEqual([]);
  expect(await lineOf(by, ADVANCE)).toMatchObject({ status: "excluded" });
  await site.intact(by);
});

test.each([
  ["another supplier's", { supplier: { name: "Byens Varme A/S", cvr: "31415926" } }],
  ["the supplier's of another time", { period: ["2025-01-01", "2025-03-31"] as const, date: "2025-04-10" }],
])("an advance without a supply is not asked about for %s bill", async (_whose, more) => {
  const other = bill("S-2", [{ text: USED, quantity: "20000", unit: "KWH", amount: "16000.00" }], {
    date: "2026-04-10",
    meter: METER,
    period: Q1,
    ...more,
  });
  const by = await read(bill("A-1", [measured]), other);
  expect(await codes(by)).toEqual([]);
  expect(await lineOf(by, ADVANCE)).toMatchObject({ status: "classified" });
});

test("a closed year goes on counting an advance that is asked about", async () => {
  const period = ["2025-10-01", "2025-12-31"] as const;
  const by = await read(bill("A-1", [measured], { period, date: "2025-10-01" }));
  const counted = async () =>
    ((await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as { total_co2e_kg: number })
      .total_co2e_kg;
  const before = await counted();
  await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
  const winter = ["2025-10-01", "2026-01-31"] as const;
  const used = { text: USED, quantity: "20000", unit: "KWH", amount: "16000.00" };
  await site.ingest(by, bill("S-3", [used], { date: "2026-02-10", meter: METER, period: winter }));
  expect(await codes(by)).toEqual(["advance_unsettled"]);
  expect(await counted()).toBe(before);
  await site.intact(by);
});

describe("a settled advance", () => {
  const advance = bill("A-1", [inMoney], { meter: METER, period: Q1 });

  test("loses the decision that a person made before the settlement, by undoing it; the settlement stays", async () => {
    const by = await read(advance);
    const { id } = await lineOf(by, ADVANCE);
    await site.change(by, `/review-items/${id}/accept`, { facts: { quantity: 15000, unit: "kWh" }, reason });
    await site.ingest(by, settlement);
    expect(await lineOf(by, ADVANCE)).toMatchObject({ status: "excluded" });
    const alone = await total(await read(settlement));
    const undone = await site.change<{
      undone: string;
      not_restored: readonly string[];
      stated: readonly string[];
    }>(by, `/activities/${id}/undo`, { reason });
    expect(undone).toMatchObject({ undone: "activity.suggestion_accepted", stated: [] });
    expect(undone.not_restored).toEqual([expect.stringMatching(/bill of the same supply counts what was used/)]);
    expect(await total(by)).toBe(alone);
    const again = await site.change<{ undone: string }>(by, `/activities/${id}/undo`, { reason });
    expect(again.undone).toBe("activity.change_undone");
    expect(await total(by)).toBe(alone);
    await site.intact(by);
  });

  test("that no person decided about says which bill to decide about", async () => {
    const by = await read(advance, settlement);
    const { id } = await lineOf(by, ADVANCE);
    const refused = await site.post(by, { reason }, {}, `/activities/${id}/undo`);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("the bill that settles it");
  });
});

interface Affected {
  readonly affected: readonly {
    readonly id: string;
    readonly cause: string;
    readonly before_kg: number;
    readonly after_kg: number;
    readonly pending_restatements?: readonly { readonly period_end: string; readonly market_based_after_kg: number }[];
  }[];
}

test("a correction of the settlement says of each advance what it loses or gets back, in closed years too, and writes nothing in a dry run", async () => {
  const winter = ["2025-10-01", "2026-03-31"] as const;
  const by = await read(
    bill("A-1", [measured], { meter: METER, period: winter, date: "2025-10-01" }),
    bill("S-4", [{ text: USED, quantity: "20000", unit: "KWH", amount: "16000.00" }], {
      date: "2026-04-10",
      meter: METER,
      period: ["2026-01-01", "2026-03-31"],
    }),
  );
  await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
  const [advance, used] = [await lineOf(by, ADVANCE), await lineOf(by, USED)];
  const correct = async (facts: object, dry_run: boolean) =>
    await site.change<Affected>(by, `/activities/${used.id}/correct`, { facts, reason, dry_run });
  // From February on: the advance gets January back.
  const later = { service_period_start: "2026-02-01", service_period_end: "2026-03-31" };
  const told = await correct(later, true);
  expect(told.affected).toMatchObject([{ id: advance.id, cause: "settlement" }]);
  expect(told.affected[0]?.after_kg).toBeGreaterThan(told.affected[0]?.before_kg ?? 0);
  expect(await correct(later, true)).toEqual(told);
  const done = await correct(later, false);
  expect(done.affected).toEqual(told.affected);
  // Back into the closed year: what the advance would lose there waits with it.
  const whole = { service_period_start: winter[0], service_period_end: winter[1] };
  const pending = (await correct(whole, true)).affected[0];
  expect(pending?.pending_restatements).toMatchObject([{ period_end: "2025-12-31", market_based_after_kg: 0 }]);
  await site.intact(by);
});
