import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Summary } from "../../../src/modules/emissions/emissions-summary.ts";
import { EXAMPLE_FOOTPRINT } from "../../../src/modules/pcf/pact-footprint.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { MILEAGE, type RecordingCompany } from "../../support/recording-site.ts";
import { printed, reportOf, workbook } from "../../support/report-of-year.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const invoice = (number: string, document: Partial<UblDocument>) => ({
  name: `${number}.xml`,
  content: ubl({ number, date: "2025-05-02", lines: [], ...document }),
});
const advice = (country: string) => ({
  currency: "EUR",
  supplier: { name: "Rådgivning AB", cvr: "27182818", vat: null, country },
  lines: [{ text: "Konsulentbistand, strategi", amount: "1000.00" }],
});
const OAK = {
  supplier: { name: "Skovens Trælast A/S", cvr: "17320508" },
  lines: [{ text: "Egetræ, planker ovntørret", quantity: "6", unit: "MTQ", amount: "38000.00", article: "EG-32" }],
};
const OF_2025 = { service_period_start: "2025-09-01", service_period_end: "2025-09-30" };
const RECORDS = [
  { ...MILEAGE, ...OF_2025 },
  {
    ...OF_2025,
    category_id: "finance.investments.equity",
    description: "Andel i Havvind A/S",
    emissions: { kg_co2e: 250, source: "Havvind A/S, årsrapport 2025, s. 12", year: 2025, method: "average_data" },
    reason: "Annual report",
  },
  {
    ...OF_2025,
    category_id: "energy.electricity.own_generation_sold",
    description: "Solceller, certifikater solgt",
    quantity: 10,
    unit: "MWh",
    reason: "Inverter",
  },
  {
    ...OF_2025,
    category_id: "energy.electricity.grid_other",
    description: "El, kontoret i Oslo",
    quantity: 1000,
    unit: "kWh",
    country: "NO",
    emission_factor_key: "electricity.no.production_mix.kwh",
    reason: "Landlord's meter",
  },
];
const HEAD = "Dato;Leverandør;Tekst;Beløb ekskl. moms;Valuta";

/** 2025 with something of each that a total tells beside its sums; closed before its last invoice came. */
async function companyOfAll(): Promise<RecordingCompany> {
  const by = await site.company();
  const rule = { text_contains: "egetræ", category_key: "purchases.materials.wood" };
  expect((await site.post(by, rule, {}, "/category-rules")).status).toBe(201);
  const validity = { validityPeriodStart: "2025-01-01T00:00:00Z", validityPeriodEnd: "2027-12-31T00:00:00Z" };
  const submitted = await site.post(by, { pact: { ...EXAMPLE_FOOTPRINT, ...validity } }, {}, "/pcf-records");
  expect(submitted.status, submitted.text).toBe(201);
  const { id } = submitted.json() as unknown as { readonly id: string };
  await site.change(by, `/pcf-records/${id}/approve`, {});
  await site.ingest(
    by,
    invoice("O-1", OAK),
    invoice("S-1", advice("SE")),
    invoice("D-1", advice("DK")),
    // Of the first line something can be guessed and of the second nothing; of the second file nobody knows the columns.
    {
      name: "bilag.csv",
      content: `${HEAD}\n16-04-2025;Xylo ApS;Diverse;500,00;DKK\n17-04-2025;Xylo ApS;Zzyxq;90,00;DKK\n`,
    },
    { name: "kasse.csv", content: "Dag;Hvad;Kroner\n03-03-2025;Zzyxq;1.000,00\n" },
  );
  for (const record of RECORDS) await site.recorded(by, record);
  await site.change(by, "/financial-years/2025-12-31/close", {});
  await site.ingest(by, invoice("D-2", advice("DK")));
  return by;
}

/** Places in which the year of `companyOfAll` has no entries. */
const UNKNOWN = { scopes: ["1"], scope3_categories: [2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14] };
const TOLD = {
  da: {
    row: "Ukendt i regnskabet, ikke nul",
    pending: "Ændringer, der venter på, at et lukket år rettes",
    places: "Scope 1, scope 3 (kategorierne 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14)",
    note:
      "Ukendt, ikke nul: Scope 3 (kategorierne 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14). " +
      "Regnskabet har ingen posteringer dér, og ingen har oplyst, at der ingen er.",
  },
  en: {
    row: "Unknown in the ledger, not zero",
    pending: "Changes that wait until a closed year is restated",
    places: "Scope 1, scope 3 (categories 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14)",
    note:
      "Unknown, not zero: Scope 3 (categories 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14). " +
      "The ledger has no entries there, and nobody has stated that there are none.",
  },
} as const;

const CODE = "unknown_scope3_categories";
const noteOf = ({ notes = [] }: ReportDocument) => notes.find(({ code }) => code === CODE)?.text;

describe("what a report says beside the figures of its year", () => {
  let by: RecordingCompany;
  let summary: Summary;
  beforeAll(async () => {
    by = await companyOfAll();
    summary = (await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as Summary;
  });

  test("is what the total of the year says over HTTP, each of it with something to tell", async () => {
    const { scope2, basis, waiting } = summary;
    expect(Object.values(basis ?? {}).filter((share) => share > 0)).toHaveLength(4);
    expect(scope2.market_based_fallback_kg).toBeGreaterThan(scope2.life_cycle_kg);
    expect(scope2.life_cycle_kg).toBeGreaterThan(0);
    expect(summary.spend_region_substituted_kg).toBeGreaterThan(0);
    expect(summary.pending_restatement_kg).toBeGreaterThan(0);
    expect(summary.pending_restatement_count).toBe(1);
    expect(waiting).toMatchObject({ documents: 2, files: 1, without_estimate: 1 });
    expect(waiting.lines).toBeGreaterThan(waiting.documents);
    expect(waiting.estimated_kg).toBeGreaterThan(0);
    expect(waiting.money).toHaveLength(1);
    expect(summary.unknown).toMatchObject(UNKNOWN);
    expect([summary.data_from, summary.data_to, summary.is_complete]).toEqual(["2025-05-02", "2025-09-30", false]);

    const report = await reportOf(site, by, "da");
    expect(report.total_facts).toEqual({
      basis,
      waiting,
      pending_restatement_kg: summary.pending_restatement_kg,
      pending_restatement_count: summary.pending_restatement_count,
      market_based_fallback_kg: scope2.market_based_fallback_kg,
      life_cycle_kg: scope2.life_cycle_kg,
      spend_region_substituted_kg: summary.spend_region_substituted_kg,
      factor_year_distant_kg: summary.factor_year_distant_kg,
      is_complete: summary.is_complete,
      data_from: summary.data_from,
      data_to: summary.data_to,
      unknown: summary.unknown,
    });
    expect(report.data_quality.months_with_data).toBe(summary.months_with_data);
  });

  test.each(["da", "en"] as const)(
    "names in PDF and workbook what is unknown and what waits for closed years (%s)",
    async (language) => {
      const { row, pending, places, note } = TOLD[language];
      const document = await reportOf(site, by, language);
      expect(noteOf(document)).toBe(note);
      for (const form of [printed(document), await workbook(document)]) {
        for (const text of [row, pending, places, note]) expect(form).toContain(text);
      }
      const { unknown: _unknown, pending_restatement_count: _count, ...total_facts } = document.total_facts ?? {};
      const earlier = { ...document, total_facts } as ReportDocument;
      for (const form of [printed(earlier), await workbook(earlier)]) {
        for (const text of [row, pending]) expect(form).not.toContain(text);
      }
    },
  );

  test("has no note of what the report's own questions are answered with, though the ledger does not know it", async () => {
    for (const number of UNKNOWN.scope3_categories.slice(1)) {
      const body = { member: `cl:Category${number}Member`, value: "We have none." };
      const answer = await site.put(by, "/report-inputs/2025/EmissionsStatedAsNone", body);
      expect(answer.status, answer.text).toBe(200);
    }
    const document = await reportOf(site, by, "en");
    expect(noteOf(document)).toMatch(/^Unknown, not zero: Scope 3 \(category 2\)\./);
    expect(document.total_facts?.unknown).toEqual(summary.unknown);
  });

  test("has no note of categories where the whole of scope 3 is unknown", async () => {
    const other = await site.company();
    const [, , solar] = RECORDS;
    await site.recorded(other, { ...solar });
    const document = await reportOf(site, other, "en");
    expect(noteOf(document)).toBeUndefined();
    expect(document.notes?.map(({ code }) => code)).toContain("unknown_scope");
    for (const form of [printed(document), await workbook(document)]) expect(form).toContain("Scope 1, scope 3");
  });
});
