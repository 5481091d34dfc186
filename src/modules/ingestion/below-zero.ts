import { type Decimal, decimal } from "../../core/quantity.ts";
import type { QuantityTables, ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import type { DecidedLine } from "./decided-line.ts";
import { isRow } from "./draft-activities.ts";
import { quantityOf } from "./line-quantity.ts";

const BELOW_ZERO: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The line takes back more than its own invoice charges of it, and names no other. Accept it where what it takes back was counted, with " +
    "its days, and leave it out otherwise.",
};

/**
 * Lines of an invoice that take a quantity back wait where the invoice charges less of it in their category: within it they correct
 * what it charges, and below zero they are a credit without partner. Money alone, and what deducts advances, is told elsewhere. Pure.
 */
export function withBelowZero(
  decided: readonly DecidedLine[],
  { document_type }: ParsedDocument,
  tables: QuantityTables & { readonly region: string },
): readonly DecidedLine[] {
  if (document_type !== "invoice" || !decided.some(isTakingBack)) return decided;
  const quantities = new Map(decided.filter(isCounted).map((line) => [line, quantityOf(line, tables).quantity]));
  const sums = new Map<string, Decimal>();
  for (const [line, quantity] of quantities) {
    if (quantity === null) continue;
    const key = keyOf(line, quantity.unit);
    sums.set(key, (sums.get(key) ?? decimal("0")).plus(quantity.value));
  }
  return decided.map((line) => {
    const quantity = quantities.get(line) ?? null;
    if (quantity === null || !decimal(quantity.value).lt(0)) return line;
    const isBelow = sums.get(keyOf(line, quantity.unit))?.lt(0) === true;
    return isBelow ? { ...line, waits: line.waits ?? BELOW_ZERO } : line;
  });
}

function isTakingBack({ draft: { line, counted, amount } }: DecidedLine): boolean {
  return [line.quantity, counted?.value ?? null, amount].some((value) => value !== null && decimal(value).lt(0));
}

function isCounted({ draft, decision, advance }: DecidedLine): boolean {
  return decision.status !== "excluded" && advance === null && !isRow(draft);
}

function keyOf({ decision }: DecidedLine, unit: string): string {
  return `${decision.category_key} ${unit}`;
}
