import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meanRates } from "../../../scripts/rates/mean-rates.ts";
import { readCatalogTables } from "../../../src/modules/factors/index.ts";
import { importEcbRates } from "../../../src/modules/factors/import/reference-series.ts";
import { shippedTables } from "../../support/catalog.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { sharedFile } from "../../support/shared-data.ts";
import { ubl } from "../../support/ubl.ts";

const { exchange_rates: shipped } = await readCatalogTables(shippedTables);

const meansOf = (text: string) => meanRates(importEcbRates(text).rows.map(({ row }) => row));

describe("the shipped exchange rates", () => {
  test("are the means of the publisher's daily rates, by a committed extract of its file", () => {
    const extract = readFileSync(join(import.meta.dirname, "../../fixtures/ecb/eurofxref-hist-extract.csv"), "utf8");
    const means = meansOf(extract).filter(({ kind }) => kind === "monthly_average");
    expect(means.map(({ currency, day }) => `${currency} ${day}`)).toEqual([
      "BGN 2025-12-31",
      "GBP 2025-12-31",
      "GBP 2026-01-31",
      "NOK 2025-12-31",
      "NOK 2026-01-31",
      "SEK 2025-12-31",
      "SEK 2026-01-31",
      "USD 2025-12-31",
      "USD 2026-01-31",
    ]);
    for (const mean of means) expect(shipped).toContainEqual(mean);
    // 21 fixings of the krona in December 2025, added up and divided by another program.
    expect(means.find(({ currency }) => currency === "SEK")?.per_eur).toBe("10.895571");
  });

  test("are all of the whole file, and no others but central rates", ({ skip }) => {
    const file = sharedFile("2026-11/ecb/eurofxref-hist.csv");
    if (file === null) {
      skip("needs the European Central Bank's eurofxref-hist.csv of April 2026");
      return;
    }
    const means = meansOf(file.toString("utf8"));
    expect(means.length).toBeGreaterThan(2_900);
    expect(shipped.filter(({ kind }) => kind !== "central_rate")).toEqual(means);
  });
});

describe("a fresh installation without any import", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  interface Told {
    readonly formula: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly conversions: readonly { readonly kind: string; readonly note: string }[];
  }

  /** How a line of 1,000 in a currency counts; the service is at 2026-11-20. */
  async function counted(currency: string, date: string): Promise<Told> {
    const by = await site.company();
    const lines = [{ text: "Kontorpapir A4", amount: "1000.00" }];
    const supplier = { name: "Xylo AB", cvr: "27182818" };
    await site.ingest(by, { name: "a.xml", content: ubl({ number: "1", date, currency, supplier, lines }) });
    const [entry] = await site.items<{ id: string }>(by, "/emissions");
    const lineage = await site.get(by, `/emissions/${entry?.id}/lineage`);
    return (lineage as { readonly calculation: Told }).calculation;
  }

  test.each([
    ["SEK", "10.761432"],
    ["NOK", "11.16575"],
    ["USD", "1.155832"],
    ["GBP", "0.866311"],
  ])(
    "exchanges %s of a month that nobody has published yet by the newest mean, and says so",
    async (currency, rate) => {
      const { formula, inputs, conversions } = await counted(currency, "2026-11-02");
      expect(formula).toContain(`1000 ${currency} / ${rate} ${currency}/EUR x 117.2083 / 118.8167 (price level`);
      expect(inputs).toMatchObject({ exchange_rate_distant: true, price_index_distant: true });
      expect(conversions).toContainEqual(
        expect.objectContaining({
          kind: "price_level",
          note: expect.stringContaining("118.8167 in 2024, the newest published before 2026"),
        }),
      );
      expect(conversions).toContainEqual(
        expect.objectContaining({
          kind: "currency",
          note: expect.stringContaining(
            "average rate of the month of 2026-03-31, the newest published before 2026-11-02",
          ),
        }),
      );
    },
  );

  test("takes the month's own mean and the year's own price level where they are published", async () => {
    const { formula, inputs } = await counted("SEK", "2024-01-15");
    expect(formula).toMatch(/^1000 SEK \/ 11\.\d+ SEK\/EUR x 117\.2083 \/ 118\.8167 \(price level 2024 to 2023\)/);
    expect(inputs).not.toHaveProperty("exchange_rate_distant");
    expect(inputs).not.toHaveProperty("price_index_distant");
    expect((await counted("SEK", "2026-01-15")).formula).toContain("1000 SEK / 10.68149 SEK/EUR");
  });
});
