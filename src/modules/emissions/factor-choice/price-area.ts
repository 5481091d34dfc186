import type { Catalog, EmissionFactor } from "../../../core/catalog.ts";
import { PRICE_AREAS, type PriceArea } from "../../../core/gsrn.ts";
import { declarationKey, declarationName } from "../../factors/index.ts";
import type { CalculationRequest, ConversionStep } from "../calculation.ts";

/** Electricity from the Danish grid whose price area is known; of `UNKNOWN` it is not. */
const AREAS: ReadonlyMap<string, PriceArea> = new Map([
  ["energy.electricity.grid_dk1", "DK1"],
  ["energy.electricity.grid_dk2", "DK2"],
]);
const UNKNOWN = "energy.electricity.grid_dk";

type Used = Pick<CalculationRequest, "slice" | "transaction_date">;

function monthOf({ slice, transaction_date }: Used): string {
  return (slice?.to ?? transaction_date).slice(0, 7);
}

/**
 * What names the declaration of the price area in which a line was used, where the releases in force have one of its month: the figure of
 * the grid's zone goes before the country's (GHG Protocol Scope 2 Guidance, ch. 6). Null: they have none, or the area is not known.
 */
export function areaFactorName(category_key: string, used: Used, catalog: Catalog): string | null {
  const area = AREAS.get(category_key);
  if (area === undefined) return null;
  return catalog.family(declarationKey(area, monthOf(used))).length === 0 ? null : declarationName(area);
}

/** The key of a factor in the month of use, where `key` names one of whatever month; else the key itself. */
export function keyInMonth(key: string, used: Used): string {
  const area = PRICE_AREAS.find((one) => declarationName(one) === key);
  return area === undefined ? key : declarationKey(area, monthOf(used));
}

/** Whether a factor is of a price area rather than of the country. */
export function isOfPriceArea({ region }: Pick<EmissionFactor, "region">): boolean {
  return PRICE_AREAS.some((area) => region === `DK-${area}`);
}

/** What a reader must know where figures by price area are in force and that of the country counts. */
export function priceAreaSteps(
  factor: EmissionFactor,
  request: CalculationRequest,
  catalog: Catalog,
): ConversionStep[] {
  const { category_key, factor_key } = request;
  if (isOfPriceArea(factor) || typeof factor_key === "string") return [];
  const area = AREAS.get(category_key);
  if (area !== undefined && isDeclared(area, catalog)) {
    const month = monthOf(request);
    const note = `The declaration in force has no figure of ${area} for ${month}: that of ${factor.region} is used.`;
    return [{ kind: "choice", from: area, to: factor.region, factor: null, note }];
  }
  if (category_key !== UNKNOWN || !PRICE_AREAS.some((one) => isDeclared(one, catalog))) return [];
  const note = `The price area of the supply is not known: the figure of ${factor.region} is used, not that of ${PRICE_AREAS.join(" or ")}.`;
  return [{ kind: "choice", from: PRICE_AREAS.join(" or "), to: factor.region, factor: null, note }];
}

/** Families are of all years: any year names them. Made once, because each line of Danish electricity asks. */
const FAMILIES: Readonly<Record<PriceArea, readonly string[]>> = { DK1: familiesOf("DK1"), DK2: familiesOf("DK2") };

function familiesOf(area: PriceArea): readonly string[] {
  return Array.from({ length: 12 }, (_, index) => declarationKey(area, `2000-${String(index + 1).padStart(2, "0")}`));
}

function isDeclared(area: PriceArea, catalog: Catalog): boolean {
  return FAMILIES[area].some((key) => catalog.family(key).length > 0);
}
