import { decimal, decimalSum, isDecimalText } from "../../core/quantity.ts";
import { convert, isPhysical, parseUnit, type Unit } from "../../core/units.ts";
import type { QuantityTables, ReviewReason } from "../emissions/index.ts";
import { saysCharge, saysSurcharge } from "../reading/index.ts";
import { type DecidedLine, excluded, isCounted } from "./decided-line.ts";
import { quantityOf } from "./line-quantity.ts";

/**
 * A surcharge that is reckoned on the quantity of another line of its document, or on that of all lines of its category, is left out as part of
 * it: one quantity counts once. One that is reckoned on another quantity, and what is done to goods of the same quantity, waits. Pure.
 */
export function withSurcharges(
  decided: readonly DecidedLine[],
  tables: QuantityTables & { readonly region: string },
): readonly DecidedLine[] {
  // Rows of books are many, and none of them: their words are not read.
  const lines = decided.filter((line) => isCounted(line) && line.draft.chosen === null);
  const charges = new Set(lines.filter(isCharge));
  if (charges.size === 0) return decided;
  const goods = lines.flatMap((line) => {
    const quantity = charges.has(line) ? null : measured(quantityOf(line, tables).quantity);
    return quantity === null ? [] : [{ line, ...quantity }];
  });
  const found = new Map<DecidedLine, DecidedLine>();
  for (const line of charges) {
    const quantity = measured(quantityOf(line, tables).quantity) ?? measured(line.draft.line);
    if (quantity === null) continue;
    const others = goods.flatMap((one) => {
      const value = convert(one.value, one.unit, quantity.unit);
      return value === null ? [] : [{ line: one.line, value }];
    });
    const ofCategory = others.filter((one) => one.line.decision.category_key === line.decision.category_key);
    const same = others.find(({ value }) => decimal(value).eq(quantity.value));
    const isSum = ofCategory.length > 1 && decimalSum(ofCategory.map(({ value }) => value)).eq(quantity.value);
    const isSure = saysSurcharge(line.draft.line.description);
    if (isSure && (same !== undefined || isSum))
      found.set(line, partOf(line, same === undefined ? ofCategory.map((one) => one.line) : [same.line]));
    else if (same !== undefined || (isSure && ofCategory.length > 0)) {
      found.set(line, { ...line, waits: line.waits ?? CHARGE_REPEATED });
    }
  }
  return decided.map((line) => found.get(line) ?? line);
}

interface Quantity {
  readonly value: string;
  readonly unit: Unit;
}

/** A physical quantity above zero; null: none. */
function measured(
  stated: { readonly value?: string; readonly quantity?: string | null; readonly unit: string | null } | null,
): Quantity | null {
  const value = stated?.value ?? stated?.quantity ?? null;
  const unit = stated?.unit == null ? null : parseUnit(stated.unit);
  if (value === null || unit === null || !isPhysical(unit) || !isDecimalText(value)) return null;
  return decimal(value).gt(0) ? { value, unit } : null;
}

function partOf(line: DecidedLine, others: readonly DecidedLine[]): DecidedLine {
  const numbers = others.map((other) => other.draft.line.number).join(", ");
  return {
    ...line,
    decision: excluded(line.decision, `a surcharge on the quantity of line ${numbers}, which counts once`),
  };
}

/** Why a charge waits that states a quantity beside that of goods. */
const CHARGE_REPEATED: ReviewReason = {
  code: "quantity_repeated",
  detail:
    "The line is called a surcharge, or what is done to goods, and states a quantity beside theirs: it may be reckoned on what other lines " +
    "count. Accept it where it is a purchase of its own, and leave it out otherwise.",
};

/** What a supply's own lines repeat of it is told where its quantity is counted. */
function isCharge({ draft: { line, counted } }: DecidedLine): boolean {
  return counted === null && saysCharge(line.description);
}
