import type { Catalog, EmissionFactor } from "../../core/catalog.ts";
import type { CalculationRequest, ConversionStep } from "./calculation.ts";
import { DISTANT } from "./entry-basis.ts";
import { isDistantYear } from "./factor-choice/source-table.ts";

/**
 * The version of a factor that describes `year`, else the nearest earlier, else the nearest later one. Versions that
 * describe another place or count another unit than the one named by `key` are not considered. Null: none is loaded.
 */
export function factorOfYear(catalog: Catalog, key: string, year: number): EmissionFactor | null {
  const named = catalog.factor(key);
  const family = catalog
    .family(key)
    .filter((factor) => named === undefined || (factor.region === named.region && factor.unit === named.unit));
  return family.findLast((factor) => factor.valid_year <= year) ?? family[0] ?? null;
}

/** Calendar year in which it was used: a slice of a period takes the factor of its own month. */
export function yearOf({ slice, transaction_date }: CalculationRequest): number {
  return Number((slice?.to ?? transaction_date).slice(0, 4));
}

/** Calendar year of the document: its money is of that year's price level, whenever what it paid for was used. */
export function documentYear({ transaction_date }: CalculationRequest): number {
  return Number(transaction_date.slice(0, 4));
}

/** What a reader must know about a factor that describes another year or another country than the transaction. */
export function choiceSteps(factor: EmissionFactor, request: CalculationRequest): ConversionStep[] {
  const steps: ConversionStep[] = [];
  const year = yearOf(request);
  if (factor.valid_year !== year) {
    const direction = factor.valid_year < year ? "nearest earlier" : "nearest later";
    const note = `No version of this factor for ${year} is loaded: the ${direction} one, ${factor.valid_year}, is used.`;
    steps.push({ kind: "choice", from: String(year), to: String(factor.valid_year), factor: null, note });
  }
  if (isForeign(factor, request.region)) {
    const note = `The factor of this category describes ${factor.region}; none for ${request.region} is loaded.`;
    steps.push({ kind: "choice", from: request.region, to: factor.region, factor: null, note });
  }
  return steps;
}

/** What the inputs of an entry say where the factor describes a year far from that of the use. */
export function yearInputs(factor: EmissionFactor, request: CalculationRequest): { [DISTANT]?: true } {
  return isDistantYear(factor, yearOf(request)) ? { [DISTANT]: true } : {};
}

/** Member states of the European Union, for which its default values of fuels are published. */
const EUROPEAN_UNION: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** Whether a factor was published for a group of countries that `region` is one of. */
export function isOfGroup(factor: EmissionFactor, region: string): boolean {
  return factor.region === "EU" && EUROPEAN_UNION.has(region.slice(0, 2));
}

/** Whether a factor describes another country than `region`. A warming potential is the same everywhere. */
export function isForeign(factor: EmissionFactor, region: string): boolean {
  if (factor.region === "GLO" || factor.key.startsWith("refrigerant.") || isOfGroup(factor, region)) return false;
  return factor.region.slice(0, 2) !== region.slice(0, 2);
}
