import {
  changesPrice,
  type CreditingLine,
  daysStated,
  type NewActivity,
  readAs,
  type ReadingTables,
  type StatedFacts,
} from "../activities/index.ts";
import { countedAsKey, countedAsOf, tablesCountedBy } from "../emissions/index.ts";

/** What lines of a credit note are read with. */
export type CreditNoteTables = Omit<ReadingTables, "country"> & { readonly region: string };

/** What a line takes back; its quantity is one where what of the company's its invoice counts by counts it. */
export function creditingLine(
  activity: NewActivity,
  { amount, category_key }: { readonly amount: string; readonly category_key: string },
  tables: CreditNoteTables,
): CreditingLine {
  const { description, result } = activity;
  const now = result?.kind === "calculated" ? countedAsKey(countedAsOf(result.entries)) : null;
  const { quantity, unit } = activity.split;
  return {
    description,
    category_key,
    days: daysStated(activity),
    quantity,
    unit,
    amount: activity.split.allocated_amount ?? amount,
    currency: activity.split.allocated_currency ?? activity.currency,
    asCounted(counted_as) {
      if (counted_as === null || now === countedAsKey(counted_as)) return { quantity, unit };
      const by = tablesCountedBy(tables, { category_key, ...counted_as });
      if (by === tables) return { quantity, unit };
      const { split } = readAs(asBooked(activity), category_key, { ...by, country: tables.region });
      return { quantity: split.quantity, unit: split.unit };
    },
  };
}

/**
 * Whether a line lowers the price of what counts by its quantity alone, such as gas: no invoice can make it take back anything.
 */
export function isPriceOfMeasured(activity: NewActivity, category_key: string, tables: CreditNoteTables): boolean {
  const { amount, description } = activity;
  if (!changesPrice({ document_type: "credit_note", description, amount })) return false;
  // On whatever days it was used: a year without its days is asked about before the quantity.
  const line = { ...asBooked(activity), conversion: [] };
  const { result } = readAs(line, category_key, { ...tables, country: tables.region });
  return result.kind === "review" && result.reviewReason.code === "quantity_missing";
}

/** The line as it is read again. */
export function asBooked(activity: NewActivity, stated: StatedFacts | null = null) {
  const { quantity: split_quantity, unit: split_unit, conversion, ruled_period = null } = activity.split;
  const counted = { split_quantity, split_unit, conversion, ruled_period, stated };
  return { ...activity, ...counted, document_type: "credit_note" };
}
