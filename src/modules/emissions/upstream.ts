import type { Catalog, EmissionFactor } from "../../core/catalog.ts";
import { factorOfYear } from "./calculation-version.ts";
import { lossFactor } from "./grid-losses.ts";
import { familyOfPublished, publishedFamily, publishedOfCategory } from "./factor-choice/published-table.ts";

/** A factor of scope 3 category 3 that accompanies a scope 1 or 2 entry. */
export interface UpstreamFactor {
  readonly category_key: string;
  readonly factor: EmissionFactor;
}

const WTT_FUELS = "energy.upstream.wtt_fuels";
const WTT_ELECTRICITY = "energy.upstream.wtt_electricity";
const TD_LOSSES = "energy.upstream.td_losses";

/** Years of which the gas company has published a factor. */
const DANISH_GAS_YEARS = [2020, 2021, 2022, 2023] as const;

/** Fuels of the European Union's default values, and the supply of the same fuel, which heating value or density lead to. */
const EU_FUELS = [
  ["natural_gas", "natural_gas.kWh_gross"],
  ["gas_oil", "gas_oil.l"],
  ["petrol", "petrol_fossil.l"],
  ["lpg", "lpg.l"],
  ["fuel_oil", "fuel_oil.l"],
] as const;

/** Fuels in a unit of which no supply is published, and the supply of the same fuel that a heating value or density leads to. */
const IN_OTHER_UNITS = [
  ["natural_gas.kWh_net", "natural_gas.kWh_gross"],
  ["lpg.kWh_gross", "lpg.l"],
  ["propane.t", "propane.l"],
  ["diesel.kWh_net", "diesel.l"],
  ["petrol.kWh_net", "petrol.l"],
  ["gas_oil.kWh_net", "gas_oil.l"],
  ["fuel_oil.t", "fuel_oil.l"],
  ["jet_fuel.t", "jet_fuel.l"],
  ["coal_industrial.kWh_net", "coal_industrial.t"],
] as const;

function fuels(names: readonly string[]): [string, readonly { category_key: string; key: string }[]][] {
  return names.map((name) => [`fuel.${name}`, [{ category_key: WTT_FUELS, key: `wtt.${name}` }]]);
}

/**
 * Reviewed by hand: which well-to-tank factor belongs to which combustion factor (GHG Protocol Scope 3 Standard,
 * category 3 a and c). Pairs of the same fuel in the same unit; where none is published in it, as of Danish natural gas per Nm3 and
 * of the fuels of the European Union's default values, by heating value or density. A fuel of which neither is known, such as a
 * tonne of butane, does not take the factor of a litre.
 */
export const UPSTREAM_KEYS: ReadonlyMap<string, readonly { readonly category_key: string; readonly key: string }[]> =
  new Map([
    ...fuels([
      "natural_gas.kWh_gross",
      "natural_gas_mineral.kWh_gross",
      "lpg.l",
      "propane.l",
      "butane.l",
      "cng.t",
      "lng.t",
      "diesel.l",
      "diesel_fossil.l",
      "petrol.l",
      "petrol_fossil.l",
      "gas_oil.l",
      "burning_oil.l",
      "fuel_oil.l",
      "marine_gas_oil.l",
      "marine_fuel_oil.t",
      "jet_fuel.l",
      "avgas.l",
      "waste_oils.t",
      "coal_industrial.t",
      "coking_coal.t",
      "petroleum_coke.t",
      "biodiesel_hvo.l",
      "biodiesel_fame.l",
      "bioethanol.l",
      "biopropane.l",
      "wood_pellets.t",
      "wood_chips.t",
      "wood_logs.t",
      "straw.t",
      "biogas.kWh",
    ]),
    ...DANISH_GAS_YEARS.map(
      (year) =>
        [`fuel.dk.natural_gas.${year}.nm3`, [{ category_key: WTT_FUELS, key: "wtt.natural_gas.kWh_gross" }]] as const,
    ),
    ...IN_OTHER_UNITS.map(
      ([name, upstream]) => [`fuel.${name}`, [{ category_key: WTT_FUELS, key: `wtt.${upstream}` }]] as const,
    ),
    ...EU_FUELS.flatMap(([name, upstream]) =>
      (["kWh_net", "t"] as const).map(
        (unit) => [`fuel.eu.${name}.${unit}`, [{ category_key: WTT_FUELS, key: `wtt.${upstream}` }]] as const,
      ),
    ),
    [
      "electricity.gb.location.kwh",
      [
        { category_key: WTT_ELECTRICITY, key: "electricity.gb.wtt.kwh" },
        { category_key: TD_LOSSES, key: "electricity.gb.td.kwh" },
      ],
    ],
  ]);

/**
 * The upstream factors that accompany an entry made with `factor`, in its unit or in one that a heating value of the fuel
 * leads to. Empty for life-cycle factors, which contain the upstream part already, and where none is loaded.
 */
export function upstreamFactors(catalog: Catalog, factor: EmissionFactor, year: number): UpstreamFactor[] {
  if (factor.boundary === "life_cycle") return [];
  const loaded = (UPSTREAM_KEYS.get(factor.key) ?? ofPublishedFuel(factor.key)).flatMap(({ category_key, key }) => {
    const upstream = factorOfYear(catalog, key, year);
    return upstream === null ? [] : [{ category_key, factor: upstream }];
  });
  if (loaded.some(({ category_key }) => category_key === TD_LOSSES)) return loaded;
  const losses = lossFactor(factor, year);
  return losses === null ? loaded : [...loaded, { category_key: TD_LOSSES, factor: losses }];
}

/** The well-to-tank figure of a fuel of an imported set, in the same unit: the publisher numbers fuels alike in both tables. */
function ofPublishedFuel(factor_key: string): readonly { readonly category_key: string; readonly key: string }[] {
  const [, fuel, unit] = PUBLISHED_FUEL.exec(familyOfPublished(factor_key) ?? "") ?? [];
  if (fuel === undefined || unit === undefined) return [];
  const row = publishedOfCategory(WTT_FUELS).find(
    ({ item, units }) => item.endsWith(`_${fuel}`) && units.includes(unit),
  );
  return row === undefined ? [] : [{ category_key: WTT_FUELS, key: publishedFamily(row, unit) }];
}

/** Tables 1, 2 and 10 of the UK Government's set: fuels, bioenergy, heat and steam. */
const PUBLISHED_FUEL = /^desnz\.\*\.(?:1|2|10)_\d+_(\d+)_(\d+)$/;

/** What the inputs of a scope 1 or 2 entry say about its upstream part when no upstream factor accompanies it. */
export function upstreamNote(factor: EmissionFactor, upstream: readonly { category_key: string }[]): string | null {
  if (upstream.length > 0 && upstream.every(({ category_key }) => category_key === TD_LOSSES)) {
    return `No upstream factor per ${factor.unit} is loaded for this electricity: of scope 3 category 3 it has the losses only.`;
  }
  // A refrigerant that escapes is no energy: category 3 does not apply to it.
  if (upstream.length > 0 || factor.boundary === "life_cycle" || factor.key.startsWith("refrigerant.")) return null;
  return `No upstream factor per ${factor.unit} is loaded for this energy: scope 3 category 3 lacks its part.`;
}
