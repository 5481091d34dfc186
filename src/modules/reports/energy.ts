import { type Decimal, decimal } from "../../core/quantity.ts";
import { convert, isUnit } from "../../core/units.ts";
import type { EnergyFacts } from "./store-facts.ts";

/** Measured energy, MWh, and the quantities that have no energy content without further data. */
export interface EnergySums {
  readonly electricity_mwh: Decimal;
  /** District heat, steam and cooling. */
  readonly other_purchased_mwh: Decimal;
  /** Fuels that were measured by net calorific value, as VSME B3 counts them. */
  readonly fuels_mwh: Decimal;
  /** Fuels in litres, cubic metres and the like: their net calorific value is not in the ledger. */
  readonly without_energy: readonly EnergyFacts[];
}

const KWH_PER_MWH = 1000;

/** Adds up what was measured as energy; nothing is converted by an assumed calorific value. */
export function energySums(rows: readonly EnergyFacts[]): EnergySums {
  let electricity = decimal(0);
  let other = decimal(0);
  let fuels = decimal(0);
  const without: EnergyFacts[] = [];
  for (const row of rows) {
    const kwh = energyOf(row);
    if (kwh === null) {
      if (row.scope === 1 && isFuel(row)) without.push(row);
    } else if (row.scope === 1) fuels = fuels.plus(kwh);
    else if (row.category_key.includes("electricity")) electricity = electricity.plus(kwh);
    else other = other.plus(kwh);
  }
  return {
    electricity_mwh: electricity.div(KWH_PER_MWH),
    other_purchased_mwh: other.div(KWH_PER_MWH),
    fuels_mwh: fuels.div(KWH_PER_MWH),
    without_energy: without,
  };
}

function energyOf({ scope, quantity, unit }: EnergyFacts): Decimal | null {
  if (!isUnit(unit)) return null;
  const kwh = scope === 1 ? convert(quantity, unit, "kWh_net") : convert(quantity, unit, "kWh");
  return kwh === null ? null : decimal(kwh);
}

/** Refrigerants are measured by mass of gas and distances by kilometre: neither is a fuel. */
function isFuel({ unit }: EnergyFacts): boolean {
  return unit !== "kg_gas" && unit !== "km" && unit !== "mile";
}
