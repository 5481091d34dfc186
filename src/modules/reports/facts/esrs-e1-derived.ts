import { type Drafts, sumOf } from "./drafts.ts";
import { difference, divided, ratio, type Rule } from "./derived.ts";

/** Rows of the table of emissions (ESRS E1, AR 48). */
export const E1_GAS_ROWS = [
  "E1GrossScope1",
  "E1GrossLocationBasedScope2",
  "E1GrossMarketBasedScope2",
  "E1GrossScope3",
  "E1TotalLocationBased",
  "E1TotalMarketBased",
] as const;

/** Change from the previous year in percent; none from a year without emissions of the kind. */
function change(row: string): Rule {
  const before = `${row}.ComparativeMember`;
  const compute = (drafts: Drafts) => {
    const [now, then] = [drafts.amount(row), drafts.amount(before)];
    return now === null || then === null ? null : divided(now.minus(then), then, 100);
  };
  return { datapoint: `${row}Change`, from: [row, before], compute };
}

/** The sum of what people gave row by row. */
function total(datapoint: string, rowsOf: string): Rule {
  const compute = (drafts: Drafts) => sumOf(drafts.rows(rowsOf).map(({ member }) => drafts.amount(rowsOf, member)));
  return { datapoint, from: [rowsOf], compute };
}

/** In an order in which each needs only what is before it. */
export const E1_DERIVED: readonly Rule[] = [
  ...E1_GAS_ROWS.map(change),
  ratio("E1IntensityLocationBased", ["E1TotalLocationBased", "E1NetRevenue"]),
  ratio("E1IntensityMarketBased", ["E1TotalMarketBased", "E1NetRevenue"]),
  difference("E1FossilEnergyConsumption", ["E1NonRenewableEnergyConsumption", "E1NuclearEnergyConsumption"]),
  ratio("E1RenewableEnergyShare", ["E1RenewableEnergyConsumption", "E1TotalEnergyConsumption"], 100),
  ratio("E1EnergyIntensity", ["E1HighImpactEnergyConsumption", "E1HighImpactNetRevenue"]),
  total("E1TotalRemovals", "E1RemovedEmissions"),
  total("E1TotalCancelledCarbonCredits", "E1CancelledCarbonCredits"),
];
