import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServiceError } from "../../../src/core/errors.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import {
  catalogSource,
  importFactors,
  loadCatalog,
  loadCatalogTables,
  readCatalogTables,
} from "../../../src/modules/factors/index.ts";
import { listEmissionFactors } from "../../../src/modules/factors/list-emission-factors.ts";
import { shippedTables } from "../../support/catalog.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { sharedFile } from "../../support/shared-data.ts";
import { workbookOf } from "../../support/zip.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db.close();
});

const emptyFactors = statement("truncate emission_factors, emission_categories, exchange_rates, catalog_version");
const countFactors = statement("select count(*) as count from emission_factors limit 1");

const admin = () => db.database.admin;
const count = async () => (await admin().rows<{ count: number }>(countFactors))[0]?.count;

describe("loading the shipped tables", () => {
  test("fills an empty database, and costs nothing the second time", async () => {
    await admin().rows(emptyFactors);
    expect(await loadCatalogTables(admin(), shippedTables)).toEqual({
      loaded: true,
      factors_added: 5945,
      figures_kept: 0,
    });
    expect(await loadCatalogTables(admin(), shippedTables)).toEqual({
      loaded: false,
      factors_added: 0,
      figures_kept: 0,
    });
    const catalog = await loadCatalog(db.database.system);
    const shipped = await readCatalogTables(shippedTables);
    expect(catalog.categories()).toEqual(shipped.categories);
    for (const factor of shipped.factors) expect(catalog.factor(factor.key)).toEqual(factor);
    expect(catalog.exchangeRate("DKK", "2025-05-05")?.per_eur).toBe("7.46038");
  });

  test("a rate that an operator imported before a release brought its own stays, and the start says so", async () => {
    const own = await testDatabase();
    try {
      const own_admin = own.database.admin;
      const [line = ""] = /^SEK,2026-03-31.*$/m.exec(await shippedTables("exchange-rates.csv")) ?? [];
      const earlier = async (name: string) => {
        const text = await shippedTables(name);
        return name === "exchange-rates.csv" ? text.replace(line, line.replace("10.761432", "10.7")) : text;
      };
      await own_admin.rows(emptyFactors);
      expect(await loadCatalogTables(own_admin, earlier)).toMatchObject({ loaded: true, figures_kept: 0 });
      expect(await loadCatalogTables(own_admin, shippedTables)).toMatchObject({ loaded: true, figures_kept: 1 });
      const catalog = await loadCatalog(own.database.system);
      expect(catalog.exchangeRate("SEK", "2026-03-02")?.per_eur).toBe("10.7");
    } finally {
      await own.close();
    }
  });

  test("a changed figure under the same release is an error and changes nothing", async () => {
    const spoiled = async (name: string) => (await shippedTables(name)).replace("2.2627,2.2627", "2.2628,2.2628");
    await expect(loadCatalogTables(admin(), spoiled)).rejects.toThrow(/fuel\.dk\.natural_gas\.2023\.nm3/);
    expect((await loadCatalog(db.database.system)).factor("fuel.dk.natural_gas.2023.nm3")?.kg_co2e_per_unit).toBe(
      "2.2627",
    );
  });

  test("two processes may load at once", async () => {
    await admin().rows(emptyFactors);
    await Promise.all([loadCatalogTables(admin(), shippedTables), loadCatalogTables(admin(), shippedTables)]);
    expect(await count()).toBe(5945);
  });
});

const csvHeader =
  "key,name_en,name_da,scope,scope3_category,unit,kg_co2e_per_unit,co2_kg,ch4_kg_co2e,n2o_kg_co2e,biogenic_co2_kg,region,valid_year,currency,price_year,boundary,gwp_set,release,source,source_url,licence,note";
const csvRow = (key: string, value: string, release = "r1") =>
  `${key},Own heat,Egen varme,2,,kWh,${value},,,,,DK,2025,,,generation,,${release},Declaration,https://example.org/,published,`;

describe("factors import", () => {
  test("own rows: good ones are kept, bad ones named by line, a stored version is never changed", async () => {
    const first = Buffer.from(
      [csvHeader, csvRow("heat.own.kwh", "0.050"), csvRow("heat own", "1"), csvRow("heat.b.kwh", "1,5x")].join("\n"),
    );
    const report = await importFactors(admin(), "csv", first);
    expect(report).toMatchObject({ format: "csv", read: 3, inserted: 1, unchanged: 0 });
    expect(report.rejected.map(({ line }) => line)).toEqual([3, 4]);
    const again = await importFactors(
      admin(),
      "csv",
      Buffer.from([csvHeader, csvRow("heat.own.kwh", "0.05")].join("\n")),
    );
    expect(again).toMatchObject({ inserted: 0, unchanged: 1, rejected: [] });
    const other = await importFactors(
      admin(),
      "csv",
      Buffer.from([csvHeader, csvRow("heat.own.kwh", "0.06")].join("\n")),
    );
    expect(other).toMatchObject({ inserted: 0, unchanged: 0 });
    expect(other.rejected[0]?.reason).toMatch(/never changes/);
    const released = await importFactors(
      admin(),
      "csv",
      Buffer.from([csvHeader, csvRow("heat.own.kwh", "0.06", "r2")].join("\n")),
    );
    expect(released.inserted).toBe(1);
    const catalog = await loadCatalog(db.database.system);
    expect(catalog.factor("heat.own.kwh")).toMatchObject({ release: "r2", kg_co2e_per_unit: "0.06" });
  });

  test("a file of another format is refused as a whole", async () => {
    await expect(importFactors(admin(), "csv", Buffer.from("a,b\n1,2\n"))).rejects.toThrow(/columns missing: key/);
    await expect(importFactors(admin(), "ecb", Buffer.from("a,b\n1,2\n"))).rejects.toThrow(ServiceError);
    await expect(importFactors(admin(), "useeio", Buffer.from([0xff, 0xfe, 0x00]), "1")).rejects.toThrow(/UTF-8/);
    await expect(importFactors(admin(), "useeio", Buffer.from("x"))).rejects.toThrow(/name the release/);
    await expect(importFactors(admin(), "desnz", workbookOf({ sheet: "<row><c><v>1</v></c></row>" }))).rejects.toThrow(
      /header of the DESNZ flat file/,
    );
  });

  test("reference rates of the ECB: gaps give no rate, other figures for a stored day are rejected", async () => {
    const file =
      "Date,USD,JPY,DKK,\n2025-01-03,1.0299,162.15,7.4598,\n2025-01-02,1.0321,N/A,7.4594,\n2014-12-31,1.2141,145.23,7.4453,\n";
    const report = await importFactors(admin(), "ecb", Buffer.from(file));
    expect(report).toMatchObject({ read: 9, inserted: 5, unchanged: 0, rejected: [] });
    expect(report.skipped).toEqual([
      { reason: "no rate published", count: 1 },
      { reason: "before 2015-01-01", count: 3 },
    ]);
    const second = await importFactors(admin(), "ecb", Buffer.from(file.replace("1.0299", "1.0300")));
    expect(second).toMatchObject({ inserted: 0, unchanged: 4 });
    expect(second.rejected).toHaveLength(1);
    const catalog = await loadCatalog(db.database.system);
    expect(catalog.exchangeRate("USD", "2025-01-05")).toMatchObject({ day: "2025-01-03", per_eur: "1.0299" });
    // No fixing of that day: the mean of the month, which comes along.
    expect(catalog.exchangeRate("JPY", "2025-01-02")).toMatchObject({ kind: "monthly_average", day: "2025-01-31" });
  });

  test("price levels and annual rates come in through their own tables", async () => {
    const levels =
      "region,series,year,index_value,source,source_url,licence\nDK,test series,2024,100,T,https://example.org,published\nDK,test series,2025,0101.5,T,https://example.org,published\n";
    expect(await importFactors(admin(), "price-index", Buffer.from(levels))).toMatchObject({
      inserted: 2,
      rejected: [],
    });
    const rates =
      "currency,day,kind,per_eur,source,source_url,licence\nUAH,2024-12-31,annual_average,43.487,T,https://example.org,published\n";
    expect(await importFactors(admin(), "exchange-rate", Buffer.from(rates))).toMatchObject({ inserted: 1 });
    const catalog = await loadCatalog(db.database.system);
    // It reaches further than the series that comes along.
    expect(catalog.priceIndex("DK", 2025)?.index_value).toBe("101.5");
    expect(catalog.priceIndex("DK", 2024)?.index_value).toBe("100");
    expect(catalog.exchangeRate("UAH", "2024-02-02")).toMatchObject({ kind: "annual_average", per_eur: "43.487" });
  });

  test("the EPA's supply chain factors: all 1,016, equal to the shipped ones where both have the code", async ({
    skip,
  }) => {
    const file = sharedFile("useeio-supply-chain-v1.3-naics-usd2022.csv");
    if (file === null) {
      skip("needs ../shared/data/useeio-supply-chain-v1.3-naics-usd2022.csv");
      return;
    }
    expect(await importFactors(admin(), "useeio", file, "1.3.0")).toMatchObject({
      read: 1016,
      inserted: 1016,
      rejected: [],
    });
    const catalog = await loadCatalog(db.database.system);
    const { factors } = await readCatalogTables(shippedTables);
    const shared = factors.filter(({ key }) => key.startsWith("spend.us."));
    expect(shared).toHaveLength(23);
    for (const { key, kg_co2e_per_unit } of shared) {
      const imported = catalog.factor(key.replace("spend.us.", "useeio."));
      expect(imported, key).toMatchObject({ kg_co2e_per_unit, currency: "USD", price_year: 2022 });
    }
  });

  test("the United Kingdom's flat file: all 3,997 keys accounted for, each row the one that is shipped", async ({
    skip,
  }) => {
    const file = sharedFile("desnz-2025-flat-file.xlsx");
    if (file === null) {
      skip("needs ../shared/data/desnz-2025-flat-file.xlsx");
      return;
    }
    const report = await importFactors(admin(), "desnz", file);
    expect(report).toMatchObject({ read: 3997, inserted: 0, unchanged: 2672, rejected: [] });
    expect(report.skipped).toEqual([
      { reason: "no value published", count: 811 },
      { reason: "energy per distance, not an emission factor", count: 514 },
    ]);
    const named = await importFactors(admin(), "desnz", file, "2025-again");
    expect(named).toMatchObject({ inserted: 2672, unchanged: 0, rejected: [] });
    expect(await importFactors(admin(), "desnz", file, "2025-again")).toMatchObject({ inserted: 0, unchanged: 2672 });
    const catalog = await loadCatalog(db.database.system);
    expect(catalog.factor("desnz.2025.1_100_1000_8")).toMatchObject({
      name_en: "Fuels, Gaseous fuels, Butane",
      unit: "l",
      kg_co2e_per_unit: "1.74533",
      co2_kg: "1.74296",
      ch4_kg_co2e: "0.00144",
      n2o_kg_co2e: "0.00092",
      gwp_set: "AR5",
      release: "2025-v1",
      licence: "OGL-UK-3.0",
    });
    expect(catalog.factor("desnz.2025.7_400_4000_5")).toMatchObject({
      scope: 2,
      boundary: "generation",
      kg_co2e_per_unit: "0.177",
    });
    expect(catalog.factor("desnz.2025.99_604_1011_8")).toMatchObject({ scope: null, biogenic_co2_kg: "0.14" });
  });

  test("every reviewed DESNZ figure is found in the imported file, with its unit and gases", async ({ skip }) => {
    if (sharedFile("desnz-2025-flat-file.xlsx") === null) {
      skip("needs ../shared/data/desnz-2025-flat-file.xlsx");
      return;
    }
    const { factors } = await readCatalogTables(shippedTables);
    const tenant = await db.tenant();
    const context = db.context(tenant);
    const imported = new Set<string>();
    let cursor: string | null = null;
    do {
      const page = await invoke(listEmissionFactors, context, {
        source: "flat file",
        limit: 200,
        ...(cursor === null ? {} : { cursor }),
      });
      // The operation's declared output; the whole-catalog walk only needs these members.
      const { items, next_cursor } = page as {
        items: { factor_value: number; unit_denominator: string; gas_split: { co2_kg: number } | null }[];
        next_cursor: string | null;
      };
      for (const item of items)
        imported.add(`${item.factor_value}|${item.unit_denominator}|${item.gas_split?.co2_kg ?? ""}`);
      cursor = next_cursor;
    } while (cursor !== null);
    const missing = factors
      .filter(({ source }) => source.startsWith("UK Government") && !source.endsWith("full set"))
      .filter(
        (row) =>
          !imported.has(`${Number(row.kg_co2e_per_unit)}|${row.unit}|${row.co2_kg === null ? "" : Number(row.co2_kg)}`),
      );
    expect(missing.map(({ key, kg_co2e_per_unit, unit, co2_kg }) => [key, kg_co2e_per_unit, unit, co2_kg])).toEqual([]);
  });
});

describe("the catalog source", () => {
  test("keeps one snapshot, and sees an import after the next check", async () => {
    const source = catalogSource(db.database.system, db.clock);
    const before = await source();
    expect(await source()).toBe(before);
    await importFactors(admin(), "csv", Buffer.from([csvHeader, csvRow("heat.later.kwh", "0.1")].join("\n")));
    expect(await source()).toBe(before);
    db.clock.advance(4);
    expect((await source()).factor("heat.later.kwh")?.kg_co2e_per_unit).toBe("0.1");
    const unchanged = await source();
    db.clock.advance(4);
    expect(await source()).toBe(unchanged);
  });
});
