import { decimalSum, decimalText } from "../../core/quantity.ts";
import { type CountedAs, countedAsKey, tablesCountedBy } from "../emissions/index.ts";
import { countedByOf } from "./credit-choice.ts";
import type { CreditingLine, Measured } from "./credit-shares.ts";
import { daysStated } from "./credited-days.ts";
import { isByMoney, keptCountedBy, withoutCredits } from "./credit-steps.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import type { CreditNoteRow } from "./store-credited.ts";

/** What a line takes back in all, whatever the number of activities that it is booked as. Pure. */
export function wholeCredit(activities: readonly CreditNoteRow[]): Omit<CreditingLine, "asCounted"> {
  const [first] = activities;
  if (first === undefined) throw new Error("a line of a credit note has an activity");
  const { description, category_key, allocated_currency, currency } = first;
  const amounts = activities.map(({ allocated_amount, amount }) => allocated_amount ?? amount ?? "0");
  return {
    description,
    category_key,
    days: daysStated(first),
    amount: decimalText(decimalSum(amounts)),
    currency: allocated_currency ?? currency,
    ...inAll(activities.map(({ split_quantity: quantity, split_unit: unit }) => ({ quantity, unit }))),
  };
}

/**
 * The same in a category, with what it takes back by what of the company's that counts by, which decides whether its quantity counts. Pure.
 */
export function creditingLine(
  activities: readonly CreditNoteRow[],
  category_key: string,
  tables: ReadingTables,
): CreditingLine {
  const whole = { ...wholeCredit(activities), category_key };
  const { quantity, unit } = whole;
  const asCounted = (counted_as: CountedAs | null): Measured => {
    const by = tablesCountedBy(tables, countedByOf({ category_key, counted_as }));
    const isRead = by === tables || activities.every(({ conversion }) => isKept(conversion, counted_as));
    if (isRead && !activities.some(({ conversion }) => isByMoney(conversion))) return { quantity, unit };
    return inAll(activities.map((activity) => measured(activity, category_key, by)));
  };
  return { ...whole, asCounted };
}

function isKept(conversion: CreditNoteRow["conversion"], counted_as: CountedAs | null): boolean {
  const kept = keptCountedBy(conversion);
  return kept !== null && counted_as !== null && countedAsKey(kept) === countedAsKey(counted_as);
}

/** A quantity that is stated and that nothing counts is none: what it takes back counts by money. */
function measured(activity: CreditNoteRow, category_key: string, by: ReadingTables): Measured {
  const line = { ...activity, conversion: withoutCredits(activity.conversion) };
  const { split, result } = readAs(line, category_key, by);
  const isOpen = result.kind === "review" && result.reviewReason.code === "unit_mismatch";
  return isOpen ? { quantity: null, unit: null } : { quantity: split.quantity, unit: split.unit };
}

function inAll(parts: readonly Measured[]): Measured {
  const unit = parts[0]?.unit ?? null;
  const quantities = parts.flatMap((part) => (part.unit === unit ? (part.quantity ?? []) : []));
  return { quantity: quantities.length < parts.length ? null : decimalText(decimalSum(quantities)), unit };
}
