import { canonicalJson } from "../../core/content-hash.ts";
import type { ValidationIssue } from "../../core/errors.ts";
import { type CalculationResult, takesStatedEmissions, unitsOfCategory } from "../emissions/index.ts";
import { readAs, type ReadableLine, type ReadingTables } from "./read-again.ts";
import { placeOfStatement, type StatedFacts } from "./stated-facts.ts";

/** A line as it is read now. */
type ReadLine = Pick<ReadableLine, "stated" | "transaction_date"> & { readonly category_key: string };

/**
 * Emissions that are stated of a line, with `stated` now, where the category that it is given does not take them. What was stated while the
 * category took them stands: it is asked only where they, or the category, become others. Pure.
 */
export function emissionsSlip(
  line: ReadLine,
  { category_key, stated }: { readonly category_key: string; readonly stated: StatedFacts | null },
  tables: ReadingTables,
): ValidationIssue | null {
  if (stated?.emissions == null) return null;
  const isSame = canonicalJson(stated.emissions) === canonicalJson(line.stated?.emissions ?? null);
  if (isSame && category_key === line.category_key) return null;
  const transaction_date = (stated.transaction_date ?? line.transaction_date).slice(0, 10);
  const place = { category_key, transaction_date, region: placeOfStatement(stated, tables.country) };
  if (takesStatedEmissions(place, tables)) return null;
  const units = unitsOfCategory(place, tables);
  const how = units.length === 0 ? "" : ` by a quantity in ${units.join(", ")}`;
  const message = `Emissions cannot be stated for ${category_key}, which is counted${how}: clear emissions, or take another category.`;
  return { path: "facts.emissions", code: "not_for_this_category", message };
}

/** What a line would count in a category that it could be given: nothing where its stated emissions would be refused there. Pure. */
export function optionResult(
  line: ReadableLine & ReadLine,
  category_key: string,
  tables: ReadingTables,
): CalculationResult {
  const slip = emissionsSlip(line, { category_key, stated: line.stated }, tables);
  if (slip === null) return readAs(line, category_key, tables).result;
  return { kind: "review", reviewReason: { code: "unit_mismatch", detail: slip.message } };
}
