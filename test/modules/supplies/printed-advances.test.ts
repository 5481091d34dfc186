import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { name, row, title } from "../../support/printed-invoices.ts";
import { pdf } from "../../support/pdf.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const METER = "571313000000000017";
const ADVANCE = "Aconto fjernvarme";

/** An amount on account for a quarter as it is printed, of which 5,000.00 is the advance, and what it holds with 25 % VAT. */
const advance = {
  name: "aconto.pdf",
  content: pdf([
    [
      name("Havnebyens Fjernvarme A.m.b.a."),
      title("ACONTO"),
      ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, "F-2026-80", "right"]),
      ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "03-04-2026", "right"]),
      ...row(79, [40, "CVR-nr. 27 18 28 18"], [380, "Målepunkt:"], [555, METER, "right"]),
      ...row(91, [380, "Periode:"], [555, "01-04-2026 - 30-06-2026", "right"]),
      ...row(
        200,
        [40, "Tekst"],
        [330, "Antal", "right"],
        [455, "Pris inkl. moms", "right"],
        [555, "I alt inkl. moms", "right"],
      ),
      ...row(215, [40, ADVANCE], [330, "1", "right"], [455, "5.000,00", "right"], [555, "5.000,00", "right"]),
      ...row(228, [40, "Gebyr"], [330, "1", "right"], [455, "50,00", "right"], [555, "50,00", "right"]),
      ...row(260, [400, "Total DKK"], [555, "5.050,00", "right"]),
      ...row(273, [400, "Heraf moms"], [555, "1.010,00", "right"]),
    ],
  ]),
};
/** What was used the quarter before: 2 DKK per kWh, without VAT. */
const bill = {
  name: "S-1.xml",
  content: ubl({
    number: "S-1",
    date: "2026-04-02",
    supplier: { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" },
    meter: METER,
    period: ["2026-01-01", "2026-03-31"],
    lines: [{ text: "Fjernvarme, afregnet forbrug", quantity: "1000", unit: "KWH", amount: "2000.00" }],
  }),
};

async function companyIn(country: string): Promise<RecordingCompany> {
  const tenant = await site.app.db.tenant({ country });
  return { tenant, key: await site.app.key(tenant) };
}

interface Entry {
  readonly id: string;
  readonly category_id: string;
  readonly transaction_date: string;
  readonly co2e_market_based_kg: number;
}

test.each([
  ["DK", "after its supply was settled", [bill, advance]],
  ["SE", "after its supply was settled", [bill, advance]],
  ["SE", "before its supply was settled", [advance, bill]],
])(
  "a printed advance with VAT has the price of the bill without: in a company in %s, %s",
  async (country, _, files) => {
    const by = await companyIn(country);
    for (const file of files) await site.ingest(by, file);
    const line = (await site.lines(by)).find(({ description }) => description === ADVANCE);
    expect(line).toMatchObject({ status: "classified", review_code: null });
    const entries = (await site.items<Entry>(by, "/emissions?limit=200")).filter(({ category_id }) =>
      category_id.startsWith("energy.heat"),
    );
    const later = entries.filter(({ transaction_date }) => transaction_date >= "2026-04-01");
    const earlier = entries.filter((entry) => !later.includes(entry));
    const sum = (all: readonly Entry[]) => all.reduce((kg, { co2e_market_based_kg }) => kg + co2e_market_based_kg, 0);
    // 5,000 DKK hold 1,000 of VAT: 4,000 pay for 2,000 kWh, twice what the bill counts.
    expect(sum(earlier)).toBeGreaterThan(0);
    expect(sum(later)).toBeCloseTo(2 * sum(earlier), 3);
    const lineage = JSON.stringify(await site.get(by, `/emissions/${later[0]?.id}/lineage`));
    expect(lineage).toContain("2000 DKK for 1000 kWh, without advances");
    expect(lineage).toContain("25 % VAT, as the document prints it");
    await site.intact(by);
  },
);
