import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServiceError } from "../../../src/core/errors.ts";
import { type FileColumns, readCatalogTables, verifyTranscribed } from "../../../src/modules/factors/index.ts";
import { shippedTables } from "../../support/catalog.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { sharedFile } from "../../support/shared-data.ts";

const { factors: shipped } = await readCatalogTables(shippedTables);
const transcribed = shipped.filter(({ confidence }) => confidence === "transcribed");

function reviewed(name: string): Record<string, string>[] | null {
  const file = sharedFile(name);
  if (file === null) return null;
  return Papa.parse<Record<string, string>>(file.toString("utf8"), { header: true, skipEmptyLines: true }).data;
}

describe("transcribed factors", () => {
  test("say where each was read and the address of its publisher; no other factor says so", () => {
    expect(transcribed).toHaveLength(54 + 10 + 6);
    for (const { read_in, source_url, licence } of transcribed) {
      expect(read_in).toMatch(/\w/);
      expect(source_url).toMatch(/^https:\/\//);
      expect(licence).toMatch(/\w/);
    }
    const others = shipped.filter((factor) => !transcribed.includes(factor));
    expect(others.filter(({ read_in }) => read_in != null)).toEqual([]);
  });

  test("of electricity are all of the European Environment Agency's figures that were read: 27 countries, two years", ({
    skip,
  }) => {
    const rows = reviewed("2026-11/electricity/eea-generation-intensity-2023-2024.csv");
    const own = transcribed.filter(({ key }) => key.startsWith("electricity."));
    expect(own).toHaveLength(54);
    if (rows === null) {
      skip("needs ../shared/data/2026-11/electricity/eea-generation-intensity-2023-2024.csv");
      return;
    }
    const figures = own.map((row) => [row.region, row.valid_year, Number(row.kg_co2e_per_unit) * 1_000, row.read_in]);
    const read = rows.map((row) => [
      row["country"],
      Number(row["year"]),
      Number(row["g_co2e_per_kwh"]),
      row["read_in"],
    ]);
    const ordered = (all: readonly (readonly unknown[])[]) => all.map((row) => row.join("|")).toSorted();
    expect(ordered(figures)).toEqual(ordered(read));
  });

  test("of fuels are the default values of the European Union, with gases by AR5", ({ skip }) => {
    const rows = reviewed("2026-11/fuels/eu-mrr-annex-vi.csv");
    if (rows === null) {
      skip("needs ../shared/data/2026-11/fuels/eu-mrr-annex-vi.csv");
      return;
    }
    const own = transcribed.filter(({ key }) => key.startsWith("fuel.eu."));
    const per = (unit: string) => own.filter((row) => row.unit === unit).map((row) => Number(row.kg_co2e_per_unit));
    expect(per("kWh_net").map((kg) => kg.toFixed(5))).toEqual(rows.map((row) => row["kg_co2e_ar5_per_kwh_ncv"]));
    for (const [index, row] of rows.entries()) {
      expect(per("t")[index], row["fuel"]).toBeCloseTo(Number(row["kg_co2e_ar5_per_tonne"]), 0);
    }
    for (const { co2_kg, ch4_kg_co2e, n2o_kg_co2e, kg_co2e_per_unit, key } of own) {
      const gases = Number(co2_kg) + Number(ch4_kg_co2e) + Number(n2o_kg_co2e);
      expect(gases, key).toBeCloseTo(Number(kg_co2e_per_unit), 9);
    }
  });

  test("of heating networks are declarations that were read, each with its year and page", ({ skip }) => {
    const rows = reviewed("2026-11/district-heating/district-heating-dk.csv");
    if (rows === null) {
      skip("needs ../shared/data/2026-11/district-heating/district-heating-dk.csv");
      return;
    }
    const own = transcribed.filter(({ key }) => key.startsWith("heat.dk.network."));
    expect(own).toHaveLength(6);
    for (const { key, valid_year, source_url, kg_co2e_per_unit } of own) {
      const row = rows.find(
        (read) => read["source_url"] === source_url && read["year"]?.includes(String(valid_year).slice(2)),
      );
      const printed = row?.["kg_co2e_per_kwh"] === "" ? row["kg_co2_per_kwh"] : row?.["kg_co2e_per_kwh"];
      expect(Number(printed), key).toBe(Number(kg_co2e_per_unit));
    }
  });
});

describe("factors verify", () => {
  let site: Awaited<ReturnType<typeof ingestingSite>>;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  const NO_COLUMNS: FileColumns = { country: null, year: null, value: null };
  const csv = (...lines: readonly string[]) => Buffer.from(`${lines.join("\n")}\n`);
  const verified = async (table: "electricity" | "prices", file: Buffer, columns = NO_COLUMNS) =>
    await verifyTranscribed(site.app.db.database.admin, table, file, columns);

  test("tells equal, different and missing figures by country and year", async () => {
    // The columns of the charts that the agency has published; a made-up file.
    const file = csv(
      "date:number,ugeo:text,obsValue:number",
      "2023,Denmark,83",
      "2024,Denmark,64",
      "2024,Greece,304",
      "2024,Czechia,339",
    );
    const { equal, different, not_in_file } = await verified("electricity", file);
    expect([equal, different.length, not_in_file.length]).toEqual([3, 1, 50]);
    expect(different[0]).toMatchObject({ region: "CZ", year: 2024, figure: "338", published: "339" });
    expect(different[0]?.read_in).toContain("themisiqco/themisiq");
  });

  test("takes Eurostat's columns and codes, and columns that the operator names", async () => {
    const prices = csv("freq,unit,coicop,geo,TIME_PERIOD,OBS_VALUE", "A,INX_A_AVG,CP00,EA,2025,128.75");
    expect(await verified("prices", prices)).toMatchObject({ equal: 1, different: [] });
    const named = csv("Land,Aar,g", "EL,2024,304");
    const columns = { country: "Land", year: "Aar", value: "g" };
    expect(await verified("electricity", named, columns)).toMatchObject({ equal: 1, different: [] });
    await expect(verified("electricity", named)).rejects.toThrow(ServiceError);
    await expect(verified("electricity", csv("geo,year,value", "x,y,z"))).rejects.toThrow(/no row with a country/);
  });
});
