import { decimal, decimalSum } from "../../../core/quantity.ts";
import type { EnergyCarrier } from "./energy.ts";
import { carrierTable } from "./carriers.ts";
import type { UnroundedFacts } from "./unrounded-facts.ts";

/** Fuels of data/vsme/fuels.csv as ESRS E1, 38 tells fossil sources apart. */
const FOSSIL_SOURCES: Readonly<Record<string, string>> = {
  "Natural gas": "E1NaturalGasConsumption",
  "Coal (industrial)": "E1CoalConsumption",
  "Gas/Diesel oil": "E1PetroleumConsumption",
  "Residual fuel oil": "E1PetroleumConsumption",
  "Liquefied petroleum gases (LPG)": "E1PetroleumConsumption",
  Propane: "E1PetroleumConsumption",
  "Petroleum coke": "E1PetroleumConsumption",
  "Motor gasoline/Petrol": "E1PetroleumConsumption",
  "Jet kerosene": "E1PetroleumConsumption",
  "Waste oils": "E1OtherFossilConsumption",
};

/**
 * Fuel consumption by fossil source, MWh. With a fuel that could not be converted, or of which the source or the renewable part is not known,
 * there is none of them: a part must not look like the whole.
 */
export function putFossilFuels(unroundedFacts: UnroundedFacts, carriers: readonly EnergyCarrier[]): void {
  const burnt = carriers
    .filter(({ kind, renewable_percent }) => kind === "fuel" && renewable_percent?.lt(100) !== false)
    .map(({ category_key, mwh, renewable_percent, entry_count }) => ({
      source: FOSSIL_SOURCES[carrierTable().get(category_key)?.fuel ?? ""],
      mwh: renewable_percent === null ? null : (mwh?.times(decimal(100).minus(renewable_percent)).div(100) ?? null),
      entry_count,
    }));
  if (burnt.some(({ source, mwh }) => source === undefined || mwh === null)) return;
  for (const datapoint of new Set(burnt.map(({ source }) => source))) {
    if (datapoint === undefined) continue;
    const rows = burnt.filter(({ source }) => source === datapoint);
    const amount = decimalSum(rows.map(({ mwh }) => mwh ?? 0));
    const entry_count = rows.reduce((count, row) => count + row.entry_count, 0);
    unroundedFacts.put({ datapoint, member: null, value: { amount }, provenance: { source: "ledger", entry_count } });
  }
}
