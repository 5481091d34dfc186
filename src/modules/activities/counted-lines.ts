import type { TenantQueries } from "../../core/context.ts";
import { type CompanyFactors, selectCompanyFactorsOf } from "../emissions/index.ts";
import type { CurrentActivityRow } from "./store.ts";
import { type CreditableLine, type CreditingSupplier, selectCreditableLines } from "./store-credited.ts";

/** A line with the company's own factors by which it counts. */
export interface CountedByFactors {
  /** Ids; none: the catalogue's count it alone. Null: nothing of it is counted yet, and what is in force will. */
  readonly company_factors: readonly string[] | null;
}

/** What each supplier's invoices and credit notes count as they are read now, newest first, and by which of the company's factors. */
export async function countedLinesOf(
  db: TenantQueries,
  suppliers: readonly CreditingSupplier[],
  factors: CompanyFactors | null,
): Promise<(CreditableLine & CountedByFactors)[][]> {
  const ofSuppliers = await selectCreditableLines(db, suppliers);
  const lines = await withCompanyFactors(db, ofSuppliers.flat(), factors);
  let from = 0;
  return ofSuppliers.map(({ length }) => lines.slice(from, (from += length)));
}

type ReadLine = Pick<CurrentActivityRow, "category_key" | "split_id" | "status">;

/** Lines with the company's own factors by which each counts. Asks nothing where the company has had none of their categories. */
export async function withCompanyFactors<Line extends ReadLine>(
  db: TenantQueries,
  lines: readonly Line[],
  factors: CompanyFactors | null,
): Promise<(Line & CountedByFactors)[]> {
  const categories = ownCategories(factors);
  const asked = lines.filter(({ status, category_key }) => status === "classified" && categories.has(category_key));
  const counting = await selectCompanyFactorsOf(
    db,
    asked.map(({ split_id }) => split_id),
  );
  return lines.map((line) => {
    if (line.status !== "classified") return { ...line, company_factors: null };
    return { ...line, company_factors: categories.has(line.category_key) ? (counting.get(line.split_id) ?? null) : [] };
  });
}

/** The categories of which the company has or had factors of its own: elsewhere the catalogue counts everything. */
export function ownCategories(factors: CompanyFactors | null | undefined): ReadonlySet<string> {
  const known = [...(factors?.by_id.values() ?? []), ...(factors?.withdrawn.values() ?? [])];
  return new Set(known.map(({ category_key }) => category_key));
}
