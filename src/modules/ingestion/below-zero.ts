import { type Decimal, decimal } from "../../core/quantity.ts";
import { changesPrice } from "../activities/index.ts";
import type { QuantityTables, ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { type DecidedLine, isCounted } from "./decided-line.ts";
import { isAdjustment } from "./draft-activities.ts";
import { isHandedOver, quantityOf } from "./line-quantity.ts";

const BELOW_ZERO: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The line takes back more than its own invoice charges of it, and names no other. Accept it where what it takes back was counted, with " +
    "its days, and leave it out otherwise.",
};

/**
 * Lines of an invoice or utility statement that take back wait where it charges less in their category, in the same unit of quantity or, where they
 * state none that counts, in money: within it they correct what it charges, and below zero they are a credit without partner. Of several
 * metering points each is looked at by itself: what one delivers to the grid is no consumption of another (GHG Protocol Scope 2 Guidance, ch. 5). What lowers a
 * price, belongs to the whole document or deducts advances is told elsewhere. Pure.
 */
export function withBelowZero(
  decided: readonly DecidedLine[],
  { document_type, quantities, supplies = [] }: ParsedDocument,
  tables: QuantityTables & { readonly region: string },
): readonly DecidedLine[] {
  if (!OF_CONSUMPTION.has(document_type) || !decided.some(isTakingBack)) return decided;
  const metered = [...supplies, ...quantities].filter(({ meter }) => meter !== null);
  const areSeveral = new Set(metered.map(({ meter }) => meter)).size > 1;
  const meterOf = ({ draft: { line } }: DecidedLine): string =>
    (areSeveral ? metered.find(({ lines }) => lines?.includes(line.number) === true)?.meter : null) ?? "";
  const keyOf = (line: DecidedLine, unit: string): string =>
    `${line.decision.category_key} ${unit} ${unit === MONEY ? "" : meterOf(line)}`;
  const measured = decided.filter(isCounted).map((line) => ({ line, quantity: quantityOf(line, tables).quantity }));
  const sums = new Map<string, Decimal>();
  const add = (key: string, figure: string): void => {
    sums.set(key, (sums.get(key) ?? decimal("0")).plus(figure));
  };
  for (const { line, quantity } of measured) {
    if (quantity !== null) add(keyOf(line, quantity.unit), quantity.value);
    if (line.draft.amount !== null) add(keyOf(line, MONEY), line.draft.amount);
  }
  const isBelow = (line: DecidedLine, unit: string, figure: string): boolean =>
    decimal(figure).lt(0) && sums.get(keyOf(line, unit))?.lt(0) === true;
  const waiting = new Set(
    measured.flatMap(({ line, quantity }) => {
      const { amount, line: stated } = line.draft;
      if (quantity !== null) return isBelow(line, quantity.unit, quantity.value) ? [line] : [];
      if (amount === null || isHandedOver(line) || isAdjustment(line.draft)) return [];
      if (changesPrice({ document_type, description: stated.description, amount })) return [];
      return isBelow(line, MONEY, amount) ? [line] : [];
    }),
  );
  return decided.map((line) => (waiting.has(line) ? { ...line, waits: line.waits ?? BELOW_ZERO } : line));
}

const MONEY = "money";

const OF_CONSUMPTION: ReadonlySet<string> = new Set(["invoice", "utility_statement"]);

function isTakingBack({ draft: { line, counted, amount } }: DecidedLine): boolean {
  return [line.quantity, counted?.value ?? null, amount].some((value) => value !== null && decimal(value).lt(0));
}
