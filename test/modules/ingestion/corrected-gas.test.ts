import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { correctedVolume } from "../../../src/modules/reading/quantities/corrected-volume.ts";
import { type Bill, billFile } from "../../support/printed-bill.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const SELLER = "Gasselskabet Test A/S";

/** Scope 1 of a bill of gas: kg. */
async function kgOf(text: string, quantity: string, head: readonly string[]): Promise<number> {
  const company = await service.company();
  const bill: Bill = { seller: SELLER, lines: [[text, quantity, "m3", "900,00"]] };
  await company.ingest(billFile({ ...bill, head: ["Periode: 01.01.2025 - 31.12.2025", ...head] }));
  const [line] = await company.lines();
  expect(line, line?.reason).toMatchObject({ status: "classified", category_key: "energy.stationary.natural_gas" });
  const entries = (await company.entries()).filter(({ scope }) => scope === "1");
  return entries.reduce((sum, { co2e_market_based_kg }) => sum + co2e_market_based_kg, 0);
}

const FACTOR = "Korrektionsfaktor 1,020";

describe("gas whose volume a bill corrects", () => {
  test("counts by the factor where the metered volume is billed", async () => {
    const metered = await kgOf("Gasforbrug", "2.000", [FACTOR]);
    const normal = await kgOf("Gasforbrug Nm3", "2.000", []);
    expect(metered / normal).toBeCloseTo(1.02, 4);
  });

  test.each<[string, string, readonly string[]]>([
    ["its line says so", "Gasforbrug (korrigeret)", ["Målt forbrug 2.098 m3, korrektionsfaktor 1,020"]],
    ["its line counts normal cubic metres", "Naturgas Nm3", [FACTOR]],
    ["metered volume and factor make it", "Gasforbrug", ["Aflæst 2.098 m3 x korrektionsfaktor 1,020 = 2.140 m3"]],
    ["they stand apart", "Gasforbrug", ["Aflæst forbrug 2.098 m3", FACTOR]],
  ])("is not corrected again where %s", async (_what, text, head) => {
    const corrected = await kgOf(text, "2.140", head);
    expect(corrected / (await kgOf("Gasforbrug Nm3", "2.140", []))).toBeCloseTo(1, 6);
  });

  test("is not corrected again in XML either", async () => {
    const kg = async (text: string, note?: string) => {
      const company = await service.company();
      const lines = [
        { text, quantity: "200", unit: "MTQ", amount: "2500.00", ...(note === undefined ? {} : { note }) },
      ];
      const supplier = { name: SELLER, cvr: "31415926" };
      await company.ingest({ name: "gas.xml", bytes: ubl({ number: "G-1", date: "2025-03-15", supplier, lines }) });
      return (await company.entries()).find(({ scope }) => scope === "1")?.co2e_market_based_kg ?? 0;
    };
    expect(await kg("Naturgas forbrug, korrigeret", FACTOR)).toBeCloseTo(await kg("Naturgas Nm3"), 6);
  });

  test.each([
    "Gasforbrug",
    "Gas, ikke korrigeret",
    "Gas, korrigeret faktura",
    "Gas, brændværdi 12,1 kWh/Nm3",
    "Gas, omregningsfaktor m3 til Nm3 1,02",
  ])("%s says nothing of the kind", (text) => {
    expect(correctedVolume(text, "line")).toBeNull();
  });
});
