import { changesPrice, PRICE_ONLY } from "../activities/index.ts";
import type { QuantityTables } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { type DecidedLine, excluded, isCounted } from "./decided-line.ts";
import { isAdjustment, isRow } from "./draft-activities.ts";
import { quantityOf } from "./line-quantity.ts";

/**
 * Lines of a bill that change the price of what is counted by its quantity are left out: those that state the quantity on which the change is
 * reckoned, and those in money where all else of their category on the bill is measured. The price of what counts by money changes that money. What
 * a credit note takes back is told elsewhere, but for what it charges. Pure.
 */
export function withPriceChanges(
  decided: readonly DecidedLine[],
  { document_type }: ParsedDocument,
  tables: QuantityTables & { readonly region: string },
): readonly DecidedLine[] {
  const prices = new Set(decided.filter((line) => isPrice(line, document_type)));
  if (prices.size === 0) return decided;
  const isMeasured = (line: DecidedLine): boolean => quantityOf(line, tables).quantity !== null;
  const isOnMeasured = (line: DecidedLine): boolean => {
    const { category_key } = line.decision;
    const others = decided.filter(
      (one) =>
        !prices.has(one) && isCounted(one) && !isAdjustment(one.draft) && one.decision.category_key === category_key,
    );
    return others.length > 0 && others.every(isMeasured);
  };
  return decided.map((line) =>
    prices.has(line) && (line.draft.covered_reason !== null || isMeasured(line) || isOnMeasured(line))
      ? { ...line, decision: excluded(line.decision, PRICE_ONLY) }
      : line,
  );
}

function isPrice({ draft, decision, advance }: DecidedLine, document_type: string): boolean {
  const { line, amount, chosen, covered_reason } = draft;
  if (isRow(draft) || isAdjustment(draft) || chosen !== null || advance !== null) return false;
  if (decision.status === "excluded" && covered_reason === null) return false;
  const isBack = amount === null || amount.startsWith("-");
  return (
    (document_type !== "credit_note" || !isBack) &&
    changesPrice({ document_type, description: line.description, amount })
  );
}
