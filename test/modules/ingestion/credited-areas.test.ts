import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const ODENSE = { street: "Havnegade 1", zone: "5000", country: "DK" };
const KOEGE = { street: "Havnegade 1", zone: "4600", country: "DK" };
const APRIL = ["2026-04-01", "2026-04-30"] as const;

const power = (number: string, kWh: number, more: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({
    number,
    lines: [{ text: "Elforbrug", quantity: String(kWh), unit: "KWH", amount: kWh.toFixed(2) }],
    period: APRIL,
    ...more,
  }),
});
const bill = (more: Partial<UblDocument> = {}) => power("S-900", 2800, { delivered: ODENSE, ...more });
const credit = (more: Partial<UblDocument> = {}) =>
  power("K-1", 800, { is_credit_note: true, credits: "S-900", date: "2026-06-16", ...more });

const kg = async (by: RecordingCompany) => Number(await site.total(by));
async function read(...files: readonly ReturnType<typeof power>[]): Promise<RecordingCompany> {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  return by;
}
const categories = async (by: RecordingCompany) => (await site.lines(by)).map(({ category_id }) => category_id);

test.each([
  ["names its invoice", {}, {}],
  ["comes before it", {}, null],
  ["names none", { credits: undefined }, {}],
  ["tells the place, which its invoice does not", { delivered: ODENSE }, { delivered: undefined }],
])("a credit note of electricity that %s takes back in the invoice's price area and month", async (_, more, of) => {
  const alone = await read(bill(of ?? {}));
  const note = credit(more as Partial<UblDocument>);
  const by = await (of === null ? read(note, bill()) : read(bill(of as Partial<UblDocument>), note));
  const lines = await site.lines(by);
  expect(lines.map(({ status }) => status)).toEqual(["classified", "classified"]);
  expect(new Set(await categories(by)).size).toBe(1);
  expect(await kg(by)).toBeCloseTo((await kg(alone)) * (2000 / 2800), 3);
  expect(await site.get(by, "/emissions/summary?from=2026-05-01&to=2026-11-20")).toMatchObject({ total_co2e_kg: null });
  await site.intact(by);
});

test("of another known area, or of an invoice with two, it waits", async () => {
  const other = await read(bill(), credit({ delivered: KOEGE }));
  expect((await site.lines(other)).map(({ status }) => status).toSorted()).toEqual(["classified", "pending_review"]);
});
