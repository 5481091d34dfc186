import type { Catalog } from "../../core/catalog.ts";
import { parseUnit, type Unit, UNIT_NAMES, unitRatio } from "../../core/units.ts";
import { calculate } from "./calculate.ts";
import type { CalculationRequest, CalculationSettings } from "./calculation.ts";

/**
 * The units in which a quantity of the category can be counted at that time and place: that of its factor first, then those of
 * its other factors, then what converts to the first by definition, then the others. The engine itself is asked, so that the
 * answer is never another one than that of a calculation.
 */
export function countableUnits(
  { category_key, transaction_date, region }: Pick<CalculationRequest, "category_key" | "transaction_date" | "region">,
  catalog: Catalog,
  settings: CalculationSettings,
): readonly Unit[] {
  const request = { category_key, transaction_date, region, amount: null };
  const own = ownUnit(category_key, catalog);
  const ranked = UNIT_NAMES.flatMap((unit) => {
    const result = calculate({ ...request, quantity: { value: "1", unit } }, catalog, settings);
    if (result.kind !== "calculated") return [];
    const isOfFactor = result.entries.some((entry) => !entry.is_upstream && parseUnit(entry.factor.unit) === unit);
    const converts = own !== null && unitRatio(unit, own) !== null;
    return [{ unit, rank: unit === own ? 0 : isOfFactor ? 1 : converts ? 2 : 3 }];
  });
  return ranked.toSorted((left, right) => left.rank - right.rank).map(({ unit }) => unit);
}

/** The unit of the category's factor; null: it has none, or chooses it by place. */
function ownUnit(category_key: string, catalog: Catalog): Unit | null {
  const key = catalog.category(category_key)?.default_factor_key ?? null;
  const factor = key === null ? undefined : catalog.family(key).at(-1);
  return factor === undefined ? null : parseUnit(factor.unit);
}
