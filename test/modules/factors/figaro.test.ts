import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importFactors, loadCatalog } from "../../../src/modules/factors/index.ts";
import { importFigaro } from "../../../src/modules/factors/import/figaro.ts";
import { entryOf, request, shippedFactor } from "../../support/calculation.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { sharedFile } from "../../support/shared-data.ts";
import { ubl } from "../../support/ubl.ts";

const EXTRACT = readFileSync(join(import.meta.dirname, "../../fixtures/figaro/purchaser-prices-extract.csv"));

describe("FIGARO spend factors by country", () => {
  test("are read per euro, by a committed extract of three countries; Denmark's ship", () => {
    const { read, rows, rejected, skipped } = importFigaro(EXTRACT.toString("utf8"), "2026.4");
    expect([read, rejected]).toEqual([12, []]);
    expect(skipped).toEqual([{ reason: "Denmark, which comes along", count: 3 }]);
    expect(rows.map(({ row }) => `${row.key} ${row.kg_co2e_per_unit}`)).toEqual([
      "spend.fi.c10t12.eur 0.54763",
      "spend.fi.c24.eur 0.94576",
      "spend.fi.j62_63.eur 0.08826",
      "spend.fi.m69_70.eur 0.10124",
      "spend.se.d35.eur 0.33693",
      "spend.se.f.eur 0.19303",
      "spend.se.j62_63.eur 0.08091",
      "spend.se.m69_70.eur 0.07075",
      "spend.se.q87_88.eur 0.03813",
    ]);
    expect(rows[0]?.row).toMatchObject({ region: "FI", valid_year: 2023, price_year: 2023, currency: "EUR" });
  });

  test("the Danish rows of the extract are those that ship, per 1,000 euro", () => {
    const danish = EXTRACT.toString("utf8")
      .split("\n")
      .filter((line) => line.startsWith("2023,DK,"))
      .map((line) => [line.split(",")[3] ?? "", line.split(",").at(-1) ?? ""]);
    expect(danish).toHaveLength(3);
    for (const [code = "", kg = ""] of danish) {
      expect(Number(shippedFactor(`spend.dk.${code.toLowerCase()}.eur`).kg_co2e_per_unit) * 1_000).toBeCloseTo(
        Number(kg),
        6,
      );
    }
  });

  test("the whole shipped Danish table is that of the publisher", ({ skip }) => {
    const file = sharedFile("figaro-dk-2023.csv");
    if (file === null) {
      skip("needs ../shared/data/figaro-dk-2023.csv");
      return;
    }
    const lines = file.toString("utf8").trim().split("\n");
    expect(lines.length).toBeGreaterThan(58);
    for (const line of lines) {
      const [code = "", , kg = ""] = line.split("|");
      const { kg_co2e_per_unit } = shippedFactor(`spend.dk.${code.toLowerCase()}.eur`);
      expect(Number(kg_co2e_per_unit) * 1_000, code).toBeCloseTo(Number(kg), 6);
    }
  });

  test("the licence follows the release, and a file without one is refused", () => {
    const licence = (release: string) => importFigaro(EXTRACT.toString("utf8"), release).rows[0]?.row.licence;
    expect([licence("2026.4"), licence("2026.5"), licence("2027.1")]).toEqual([
      "CC-BY-4.0",
      "CC-BY-SA-4.0",
      "CC-BY-SA-4.0",
    ]);
    expect(() => importFigaro(EXTRACT.toString("utf8"), null)).toThrow(/name the release/);
  });
});

describe("a purchase from abroad", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  interface Told {
    readonly emission_factor: { readonly key: string; readonly region: string };
    readonly calculation: {
      readonly inputs: Readonly<Record<string, unknown>>;
      readonly conversions: readonly { readonly kind: string; readonly from: string; readonly note: string }[];
    };
  }

  async function counted(country: string): Promise<Told> {
    const by = await site.company();
    const lines = [{ text: "Konsulentbistand, strategi", amount: "1000.00" }];
    const supplier = { name: "Rådgivning AB", cvr: "27182818", vat: null, country };
    const content = ubl({ number: "1", date: "2023-05-02", currency: "EUR", supplier, lines });
    await site.ingest(by, { name: "a.xml", content });
    const [entry] = await site.items<{ id: string }>(by, "/emissions");
    return (await site.get(by, `/emissions/${entry?.id}/lineage`)) as Told;
  }

  test("is counted by Denmark's figure where its country's is not loaded, which the lineage says", async () => {
    const swedish = await counted("SE");
    expect(swedish.emission_factor.key).toBe("spend.dk.m69_70.eur");
    expect(swedish.calculation.inputs).toMatchObject({ spend_region_substituted: true });
    expect(swedish.calculation.conversions).toContainEqual(
      expect.objectContaining({ kind: "choice", from: "SE", note: expect.stringContaining("that of DK stands in") }),
    );
    expect((await counted("DK")).calculation.inputs).not.toHaveProperty("spend_region_substituted");
  });

  test("is counted by its country's figure once that is imported", async () => {
    const { admin } = site.app.db.database;
    expect(await importFactors(admin, "figaro", EXTRACT, "2026.4")).toMatchObject({ inserted: 9, rejected: [] });
    expect(await importFactors(admin, "figaro", EXTRACT, "2026.4")).toMatchObject({ inserted: 0, unchanged: 9 });
    const loaded = await loadCatalog(site.app.db.database.system);
    const asked = request("purchases.services.consulting", "1000 EUR", { transaction_date: "2023-05-02" });
    const entry = entryOf({ ...asked, supplier_country: "SE" }, loaded);
    expect(entry).toMatchObject({ market_based_kg: "70.75", factor: { key: "spend.se.m69_70.eur", region: "SE" } });
    expect(entry.inputs).not.toHaveProperty("spend_region_substituted");
    // A seller whose country is not loaded, or not known.
    expect(entryOf({ ...asked, supplier_country: "DE" }, loaded)).toMatchObject({
      factor: { region: "DK" },
      inputs: { spend_region_substituted: true },
    });
    expect(entryOf(asked, loaded).factor.region).toBe("DK");
  });
});
