import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { pdf } from "../../support/pdf.ts";
import { POWER_BILL, row } from "../../support/printed-invoices.ts";

/** The power bill (1,250.5 kWh from January to March 2026) with a table of short rows below its totals; "|" between cells. */
function withTable(lines: readonly string[], words: Readonly<Record<string, string>> = {}): Buffer {
  const [printed = []] = POWER_BILL.pages;
  const page = printed.map((one) => ({ ...one, text: words[one.text] ?? one.text }));
  const below = lines.flatMap((line, index) => {
    const cells = line.split(" | ").map((text, column) => [40 + column * 130, text] as const);
    return row(330 + index * 13, ...cells);
  });
  return pdf([[...page, ...below]]);
}

async function partsOf(lines: readonly string[]) {
  const outcome = await readFile(withTable(lines), "el.pdf");
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  expect(outcome.document.recognition?.doubts).toEqual([]);
  return outcome.document.quantities[0]?.parts?.map((part) => Object.values(part).join(" "));
}

const MONTHS = ["2026-01-01 2026-01-31 500.5", "2026-02-01 2026-02-28 400", "2026-03-01 2026-03-31 350"];

describe("what a bill prints of the parts of its period", () => {
  test.each([
    ["months", ["Måned | Forbrug", "Januar 2026 | 500,5 kWh", "Februar 2026 | 400 kWh", "Marts 2026 | 350 kWh"]],
    ["months without their year", ["Måned | kWh", "Jan | 500,5", "Feb | 400,0", "Mar | 350,0"]],
    ["months in MWh", ["Måned | MWh", "Januar 2026 | 0,5005", "Februar 2026 | 0,4000", "Marts 2026 | 0,3500"]],
    [
      "months with their prices and amounts",
      [
        "Måned | Forbrug | Pris | Beløb",
        "Januar 2026 | 500,5 kWh | 2,10 | 1.051,05",
        "Februar 2026 | 400 kWh | 2,10 | 840,00",
        "Marts 2026 | 350 kWh | 2,10 | 735,00",
      ],
    ],
    [
      "months beside last year's",
      ["Måned | 2026 | 2025", "Januar | 500,5 | 611,0", "Februar | 400,0 | 512,5", "Marts | 350,0 | 420,0"],
    ],
    ["months in numbers", ["Periode | kWh", "2026-01 | 500,5", "2026-02 | 400,0", "2026-03 | 350,0"]],
    [
      "months behind a word",
      ["Forbrug januar 2026 | 500,5 kWh", "Forbrug februar 2026 | 400 kWh", "Forbrug marts 2026 | 350 kWh"],
    ],
    [
      "a unit in a cell of its own",
      ["Januar 2026 | 500,5 | kWh", "Februar 2026 | 400,0 | kWh", "Marts 2026 | 350,0 | kWh"],
    ],
    [
      "Swedish months",
      ["Månad | Förbrukning", "januari 2026 | 500,5 kWh", "februari 2026 | 400 kWh", "mars 2026 | 350 kWh"],
    ],
    [
      "stretches of days with readings",
      [
        "Periode | Forrige | Ny | Forbrug",
        "01-01-2026 - 31-01-2026 | 10.000,0 | 10.500,5 | 500,5",
        "01-02-2026 - 28-02-2026 | 10.500,5 | 10.900,5 | 400,0",
        "01-03-2026 - 31-03-2026 | 10.900,5 | 11.250,5 | 350,0",
      ],
    ],
  ])("%s", async (_what, lines) => {
    expect(await partsOf(lines)).toEqual(MONTHS);
  });

  test.each([
    ["alone", ["Dato | Aflæsning", "01-01-2026 | 10.000,0", "01-02-2026 | 10.500,5", "31-03-2026 | 11.250,5"]],
    [
      "with what was used since",
      [
        "Dato | Visning | Forbrug",
        "01-01-2026 | 10.000,0",
        "01-02-2026 | 10.500,5 | 500,5",
        "31-03-2026 | 99,0 | 750,0",
      ],
    ],
    [
      "at midnight, the last one after the period",
      ["Dato | Aflæsning", "01-01-2026 | 10.000,0", "01-02-2026 | 10.500,5", "01-04-2026 | 11.250,5"],
    ],
    [
      "with use that is rounded",
      [
        "Dato | Visning | Forbrug",
        "01-01-2026 | 10.000,0",
        "01-02-2026 | 10.500,9 | 500,5",
        "31-03-2026 | 11.250,5 | 750,0",
      ],
    ],
    [
      "at the end of a day",
      ["Dato | Aflæsning", "31-12-2025 | 10.000,0", "31-01-2026 | 10.500,5", "31-03-2026 | 11.250,5"],
    ],
  ])("readings %s", async (_what, lines) => {
    expect(await partsOf(lines)).toEqual(["2026-01-01 2026-01-31 500.5", "2026-02-01 2026-03-31 750"]);
  });

  test.each([
    ["last year's months", ["Jan. 2025 | 500,5 kWh", "Feb. 2025 | 400 kWh", "Mar. 2025 | 350 kWh"]],
    [
      "months that add up to something else",
      ["Januar 2026 | 500 kWh", "Februar 2026 | 400 kWh", "Marts 2026 | 250 kWh"],
    ],
    [
      "months of two years that add up to as much",
      ["Måned | 2026 | 2025", "Januar | 500,5 | 400,5", "Februar | 400,0 | 400,0", "Marts | 350,0 | 450,0"],
    ],
    ["a month that is missing", ["Januar 2026 | 500,5 kWh", "Marts 2026 | 750 kWh"]],
    ["one part alone", ["01-01-2026 - 31-03-2026 | 1.250,5 kWh"]],
    ["a meter that began anew", ["01-01-2026 | 10.000,0", "01-02-2026 | 500,5", "31-03-2026 | 11.250,5"]],
  ])("is not %s", async (_what, lines) => {
    expect(await partsOf(lines)).toBeUndefined();
  });
});

describe("over HTTP", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  interface Lineage {
    readonly calculation: {
      readonly formula: string;
      readonly inputs: Readonly<Record<string, unknown>>;
      readonly conversions: readonly { readonly kind: string; readonly note: string }[];
    };
  }

  async function shares(company: Awaited<ReturnType<typeof site.company>>) {
    const entries = await site.items<{ id: string; transaction_date: string; scope: string }>(
      company,
      "/emissions?scope=2&limit=50",
    );
    const lineages = await Promise.all(
      entries.map(async ({ id }) => (await site.get(company, `/emissions/${id}/lineage`)) as Lineage),
    );
    return lineages
      .map(({ calculation }) => calculation)
      .toSorted((one, other) => (String(one.inputs["used_to"]) < String(other.inputs["used_to"]) ? -1 : 1));
  }

  test("months have their printed use, and so has a credit note of it", async () => {
    const company = await site.company();
    const table = ["Januar 2026 | 500,5 kWh", "Februar 2026 | 400 kWh", "Marts 2026 | 350 kWh"];
    await site.ingest(company, { name: "el.pdf", content: withTable(table) });
    const booked = await shares(company);
    expect(booked.map(({ inputs }) => inputs["share"])).toEqual(["0.40024", "0.319872", "0.279888"]);
    expect(booked[0]?.inputs["allocation"]).toEqual({
      by: "printed_parts",
      quantity: "500.5",
      of: "1250.5",
      unit: "kWh",
    });
    expect(booked[0]?.formula).toContain("x 0.40024 (as printed)");
    expect(booked[0]?.conversions[0]).toMatchObject({
      kind: "allocation",
      note: "The bill prints what was used on parts of its period: 500.5 of 1250.5 kWh on these days.",
    });
    const credit = withTable([], { FAKTURA: "KREDITNOTA", "F-2026-77": "F-2026-78" });
    await site.ingest(company, { name: "kredit.pdf", content: credit });
    const all = await shares(company);
    expect(all.map(({ inputs }) => [inputs["used_to"], inputs["share"]])).toEqual(
      [
        ["2026-01-31", "0.40024"],
        ["2026-02-28", "0.319872"],
        ["2026-03-31", "0.279888"],
      ].flatMap((month) => [month, month]),
    );
    const summary = await site.get(company, "/emissions/summary?from=2026-01-01&to=2026-12-31");
    expect(summary).toMatchObject({ total_co2e_kg: 0, waiting: { lines: 0 } });
  });

  test("parts stay through corrections, and another period falls back to days", async () => {
    const company = await site.company();
    const table = ["Januar 2026 | 500,5 kWh", "Februar 2026 | 400 kWh", "Marts 2026 | 350 kWh"];
    await site.ingest(company, { name: "el.pdf", content: withTable(table) });
    const lines = await site.lines(company);
    const line = lines.find(({ status }) => status === "classified");
    const correct = async (facts: object) =>
      await site.change(company, `/activities/${line?.id}/correct`, { facts, reason: "The paper says so" });
    await correct({ quantity: 1000, unit: "kWh" });
    expect((await shares(company)).map(({ inputs }) => inputs["share"])).toEqual(["0.40024", "0.319872", "0.279888"]);
    await correct({ service_period_start: "2026-01-01", service_period_end: "2026-02-28" });
    expect((await shares(company)).map(({ inputs }) => inputs["share"])).toEqual(["0.525424", "0.474576"]);
    await correct({ service_period_start: "2026-01-01", service_period_end: "2026-03-31" });
    expect((await shares(company)).map(({ inputs }) => inputs["share"])).toEqual(["0.40024", "0.319872", "0.279888"]);
  });
});
