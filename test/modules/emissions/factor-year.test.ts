import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

// Danish district heating is published for 2016 (HB2016), 2023, 2025 and 2030 (BR18): between two years the earlier one is what was
// known, whoever published it.
test.each([
  [2015, "heat.dk.district.hb2016.kwh"],
  [2016, "heat.dk.district.hb2016.kwh"],
  [2022, "heat.dk.district.hb2016.kwh"],
  [2023, "heat.dk.district.br18.2023.kwh"],
  [2024, "heat.dk.district.br18.2023.kwh"],
  [2025, "heat.dk.district.br18.2025.kwh"],
  [2026, "heat.dk.district.br18.2025.kwh"],
])("heat of %d is counted with %s", async (year, key) => {
  const company = await service.company();
  const line = { text: "Fjernvarme", quantity: "10", unit: "MWH", amount: "9000.00" };
  await company.ingest({ name: "heat.xml", bytes: ubl({ number: `H-${year}`, date: `${year}-03-02`, lines: [line] }) });
  const [entry] = await company.entries();
  expect(await invoke(getEmissionLineage, company.ctx, { id: entry?.id })).toMatchObject({
    emission_factor: { key },
  });
});
