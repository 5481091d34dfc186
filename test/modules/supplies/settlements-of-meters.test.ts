import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
const METER = "571313000000000013";
const OTHER_METER = "571313000000000020";
const Q1 = ["2026-01-01", "2026-03-31"] as const;
const USED = "Fjernvarme, afregnet forbrug";
const ACCOUNT = "Aconto fjernvarme";
const OTHER_USED = "Fjernvarme, afregnet forbrug i gården";
const OTHER_ACCOUNT = "Aconto fjernvarme i gården";

/** `meter` is the metering point that the document names; null: none. */
type Bill = Partial<Omit<UblDocument, "meter">> & { readonly meter?: string | null };
const bill = (number: string, lines: UblDocument["lines"], { meter = METER, ...more }: Bill = {}) => {
  const named = meter === null ? {} : { meter };
  return {
    name: `${number}.xml`,
    content: ubl({ number, date: "2026-01-02", supplier: HEAT, period: Q1, lines, ...named, ...more }),
  };
};
/** An amount on account, with the quantity where the bill states one. */
const advance = (kWh?: string) =>
  bill("A-1", [
    {
      text: ACCOUNT,
      amount: "9000.00",
      ...(kWh === undefined ? { quantity: "1", unit: "C62" } : { quantity: kWh, unit: "KWH" }),
    },
  ]);
const used = (kWh: number, meter?: string) => ({
  text: USED,
  quantity: String(kWh),
  unit: "KWH",
  amount: (kWh * 0.8).toFixed(2),
  ...(meter === undefined ? {} : { meter }),
});
const settled = (kWh: number, more: Bill = {}) => bill("S-1", [used(kWh)], { date: "2026-04-10", ...more });
const credit = (kWh: number, more: Bill = {}) =>
  bill("K-1", [used(kWh)], { date: "2026-05-10", is_credit_note: true, credits: "S-1", ...more });

async function counted(...files: readonly ReturnType<typeof bill>[]): Promise<RecordingCompany> {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  return by;
}
const kg = async (by: RecordingCompany) => Number(await site.total(by));
async function lineOf(by: RecordingCompany, description: string, amount?: number): Promise<BookedLine> {
  const isLine = (line: BookedLine) =>
    line.description === description && (amount === undefined || line.amount === amount);
  const line = (await site.lines(by)).find(isLine);
  if (line === undefined) throw new Error(`no line is called "${description}"`);
  return line;
}
const waiting = async (by: RecordingCompany) =>
  (await site.lines(by)).filter(({ status }) => status === "pending_review").map(({ review_code }) => review_code);

const account = (meter: string, text = ACCOUNT) => ({ text, amount: "4500.00", quantity: "6000", unit: "KWH", meter });
const NO_METER = { meter: null };
const other = (line: ReturnType<typeof used>) => ({ ...line, text: OTHER_USED });

/** What became of the advances of the two meters. */
async function advances(by: RecordingCompany): Promise<readonly string[]> {
  return [(await lineOf(by, ACCOUNT)).status, (await lineOf(by, OTHER_ACCOUNT)).status];
}

describe("a settlement of which a person states the supply", () => {
  test.each([
    ["names no meter", NO_METER],
    ["names another meter", { meter: OTHER_METER }],
  ] as const)("goes with its credit note, where the bill %s", async (_which, named) => {
    const alone = await counted(advance("12000"));
    const by = await counted(advance("12000"), settled(10_000, named));
    const { supply_id } = await lineOf(by, ACCOUNT);
    const { id } = await lineOf(by, USED);
    await site.change(by, `/activities/${id}/correct`, { facts: { supply_id }, reason: "It is the house in the yard" });
    expect(await lineOf(by, ACCOUNT)).toMatchObject({ status: "excluded" });
    await site.ingest(by, credit(10_000, named));
    expect(await waiting(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(await kg(alone), 4);
    expect(await lineOf(by, ACCOUNT)).toMatchObject({ status: "classified" });
    await site.intact(by);
  });
});

describe("a settlement of two meters whose credit note names none", () => {
  const both = (lines: UblDocument["lines"]) => [
    bill("A-1", [account(METER), account(OTHER_METER, OTHER_ACCOUNT)], NO_METER),
    bill("S-1", lines, { ...NO_METER, date: "2026-04-10" }),
  ];

  test.each([
    ["first", used(5000), ["classified", "excluded"]],
    ["second", other(used(7000)), ["excluded", "classified"]],
  ] as const)("leaves the one settled that is not in the words of the %s", async (_which, line, states) => {
    const by = await counted(...both([used(5000, METER), other(used(7000, OTHER_METER))]));
    expect(await advances(by)).toEqual(["excluded", "excluded"]);
    await site.ingest(
      by,
      bill("K-1", [line], { ...NO_METER, date: "2026-05-10", is_credit_note: true, credits: "S-1" }),
    );
    expect(await waiting(by)).toEqual([]);
    expect(await advances(by)).toEqual(states);
    await site.intact(by);
  });

  test.each([
    ["in one line", [12_000], ["classified", "classified"]],
    ["by two credit notes", [4000, 8000], ["classified", "classified"]],
    ["in part", [7000], ["excluded", "excluded"]],
  ] as const)("is taken back of both %s", async (_how, quantities, states) => {
    const by = await counted(...both([used(5000, METER), used(7000, OTHER_METER)]));
    for (const [index, kWh] of quantities.entries()) {
      const number = `K-${index + 1}`;
      await site.ingest(by, { ...credit(kWh, { ...NO_METER, number }), name: `${number}.xml` });
    }
    expect(await waiting(by)).toEqual([]);
    expect(await advances(by)).toEqual(states);
    await site.intact(by);
  });
});
