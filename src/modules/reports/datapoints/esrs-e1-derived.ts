import { type UnroundedFacts, sumOf } from "./unrounded-facts.ts";
import { difference, divided, MILLION, ratio, type Rule } from "./derived.ts";

/** Rows of the table of emissions (ESRS E1, AR 48). */
export const E1_GAS_ROWS = [
  "E1GrossScope1",
  "E1GrossLocationBasedScope2",
  "E1GrossMarketBasedScope2",
  "E1GrossScope3",
  "E1TotalLocationBased",
  "E1TotalMarketBased",
] as const;

/** The totals of the table with the rows that they are the sums of; VSME's facts put them in. */
export const E1_GAS_TOTALS: readonly Pick<Rule, "datapoint" | "from">[] = [
  { datapoint: "E1TotalLocationBased", from: ["E1GrossScope1", "E1GrossLocationBasedScope2", "E1GrossScope3"] },
  { datapoint: "E1TotalMarketBased", from: ["E1GrossScope1", "E1GrossMarketBasedScope2", "E1GrossScope3"] },
];

/** Change from the previous year in percent; none from a year without emissions of the kind. */
function change(row: string): Rule {
  const before = `${row}.ComparativeMember`;
  const compute = (unroundedFacts: UnroundedFacts) => {
    const [now, then] = [unroundedFacts.amount(row), unroundedFacts.amount(before)];
    return now === null || then === null ? null : divided(now.minus(then), then, 100);
  };
  return { datapoint: `${row}Change`, from: [row, before], compute };
}

/** The sum of what people gave row by row. */
function total(datapoint: string, rowsOf: string): Rule {
  const compute = (unroundedFacts: UnroundedFacts) =>
    sumOf(unroundedFacts.rows(rowsOf).map(({ member }) => unroundedFacts.amount(rowsOf, member)));
  return { datapoint, from: [rowsOf], compute };
}

/** In an order in which each needs only what is before it. */
export const E1_DERIVED: readonly Rule[] = [
  ...E1_GAS_ROWS.map(change),
  // ESRS E1 AR 36 and AR 53: per monetary unit. A million, as investors have to tell the same figures of their companies
  // (Delegated Regulation (EU) 2022/1288, annex I, indicators 3 and 6): per krone they begin with five zeros.
  ratio("E1IntensityLocationBased", ["E1TotalLocationBased", "E1NetRevenue"], MILLION),
  ratio("E1IntensityMarketBased", ["E1TotalMarketBased", "E1NetRevenue"], MILLION),
  difference("E1FossilEnergyConsumption", ["E1NonRenewableEnergyConsumption", "E1NuclearEnergyConsumption"]),
  ratio("E1RenewableEnergyShare", ["E1RenewableEnergyConsumption", "E1TotalEnergyConsumption"], 100),
  ratio("E1EnergyIntensity", ["E1HighImpactEnergyConsumption", "E1HighImpactNetRevenue"], MILLION),
  total("E1TotalRemovals", "E1RemovedEmissions"),
  total("E1TotalCancelledCarbonCredits", "E1CancelledCarbonCredits"),
];
