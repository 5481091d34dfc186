import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { STEEL_DECLARATION } from "../../support/steel-declaration.ts";
import { ubl, type UblDocument, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const SUPPLIER = { name: "Stålcentrum Nord A/S", cvr: "27182818" };
/** A line of a thousand krone for each unit of `size`. */
type Line = (size: number, more?: Partial<UblLine>) => UblLine;
const line =
  (text: string, per: number, unit: string): Line =>
  (size, more = {}) => ({ text, quantity: String(size * per), unit, amount: `${size * 1000}.00`, ...more });
/** Counted by weight. */
const steel = line("Stålplade 3 mm", 250, "KGM");
/** Counted by money, whatever their number. */
const plates = line("Stålplade 3 mm", 1, "EA");
/** Counted by money: the catalogue has no factor of an hour. */
const cleaning = line("Rengøring af kontor", 4, "HUR");
/** Counted by money: the catalogue counts steel by weight, and nothing leads there from its volume. */
const cubic = line("Stålplade 3 mm", 0.5, "MTQ");

const bought = (lines: readonly UblLine[], more: Partial<UblDocument> = {}): UblDocument => ({
  number: "F-100",
  date: "2026-05-04",
  supplier: SUPPLIER,
  lines,
  ...more,
});
const credited = (lines: readonly UblLine[], number = "K-1"): UblDocument => ({
  ...bought(lines, { number, date: "2026-06-15" }),
  is_credit_note: true,
  credits: "F-100",
});
const PER_KRONE = { ...STEEL_DECLARATION, unit: "DKK", kg_co2e_per_unit: 0.9 };
const PER_HOUR = {
  ...STEEL_DECLARATION,
  category_id: "purchases.services.cleaning",
  unit: "hour",
  kg_co2e_per_unit: 6,
};

const CASES: readonly (readonly [what: string, own: object, line: Line, kg_of_ten: number])[] = [
  ["per kg, where the catalogue counts weight too", STEEL_DECLARATION, steel, 4250],
  ["per krone", PER_KRONE, plates, 9000],
  ["per hour, where the catalogue counts money", PER_HOUR, cleaning, 240],
];

async function approved(by: RecordingCompany, facts: object): Promise<string> {
  const answer = await site.post(by, facts, {}, "/company-factors");
  expect(answer.status, answer.text).toBe(201);
  const { id } = answer.json() as unknown as { readonly id: string };
  await site.change(by, `/company-factors/${id}/approve`, {});
  return id;
}
const withdrawn = async (by: RecordingCompany, id: string): Promise<unknown> =>
  await site.change(by, `/company-factors/${id}/withdraw`, { reason: "The mill corrected it" });

async function read(by: RecordingCompany, ...documents: readonly UblDocument[]): Promise<void> {
  for (const document of documents) {
    await site.ingest(by, { name: `${document.number}.xml`, content: ubl(document) });
  }
}

const kg = async (by: RecordingCompany): Promise<number> => Number(await site.total(by));
const codes = async (by: RecordingCompany): Promise<(string | null)[]> =>
  (await site.lines(by)).flatMap(({ status, review_code }) => (status === "pending_review" ? [review_code] : []));

async function idOf(by: RecordingCompany, amount: number): Promise<string> {
  const line = (await site.lines(by)).find((one) => one.amount === amount);
  if (line === undefined) throw new Error(`no line of ${amount}`);
  return line.id;
}

/** What is told of a correction. */
interface Effect {
  readonly change_kg: number;
  readonly affected: readonly { readonly cause: string }[];
}

/** kg by the day on which they count. */
async function byDay(by: RecordingCompany): Promise<Record<string, number>> {
  const days: Record<string, number> = {};
  interface Entry {
    readonly transaction_date: string;
    readonly co2e_market_based_kg: number;
  }
  for (const entry of await site.items<Entry>(by, "/emissions?limit=100")) {
    const day = entry.transaction_date.slice(0, 10);
    days[day] = (days[day] ?? 0) + entry.co2e_market_based_kg;
  }
  return days;
}

/** An invoice of ten thousand krone, with what the company counts of it. */
async function counted(of: Line, own: object | null): Promise<{ by: RecordingCompany; before: number; own: string }> {
  const by = await site.company();
  const id = own === null ? "" : await approved(by, own);
  await read(by, bought([of(10)]));
  return { by, before: await kg(by), own: id };
}

describe("a credit note of what a factor counted that counts such lines no more", () => {
  test.each(CASES)(
    "takes back by the catalogue's where one of the company came into force since: %s",
    async (...of) => {
      const [, own, line, kg_of_ten] = of;
      const { by, before } = await counted(line, null);
      await approved(by, own);
      await read(by, credited([line(4)]));
      expect(await codes(by)).toEqual([]);
      expect(Math.abs(before - kg_of_ten)).toBeGreaterThan(1);
      expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
      await read(by, credited([line(6)], "K-2"));
      expect(await codes(by)).toEqual([]);
      expect(await kg(by)).toBeCloseTo(0, 3);
      await site.intact(by);
    },
  );

  test.each(CASES)("takes back by the company's that was withdrawn since, whatever replaced it: %s", async (...of) => {
    const [, facts, line, kg_of_ten] = of;
    const { by, before, own } = await counted(line, facts);
    expect(before).toBeCloseTo(kg_of_ten, 3);
    await withdrawn(by, own);
    await read(by, credited([line(4)]));
    expect(await codes(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
    await approved(by, { ...facts, kg_co2e_per_unit: 20 });
    await read(by, credited([line(6)], "K-2"));
    expect(await codes(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(0, 3);
    await site.intact(by);
  });
});

describe("what a credit note took off", () => {
  /** 10,000 krone of steel plates by money and 40 % of it back, then a factor of the company per krone. */
  async function taken() {
    const { by, before } = await counted(plates, null);
    await read(by, credited([plates(4)]));
    const own = await approved(by, PER_KRONE);
    return { by, before, own };
  }

  test("stays when the note itself is corrected, and counts by another factor where a person names one", async () => {
    const { by, before } = await taken();
    const path = `/activities/${await idOf(by, -4000)}/correct`;
    const facts = { amount: -2000, currency: "DKK" };
    const told = await site.change<Effect>(by, path, { facts, reason: "Half was kept", dry_run: true });
    expect(told.change_kg).toBeCloseTo(before * 0.2, 3);
    await site.change(by, path, { facts, reason: "Half was kept" });
    expect(await kg(by)).toBeCloseTo(before * 0.8, 3);
    const named = await approved(by, { ...PER_KRONE, is_automatic: false, kg_co2e_per_unit: 0.1 });
    await site.change(by, path, { facts: { company_factor_id: named }, reason: "They say so" });
    expect(await kg(by)).toBeCloseTo(before - 200, 3);
    await site.intact(by);
  });

  test("follows its invoice to another factor of the company, as told beforehand, and back", async () => {
    const { by, before, own } = await taken();
    const id = await idOf(by, 10000);
    const correction = { facts: { amount: 12000, currency: "DKK" }, reason: "One more" };
    const told = await site.change<Effect>(by, `/activities/${id}/correct`, { ...correction, dry_run: true });
    expect(told.affected).toMatchObject([{ cause: "credit_note" }]);
    expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
    const done = await site.change<Effect>(by, `/activities/${id}/correct`, correction);
    expect(await kg(by)).toBeCloseTo(8000 * 0.9, 3);
    expect(done.change_kg).toBeCloseTo(told.change_kg, 3);
    expect(told.change_kg).toBeCloseTo(8000 * 0.9 - before * 0.6, 3);
    await withdrawn(by, own);
    await read(by, credited([plates(6)], "K-2"));
    expect(await kg(by)).toBeCloseTo(2000 * 0.9, 3);
    await site.change(by, `/activities/${id}/undo`, { reason: "It was not" });
    expect(await kg(by)).toBeCloseTo(0, 3);
    expect(await codes(by)).toEqual([]);
    const facts = { amount: 20000, currency: "DKK" };
    const asked = { facts, reason: "Two of them", dry_run: true };
    expect((await site.change<Effect>(by, `/activities/${id}/correct`, asked)).affected).toEqual([]);
    await site.change(by, `/activities/${id}/correct`, { ...asked, dry_run: false });
    expect(await kg(by)).toBeCloseTo(before, 3);
    await site.intact(by);
  });

  test("changes between money and what a factor of the company counts, with its invoice", async () => {
    const { by, before } = await counted(cleaning, null);
    await read(by, credited([cleaning(4)]));
    const own = await approved(by, PER_HOUR);
    const id = await idOf(by, 10000);
    const corrected = async (transaction_date: string) => {
      await site.change(by, `/activities/${id}/correct`, { facts: { transaction_date }, reason: "Another day" });
      expect(await codes(by)).toEqual([]);
    };
    await corrected("2026-05-05");
    expect(await kg(by)).toBeCloseTo(240 * 0.6, 3);
    await withdrawn(by, own);
    await corrected("2026-05-06");
    expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
    await site.intact(by);
  });
});

describe("a credit note that was recorded before the factors of its invoice were kept with it", () => {
  const FORGOTTEN = statement(`
    update activity_splits set conversion = (
      select jsonb_agg(step #- '{kept,counted_by}' order by place)
      from jsonb_array_elements(conversion) with ordinality as steps (step, place))
    where conversion @> '[{"kind": "credit"}]'`);
  const credits = async (by: RecordingCompany) => {
    const events = await site.items<{ readonly action: string }>(by, "/audit?limit=200");
    return events.filter(({ action }) => action === "activity.credited").length;
  };
  const corrected = async (by: RecordingCompany, facts: object) => {
    await site.app.db.database.admin.rows(FORGOTTEN);
    const path = `/activities/${await idOf(by, 10000)}/correct`;
    const told = await site.change<Effect>(by, path, { facts, reason: "The paper", dry_run: true });
    const done = await site.change<Effect>(by, path, { facts, reason: "The paper" });
    expect(done.affected).toEqual(told.affected);
    return { affected: told.affected.length, credits: await credits(by) };
  };

  test("stays as it is where its invoice is read again by the same factors", async () => {
    for (const own of [null, PER_HOUR, PER_KRONE]) {
      const { by, before } = await counted(plates, own);
      await read(by, credited([plates(4)]));
      const supplier_name = { supplier_name: "Stålcentrum Nord ApS" };
      expect(await corrected(by, supplier_name)).toEqual({ affected: 0, credits: 0 });
      expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
    }
  });

  test("follows its invoice to a factor of the company, or to none", async () => {
    const { by } = await counted(plates, null);
    await read(by, credited([plates(4)]));
    const own = await approved(by, PER_KRONE);
    expect(await corrected(by, { supplier_name: "Stålcentrum Nord" })).toEqual({ affected: 1, credits: 1 });
    expect(await kg(by)).toBeCloseTo(5400, 3);
    await withdrawn(by, own);
    expect(await corrected(by, { supplier_name: "Stålcentrum Nord ApS" })).toEqual({ affected: 1, credits: 2 });
    const { before } = await counted(plates, null);
    expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
  });
});

describe("what a credit note took off several departments", () => {
  const parts = (of: Line) => [of(6, { cost_centre: "SALG" }), of(4, { cost_centre: "VÆRK" })];

  async function ofDepartments(): Promise<RecordingCompany> {
    const by = await site.company();
    for (const code of ["SALG", "VÆRK"]) {
      expect((await site.post(by, { name: code, code }, {}, "/departments")).status).toBe(201);
    }
    return by;
  }

  test.each([
    ["of an hour, where the catalogue counts money alone", PER_HOUR, cleaning, 120],
    [
      "of a cubic metre, where it counts weight as well",
      { ...STEEL_DECLARATION, unit: "m3", kg_co2e_per_unit: 80 },
      cubic,
      200,
    ],
  ])("changes between money and a factor %s, with the lines of its invoice", async (_what, facts, line, half) => {
    const by = await ofDepartments();
    await read(by, bought(parts(line)));
    const before = await kg(by);
    await read(by, credited([line(5)]));
    expect(await kg(by)).toBeCloseTo(before / 2, 3);
    const ids = [await idOf(by, 6000), await idOf(by, 4000)];
    const corrected = async (transaction_date: string) => {
      for (const id of ids) {
        await site.change(by, `/activities/${id}/correct`, { facts: { transaction_date }, reason: "Another day" });
      }
      expect(await codes(by)).toEqual([]);
    };
    const own = await approved(by, facts);
    await corrected("2026-05-05");
    expect(await kg(by)).toBeCloseTo(half, 3);
    await withdrawn(by, own);
    await corrected("2026-05-06");
    expect(await kg(by)).toBeCloseTo(before / 2, 3);
    await site.intact(by);
  });

  test("is taken off by the factor that was withdrawn when its invoice counts again", async () => {
    const by = await ofDepartments();
    const own = await approved(by, PER_HOUR);
    await read(by, credited([cleaning(5)]), bought(parts(cleaning)));
    expect(await kg(by)).toBeCloseTo(120, 3);
    const ids = [await idOf(by, 6000), await idOf(by, 4000)];
    for (const id of ids) await site.change(by, `/activities/${id}/exclude`, { reason: "Sent by mistake" });
    expect(await codes(by)).toEqual(["credit_unmatched"]);
    await withdrawn(by, own);
    for (const id of ids) await site.change(by, `/activities/${id}/undo`, { reason: "It was not" });
    expect(await codes(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(120, 3);
    await site.intact(by);
  });
});

describe("a credit note", () => {
  test("that waited is booked by what counts its invoice when that arrives", async () => {
    for (const [own, line] of [
      [PER_HOUR, cleaning],
      [STEEL_DECLARATION, steel],
    ] as const) {
      const by = await site.company();
      const first = await approved(by, own);
      await read(by, credited([line(4)]));
      await withdrawn(by, first);
      await read(by, bought([line(10)]));
      expect(await codes(by)).toEqual([]);
      const { before } = await counted(line, null);
      expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
      const later = await site.company();
      await read(later, credited([line(4)]));
      await approved(later, own);
      await read(later, bought([line(10)]));
      expect(await codes(later)).toEqual([]);
      expect(await kg(later)).toBeCloseTo((own === PER_HOUR ? 240 : 4250) * 0.6, 3);
      await site.intact(later);
    }
  });

  test("takes back by a factor that a person named for its invoice, and that was withdrawn since", async () => {
    const { by } = await counted(plates, null);
    const own = await approved(by, { ...PER_KRONE, is_automatic: false });
    const id = await idOf(by, 10000);
    await site.change(by, `/activities/${id}/correct`, { facts: { company_factor_id: own }, reason: "Theirs" });
    await withdrawn(by, own);
    await read(by, credited([plates(4)]));
    expect(await codes(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(5400, 3);
    await site.intact(by);
  });

  test("becomes an activity for each factor by which lines of its invoice count", async () => {
    const by = await site.company();
    const own = await approved(by, STEEL_DECLARATION);
    await read(by, bought([steel(6), steel(4)]));
    await withdrawn(by, own);
    const id = await idOf(by, 4000);
    await site.change(by, `/activities/${id}/correct`, { facts: { amount: 4001, currency: "DKK" }, reason: "Øre" });
    await site.change(by, `/activities/${id}/correct`, {
      facts: { amount: 4000, currency: "DKK" },
      reason: "Dog ikke",
    });
    const before = await kg(by);
    expect(before).toBeGreaterThan(1500 * 1.7 + 1000 * 2);
    await read(by, credited([steel(5)]));
    expect(await codes(by)).toEqual([]);
    expect((await site.lines(by)).map(({ amount }) => amount)).toEqual(expect.arrayContaining([-3000, -2000]));
    expect(await kg(by)).toBeCloseTo(before / 2, 3);
    await site.intact(by);
  });

  test("takes off each line of its invoice by what counts that, by hours or by money", async () => {
    const by = await site.company();
    const [office, store] = [{ text: "Daglig rengøring af kontor" }, { text: "Hovedrengøring af kontor" }];
    const own = await approved(by, PER_HOUR);
    await read(by, bought([cleaning(6, office), cleaning(4, store)]));
    await withdrawn(by, own);
    const id = await idOf(by, 4000);
    await site.change(by, `/activities/${id}/correct`, { facts: { transaction_date: "2026-05-05" }, reason: "Late" });
    const before = await kg(by);
    expect(before).not.toBeCloseTo(240, 0);
    await read(by, credited([cleaning(3, office), cleaning(2, store)]));
    expect(await codes(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(before / 2, 3);
    await read(by, credited([cleaning(2, store), cleaning(3, office)], "K-2"));
    expect(await codes(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(0, 3);
    await site.intact(by);
  });

  test("takes back by money what its invoice counts by money, though it prints a quantity itself", async () => {
    for (const isLate of [false, true]) {
      const by = await site.company();
      const documents = [bought([plates(10)]), credited([steel(4)])];
      await read(by, ...(isLate ? documents.toReversed() : documents));
      expect(await codes(by)).toEqual([]);
      const { before } = await counted(plates, null);
      expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
      // Its invoice is corrected to count by weight, and it follows with the weight that it prints.
      const id = await idOf(by, 10000);
      const facts = { quantity: 2500, unit: "kg" };
      await site.change(by, `/activities/${id}/correct`, { facts, reason: "Weighed" });
      expect(await codes(by)).toEqual([]);
      expect(await kg(by)).toBeCloseTo(3.82409335 * 1500, 3);
      await site.change(by, `/activities/${id}/undo`, { reason: "It was not" });
      expect(await codes(by)).toEqual([]);
      expect(await kg(by)).toBeCloseTo(before * 0.6, 3);
      // A person who states the quantity of the note itself has it counted.
      const path = `/activities/${await idOf(by, -4000)}/correct`;
      await site.change(by, path, { facts: { quantity: -10, unit: "kg" }, reason: "Weighed" });
      expect(await kg(by)).toBeCloseTo(before - 38.2409335, 3);
      await site.intact(by);
    }
  });

  test("takes each month back by what counts it, where a factor of the company holds for some of them", async () => {
    const by = await site.company();
    const heat = {
      ...STEEL_DECLARATION,
      category_id: "energy.heat.district_heating",
      unit: "MWh",
      kg_co2e_per_unit: 40,
      valid_from: "2026-03-01",
    };
    const bill = (kwh: number): UblLine => ({
      text: "Fjernvarme",
      quantity: String(kwh),
      unit: "KWH",
      amount: `${kwh}.00`,
    });
    const own = await approved(by, heat);
    await read(by, bought([bill(6000)], { period: ["2026-01-01", "2026-04-30"] }));
    expect(await codes(by)).toEqual([]);
    const full = await byDay(by);
    expect(Object.keys(full)).toHaveLength(4);
    expect(Math.abs((full["2026-01-31"] ?? 0) - (full["2026-03-31"] ?? 0))).toBeGreaterThan(1);
    await withdrawn(by, own);
    await approved(by, { ...heat, valid_from: "2026-01-01", kg_co2e_per_unit: 300 });
    await read(by, credited([bill(1500)]));
    expect(await codes(by)).toEqual([]);
    const left = await byDay(by);
    expect(Object.keys(left).toSorted()).toEqual(Object.keys(full).toSorted());
    for (const [day, whole] of Object.entries(full)) expect(left[day]).toBeCloseTo(whole * 0.75, 2);
    await site.intact(by);
  });
});

describe("in a closed year", () => {
  /** As the releases before left what was held back of documents: without its entries. */
  const UNKEPT = statement("delete from held_entries");
  const LAST_DAY = "2025-12-31";
  const OWN = { ...PER_KRONE, valid_from: "2025-01-01" };
  const old = (document: UblDocument): UblDocument => ({ ...document, date: "2025-05-04" });
  const closed = (by: RecordingCompany) => site.change(by, `/financial-years/${LAST_DAY}/close`, { reason: "done" });
  const restated = (by: RecordingCompany) =>
    site.change(by, `/financial-years/${LAST_DAY}/restate`, { reason: "The mill wrote late" });
  interface Total {
    readonly total_co2e_kg: number;
    readonly pending_restatement_kg: number | null;
  }
  const yearOf = async (by: RecordingCompany): Promise<Total> =>
    (await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as Total;

  test("a credit note takes off by what counts its invoice, when the year is restated", async () => {
    const by = await site.company();
    await read(by, old(bought([plates(10)])));
    const { total_co2e_kg: before } = await yearOf(by);
    await closed(by);
    await approved(by, OWN);
    await read(by, credited([plates(4)]));
    expect((await yearOf(by)).pending_restatement_kg).toBeCloseTo(before * -0.4, 3);
    await restated(by);
    expect((await yearOf(by)).total_co2e_kg).toBeCloseTo(before * 0.6, 3);
    await site.intact(by);
  });

  test("it follows the correction of its invoice to another factor, which both wait for the restatement", async () => {
    const by = await site.company();
    await read(by, old(bought([plates(10)])), credited([plates(4)]));
    const { total_co2e_kg: before } = await yearOf(by);
    await closed(by);
    const own = await approved(by, OWN);
    const id = await idOf(by, 10000);
    const facts = { transaction_date: "2025-05-05" };
    await site.change(by, `/activities/${id}/correct`, { facts, reason: "The delivery note" });
    await withdrawn(by, own);
    expect((await yearOf(by)).total_co2e_kg).toBeCloseTo(before, 3);
    // One that comes meanwhile takes off of what the invoice will count.
    await read(by, credited([plates(2)], "K-2"));
    await restated(by);
    expect((await yearOf(by)).total_co2e_kg).toBeCloseTo(9000 * 0.4, 3);
    await site.intact(by);
  });

  test("an invoice over New Year counts all its months by the same factors of the company, and so does its note", async () => {
    const by = await site.company();
    const period = ["2025-11-01", "2026-02-28"] as const;
    const heat = { ...OWN, category_id: "energy.heat.district_heating", unit: "MWh", kg_co2e_per_unit: 500 };
    const bill = (kwh: number): UblLine => ({
      text: "Fjernvarme",
      quantity: String(kwh),
      unit: "KWH",
      amount: `${kwh}.00`,
    });
    await closed(by);
    await read(by, bought([bill(6000)], { date: "2026-03-04", period }));
    const { "2026-01-31": january = 0 } = await byDay(by);
    await approved(by, heat);
    await read(by, credited([bill(3000)]));
    await restated(by);
    expect(await codes(by)).toEqual([]);
    const months = await byDay(by);
    expect(Object.keys(months)).toHaveLength(4);
    for (const kilos of Object.values(months)) expect(Math.abs(kilos / january - 0.5)).toBeLessThan(0.06);
    await site.intact(by);
  });

  test.each([
    ["as they are in force", "before", []],
    ["as they are in force", "after", []],
    ["withdrawn and replaced since", "before", ["replaced"]],
    ["withdrawn and replaced since", "after", ["replaced"]],
    ["recorded before their entries were kept", "before", ["unkept"]],
    ["recorded before their entries were kept", "after", ["unkept"]],
  ])(
    "days held back count by the factor of their year as told, %s, and so does a note that comes %s",
    async (...of) => {
      const [, when, more] = of;
      const by = await site.company();
      const heat = { ...OWN, category_id: "energy.heat.district_heating", unit: "MWh" };
      const ids = [
        await approved(by, { ...heat, valid_to: LAST_DAY, kg_co2e_per_unit: 500 }),
        await approved(by, { ...heat, valid_from: "2026-01-01", kg_co2e_per_unit: 300 }),
      ];
      const bill = (kwh: number): UblLine => ({
        text: "Fjernvarme",
        quantity: String(kwh),
        unit: "KWH",
        amount: `${kwh}.00`,
      });
      await closed(by);
      await read(by, bought([bill(6000)], { date: "2026-03-04", period: ["2025-11-01", "2026-02-28"] }));
      const told = (await yearOf(by)).pending_restatement_kg ?? 0;
      expect(told).toBeCloseTo((3000 * 61) / 120, 1);
      if (more.includes("unkept")) await site.app.db.database.admin.rows(UNKEPT);
      if (more.includes("replaced")) {
        for (const id of ids) await withdrawn(by, id);
        await approved(by, { ...heat, kg_co2e_per_unit: 20 });
      }
      if (when === "after") {
        await restated(by);
        expect((await yearOf(by)).total_co2e_kg).toBeCloseTo(told, 6);
      }
      await read(by, credited([bill(3000)]));
      expect((await yearOf(by)).pending_restatement_kg).toBeCloseTo(when === "after" ? told / -2 : told / 2, 1);
      await restated(by);
      expect((await yearOf(by)).total_co2e_kg).toBeCloseTo(told / 2, 1);
      expect(await codes(by)).toEqual([]);
      const months = await byDay(by);
      expect(Object.keys(months)).toHaveLength(4);
      const all = Object.values(months).reduce((sum, kilos) => sum + kilos, 0);
      expect(all).toBeCloseTo((1500 * 61 + 900 * 59) / 120, 0);
      await site.intact(by);
    },
  );
});
