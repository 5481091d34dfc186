import { afterAll, beforeAll, expect, test } from "vitest";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { type Sheet, workbook } from "../../support/workbook.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const DANISH = [
  "Hovedkategori\n",
  "Kategori\n",
  "Underkategori",
  "Beskrivelse\n",
  "Parameter 1 - titel ",
  "Parameter",
  "Parameter 2 - titel\n",
  "Parameter 2",
  "Parameter 3 - titel",
  "Parameter 3",
  "Mængde",
  "Beløb (ekskl. Moms, DKK)\n",
  "Enhed",
  "Scope 1 - faktor",
  "Scope 2 - faktor",
  "Scope 3 - faktor",
  "Udledning i alt \n",
  "Udenfor scope - faktor",
  "Bemærkninger (fra inputfelt)\n",
  "År for emissions-faktorer\n",
  "Land for emissionsfaktorer\n",
];
const ENGLISH = [
  "Main category",
  "Category",
  "Subcategory",
  "Description",
  "Parameter 1 - title",
  "Parameter 1",
  "Parameter 2 - title",
  "Parameter 2",
  "Parameter 3 - title",
  "Parameter 3",
  "Amount",
  "Amount (excl. VAT, DKK)",
  "Unit",
];

interface Entry {
  readonly groups: readonly [string, string, string];
  readonly description?: string;
  readonly parameter?: readonly [string, string];
  readonly quantity?: number | string;
  readonly amount?: number;
  readonly unit?: string;
  readonly country?: string;
}

/** The second and third parameter of an entry that has none. */
const EMPTY: readonly string[] = ["", "", "", ""];

/** An entry with 99 tonnes of emissions, which nobody may take over. */
const rowOf = ({
  groups,
  description = "",
  parameter = ["", ""],
  quantity = "",
  amount,
  unit = "",
  country = "DK",
}: Entry): (string | number)[] => [
  ...groups,
  description,
  ...parameter,
  ...EMPTY,
  quantity,
  amount ?? "",
  unit,
  99,
  99,
  99,
  99,
  0,
  "",
  "2025",
  country,
];

const masterData = (name: string, days: readonly [string, string] | null): Sheet => [
  ["", "Stamdata"],
  ["", "Navn på beregning"],
  ["", name],
  ["", "Formål med beregningen"],
  ["", "Klimaregnskab for virksomheden"],
  ["", "Start dato - Klimaopgørelser laves typisk for et kalenderår"],
  ["", days?.[0] ?? ""],
  ["", "Slut dato "],
  ["", days?.[1] ?? ""],
];

interface Export {
  readonly name?: string;
  readonly days?: readonly [string, string] | null;
  readonly headings?: readonly string[];
}

function exportOf(
  entries: readonly Entry[],
  { name = "2025", days = ["01-01-2025", "31-12-2025"], headings = DANISH }: Export = {},
) {
  const title: Sheet = [["", "Data (alle poster)"], [], [], []];
  return {
    name: "klima.xlsx",
    bytes: workbook({
      Stamdata: masterData(name, days),
      "Data (alle poster)": [...title, headings, ...entries.map(rowOf)],
      "Data (E-nøgletal)": [["Elforbrug", 777, "kWh"]],
    }),
  };
}

const POWER: Entry = {
  groups: ["Energi og processer", "Elektricitet", "Forbrug af elektricitet"],
  description: "Elektricitet",
  quantity: 12,
  unit: "MWh",
};
const PETROL: Entry = {
  groups: ["Energi og processer", "Brændsler", "Brændsler"],
  parameter: ["Brændselstype", "Benzin"],
  quantity: 800,
  unit: "L",
};
const SOLD: Entry = {
  groups: ["Solgte produkter", "End-of-life", "Håndtering af affaldsprodukt"],
  parameter: ["Affaldstype", "Glas"],
  quantity: 3,
  unit: "Ton",
};

const readings = async (company: Company) =>
  (await company.lines()).map(({ description, category_key, status, quantity, unit }) => [
    description,
    category_key,
    status,
    quantity,
    unit,
  ]);

test("entries count by their quantities over the days of the calculation, once, and its own figures are not taken over", async () => {
  const company = await service.company();
  const [file] = await company.ingest(exportOf([POWER, PETROL]));
  expect(file).toMatchObject({
    status: "processed",
    row_errors: [],
    warnings: [expect.stringContaining("2025-01-01 to 2025-12-31"), expect.any(String)],
  });
  expect(await readings(company)).toEqual([
    ["Forbrug af elektricitet, Elektricitet", "energy.electricity.grid_dk", "classified", "12", "MWh"],
    ["Brændsler, Benzin", "transport.own.petrol", "classified", "800", "l"],
  ]);
  const months = new Set((await company.entries()).map(({ transaction_date }) => transaction_date.slice(0, 7)));
  expect(months.size).toBe(12);
  const total = await company.total_kg();
  expect(total).toBeGreaterThan(1000);
  expect(total).toBeLessThan(10_000);
  const [again] = await company.ingest(exportOf([POWER, PETROL]));
  expect(again?.duplicate_of).not.toBeNull();
  expect(await company.total_kg()).toBe(total);
});

test("the English export is read like the Danish one", async () => {
  const company = await service.company();
  const entry: Entry = {
    groups: ["Energy and processes", "Electricity", "Consumption of electricity"],
    quantity: 12,
    unit: "MWh",
  };
  await company.ingest(exportOf([entry], { headings: ENGLISH }));
  expect((await readings(company)).map((reading) => reading.slice(1))).toEqual([
    ["energy.electricity.grid_dk", "classified", "12", "MWh"],
  ]);
});

test("what was sold is no waste of the company's own, and foreign or own factors are asked about", async () => {
  const company = await service.company();
  await company.ingest(
    exportOf([
      SOLD,
      { ...PETROL, country: "SE" },
      { ...PETROL, groups: ["Energi og processer", "Brændsler", "Egne emissionsfaktorer"] },
      { ...POWER, parameter: ["Forbrug af vedvarende el fra egen produktion", "40"] },
    ]),
  );
  const lines = await company.lines();
  expect(lines.map(({ category_key, status }) => [category_key, status])).toEqual([
    ["unclassified.pending", "pending_review"],
    ["transport.own.petrol", "pending_review"],
    ["transport.own.petrol", "pending_review"],
    ["energy.electricity.grid_dk", "pending_review"],
  ]);
  const reasons = lines.map(({ reason }) => reason);
  expect(reasons[1]).toContain("emission factors of SE");
  expect(reasons[2]).toContain("emission factor of the company");
  expect(reasons[3]).toContain("egen produktion: 40");
  expect(await company.total_kg()).toBe(0);
});

test("a calculation of measures is not what was used: every line asks", async () => {
  const company = await service.company();
  await company.ingest(exportOf([POWER, PETROL], { name: "0 (År) - Tiltagscase" }));
  const lines = await company.lines();
  expect(lines.map(({ status }) => status)).toEqual(["pending_review", "pending_review"]);
  expect(lines[0]?.reason).toContain("Tiltagscase");
  expect(await company.total_kg()).toBe(0);
});

test("an entry without a number is told by its row, an empty one is passed over, and the others count", async () => {
  const company = await service.company();
  const [file] = await company.ingest(exportOf([{ ...POWER, quantity: "ca. 12" }, { ...POWER, quantity: 0 }, PETROL]));
  expect(file?.row_errors).toMatchObject([{ code: "row.invalid", message: expect.stringContaining("not a number") }]);
  expect((await readings(company)).map(([description]) => description)).toEqual(["Brændsler, Benzin"]);
});

test.each([
  ["days that are not stated", exportOf([POWER], { days: null }), /first and the last day/, /Stamdata/],
  [
    "days in the wrong order",
    exportOf([POWER], { days: ["31-12-2025", "01-01-2025"] }),
    /first and the last day/,
    /Start dato/,
  ],
  [
    "columns that are missing",
    exportOf([POWER], { headings: DANISH.toSpliced(12, 1, "Andet") }),
    /lacks columns: Enhed/,
    /again/,
  ],
  ["no entries", exportOf([]), /no entry/, /entries/],
])("%s are refused with what to do", async (_what, file, detail, hint) => {
  const company = await service.company();
  const [refused] = await company.ingest(file);
  expect(refused).toMatchObject({
    status: "rejected",
    error: { code: "file.no_invoice_data", detail: expect.stringMatching(detail), hint: expect.stringMatching(hint) },
  });
});
