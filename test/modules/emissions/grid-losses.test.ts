import { expect, test } from "vitest";
import { catalogWith, entriesOf, request, shippedFactor } from "../../support/calculation.ts";

/** A declaration of another year beside the shipped figures of Denmark. */
function generationOnly(valid_year: number, kg_co2e_per_unit: string) {
  return catalogWith({
    factors: [
      {
        ...shippedFactor("electricity.dk.generation.2024.kwh"),
        id: `declaration ${valid_year}`,
        key: `electricity.dk.generation.${valid_year}.kwh`,
        valid_year,
        kg_co2e_per_unit,
        source: "Energinet",
      },
    ],
  });
}

test("losses of a Danish grid are scope 3 category 3: factor of generation x published share, with the source of both", () => {
  const asked = { ...request("energy.electricity.grid_dk", "1000 kWh"), transaction_date: "2027-03-01" };
  const [main, losses, ...more] = entriesOf(asked, generationOnly(2027, "0.1"));
  expect(more).toEqual([]);
  expect(main).toMatchObject({ scope: 2, location_based_kg: "100" });
  // 4.3 %, the newest share that is known.
  expect(losses).toMatchObject({
    scope: 3,
    scope3_category: 3,
    category_key: "energy.upstream.td_losses",
    location_based_kg: "4.3",
    is_upstream: true,
    factor: { value: "0.0043", year: 2022 },
  });
  expect(losses?.factor.source).toContain("Frederiksberg Forsyning");
  expect(losses?.factor.source).toContain("Energinet");
  expect(main?.inputs["upstream_note"]).toContain("has the losses only");
});

test("the share is that of the year, else of the newest before", () => {
  const asked = { ...request("energy.electricity.grid_dk", "1000 kWh"), transaction_date: "2020-03-01" };
  const [, losses] = entriesOf(asked, generationOnly(2020, "0.1"));
  expect(losses).toMatchObject({ location_based_kg: "5", factor: { year: 2018 } });
});

test("a life-cycle factor gets none, and neither does a country of which no share is known", () => {
  const norwegian = {
    ...request("energy.electricity.grid_other", "1000 kWh", { region: "NO" }),
    factor_key: "electricity.no.production_mix.kwh",
  };
  expect(entriesOf(norwegian)).toMatchObject([{ factor: { boundary: "life_cycle" } }]);
  const german = request("energy.electricity.grid_other", "1000 kWh", { region: "DE" });
  expect(entriesOf(german)).toHaveLength(1);
});
