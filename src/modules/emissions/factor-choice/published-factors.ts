import type { Catalog, EmissionCategory, EmissionFactor } from "../../../core/catalog.ts";
import { parseUnit } from "../../../core/units.ts";
import type { CalculationRequest } from "../calculation.ts";
import { factorOfYear, yearOf } from "../calculation-version.ts";
import { unitPath } from "../unit-path.ts";
import { familyOfPublished, type PublishedRow, publishedFamily, publishedOfCategory } from "./published-table.ts";

/** A factor of an imported set that is about lines of the category: it counts where a person names it. */
export interface PublishedFactor {
  readonly row: PublishedRow;
  readonly factor: EmissionFactor;
}

/**
 * The factor of an imported set that a person, or a rule, named for the line, of the year of its use or the nearest; null: none of
 * the category was named. One of a country counts lines of that country only: no line elsewhere is priced by its grid.
 */
export function namedPublished(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
): PublishedFactor | null {
  const family = typeof request.factor_key === "string" ? familyOfPublished(request.factor_key) : null;
  if (family === null) return null;
  for (const row of publishedOfCategory(category.key)) {
    const unit = row.units.find((candidate) => publishedFamily(row, candidate) === family);
    if (unit !== undefined) return loaded(row, unit, request, catalog);
  }
  return null;
}

/**
 * The factors of imported sets that are about lines of the category and to whose unit the quantity converts by definition, each item
 * in the unit nearest to the stated one. In the order of the table.
 */
export function publishedFactors(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
): readonly PublishedFactor[] {
  const from = request.quantity === null ? null : parseUnit(request.quantity.unit);
  if (from === null) return [];
  return publishedOfCategory(category.key).flatMap((row) => {
    const reached = row.units.flatMap((unit) => {
      const published = loaded(row, unit, request, catalog);
      const to = published === null ? null : parseUnit(published.factor.unit);
      const path = to === null ? null : unitPath(from, to, []);
      return published === null || path === null ? [] : [{ published, hops: path.hops.length }];
    });
    const [nearest] = reached.toSorted((one, other) => one.hops - other.hops);
    return nearest === undefined ? [] : [nearest.published];
  });
}

function loaded(
  row: PublishedRow,
  unit: string,
  request: CalculationRequest,
  catalog: Catalog,
): PublishedFactor | null {
  const { country } = row.attributes;
  if (country !== undefined && !request.region.startsWith(country)) return null;
  const factor = factorOfYear(catalog, publishedFamily(row, unit), yearOf(request));
  return factor === null || factor.name_en !== row.name ? null : { row, factor };
}
