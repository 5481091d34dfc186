import type { Catalog } from "../../core/catalog.ts";
import type { TenantQueries } from "../../core/context.ts";
import {
  type CalculationSettings,
  type CompanyFactors,
  type CountedAs,
  isByChoice,
  selectCountedAs,
  takesProductFootprint,
} from "../emissions/index.ts";
import type { Footprints } from "../pcf/index.ts";
import type { CurrentActivityRow } from "./store.ts";
import { type CreditableLine, type CreditingSupplier, selectCreditableLines } from "./store-credited.ts";

/** A line with what of the company's it counts by, and on which days. */
export interface CountingLine {
  /** Null: nothing of it is counted yet, and what is in force will count it. */
  readonly counted_as: CountedAs | null;
  /** Whether it counts on the days of its period, or on the one day of its document; null: as what is in force says. */
  readonly is_over_days: boolean | null;
}

/** What the company has, or had, that counts lines beside the catalogue. */
export interface CountingTables {
  readonly catalog: Catalog;
  readonly footprints: Footprints;
  readonly settings: Pick<CalculationSettings, "company_factors">;
}

/** What each supplier's invoices and credit notes count as they are read now, newest first, and by what of the company's. */
export async function countedLinesOf(
  db: TenantQueries,
  suppliers: readonly CreditingSupplier[],
  tables: CountingTables,
): Promise<(CreditableLine & CountingLine)[][]> {
  const ofSuppliers = await selectCreditableLines(db, suppliers);
  const lines = await withCountedAs(db, ofSuppliers.flat(), tables);
  let from = 0;
  return ofSuppliers.map(({ length }) => lines.slice(from, (from += length)));
}

type ReadLine = Pick<
  CurrentActivityRow,
  "category_key" | "service_period_end" | "service_period_start" | "split_id" | "status"
>;

/**
 * Lines with what of the company's each counts by, and on which days. Asks nothing where none of them has a period and the company
 * has had no say in any of their categories.
 */
export async function withCountedAs<Line extends ReadLine>(
  db: TenantQueries,
  lines: readonly Line[],
  tables: CountingTables,
): Promise<(Line & CountingLine)[]> {
  const isAsked = chosenCategories(tables);
  const asked = lines.filter(
    (line) => line.status === "classified" && (isAsked(line.category_key) || isOfPeriod(line)),
  );
  const counting = await selectCountedAs(
    db,
    asked.map(({ split_id }) => split_id),
  );
  return lines.map((line) => {
    const { counted_as = null, is_over_days = null } = counting.get(line.split_id) ?? {};
    if (line.status !== "classified") return { ...line, counted_as: null, is_over_days: null };
    if (isAsked(line.category_key)) return { ...line, counted_as, is_over_days };
    return { ...line, counted_as: byCatalogue(line.category_key, tables), is_over_days };
  });
}

/** Rules of before may have counted it on other days than those of today would. */
function isOfPeriod({ service_period_start, service_period_end }: ReadLine): boolean {
  return service_period_start !== null && service_period_end !== null;
}

/** Where no factor, footprint or choice of the company counts anything. */
function byCatalogue(category_key: string, { catalog }: CountingTables): CountedAs {
  return {
    company_factors: [],
    ...(takesProductFootprint(catalog.category(category_key)) ? { pcf_record_id: null } : {}),
  };
}

/** Whether lines of a category may count by a factor or footprint that the company has or had, or by a choice of its settings. */
function chosenCategories({ catalog, footprints, settings }: CountingTables): (category_key: string) => boolean {
  const own = ownCategories(settings.company_factors);
  return (category_key) => {
    const category = catalog.category(category_key);
    if (category === undefined) return false;
    if (own.has(category_key) || (footprints.by_id.size > 0 && takesProductFootprint(category))) return true;
    const { default_factor_key: key, spend_factor_key } = category;
    // Of a category that only factors of a class count, such as a blend of refrigerants, the class tells.
    if (key === null) return spend_factor_key === null;
    return isByChoice(key);
  };
}

/** The categories of which the company has or had factors of its own. */
function ownCategories(factors: CompanyFactors | undefined): ReadonlySet<string> {
  const known = [...(factors?.by_id.values() ?? []), ...(factors?.withdrawn.values() ?? [])];
  return new Set(known.map(({ category_key }) => category_key));
}
