import { decimal, isDecimalText } from "../../core/quantity.ts";

/** A line as far as it tells whether waste was handed over for money. */
export interface HandedOver {
  readonly document_type: string;
  readonly category_key: string;
  readonly description: string;
  /** Signed as booked; decimal text. */
  readonly amount: string | null;
  /** As printed; decimal text. */
  readonly quantity: string | null;
}

const WASTE = "waste.operations.";
/** Fractions that collectors pay for. */
const PAID_FOR: ReadonlySet<string> = new Set(
  ["metal", "paper", "plastic", "glass", "weee", "wood"].map((fraction) => `${WASTE}${fraction}`),
);
const SCRAP = /skrot|scrap|schrott/iu;
/** What makes a negative amount a lowered price, or takes an earlier line back. */
const TAKES_BACK =
  /kredit|credit|gutschrift|rabat|bonus|regulering|korrektion|korrektur|tilbage|retur|fejl|storno|discount|rebate|refus|godtgør|afslag|nedslag/iu;

/**
 * Whether an invoice pays for waste instead of charging for it: scrap, or a positive quantity of a fraction that is recycled, beside a negative
 * amount. As much waste was generated as was handed over, whoever paid (GHG Protocol Scope 3 Standard, category 5): its quantity counts above zero,
 * and its money, which is income, not at all. A credit note takes back what its invoice charged.
 */
export function isSoldWaste(line: HandedOver): boolean {
  if (line.document_type === "credit_note" || !line.category_key.startsWith(WASTE)) return false;
  return isPaidFor(line, PAID_FOR.has(line.category_key));
}

const RECYCLED = /genanvend|genbrug|recycl|återvinn|wertstoff/iu;

/**
 * Whether the words of a line alone say that waste was handed over for money: scrap, or a positive quantity of what is recycled. Of lines of which
 * nobody has said what they are.
 */
export function namesSoldWaste(line: Omit<HandedOver, "document_type" | "category_key">): boolean {
  return isPaidFor(line, RECYCLED.test(line.description));
}

function isPaidFor(
  { description, amount, quantity }: Omit<HandedOver, "document_type" | "category_key">,
  isRecycled: boolean,
): boolean {
  if (amount === null || !decimal(amount).lt(0) || TAKES_BACK.test(description)) return false;
  if (SCRAP.test(description)) return true;
  return isRecycled && quantity !== null && isDecimalText(quantity) && decimal(quantity).gt(0);
}

/** A figure without its sign; decimal text. */
export function unsigned(figure: string): string {
  return figure.replace(/^-/, "");
}
