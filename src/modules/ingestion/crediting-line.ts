import {
  type CreditingLine,
  type NewActivity,
  readAs,
  type ReadingTables,
  type StatedFacts,
} from "../activities/index.ts";
import { companyFactorsOf, tablesCountedBy } from "../emissions/index.ts";

/** What lines of a credit note are read with. */
export type CreditNoteTables = Omit<ReadingTables, "country"> & { readonly region: string };

/** What a line takes back; its quantity is one where the factors of the company count it by which its invoice counts. */
export function creditingLine(activity: NewActivity, amount: string, tables: CreditNoteTables): CreditingLine {
  const { description, result } = activity;
  const { category_key } = activity.split.decision;
  const now = result?.kind === "calculated" ? companyFactorsOf(result.entries) : null;
  const { quantity, unit } = activity.split;
  return {
    description,
    category_key,
    quantity,
    unit,
    amount: activity.split.allocated_amount ?? amount,
    currency: activity.split.allocated_currency ?? activity.currency,
    asCounted(company_factors) {
      const isSame = JSON.stringify(now) === JSON.stringify(company_factors);
      if (tables.settings.company_factors === undefined || company_factors === null || isSame)
        return { quantity, unit };
      const by = tablesCountedBy(tables, { category_key, company_factors });
      const { split } = readAs(asBooked(activity), category_key, { ...by, country: tables.region });
      return { quantity: split.quantity, unit: split.unit };
    },
  };
}

/** The line as it is read again. */
export function asBooked(activity: NewActivity, stated: StatedFacts | null = null) {
  const { quantity: split_quantity, unit: split_unit, conversion, ruled_period = null } = activity.split;
  const counted = { split_quantity, split_unit, conversion, ruled_period, stated };
  return { ...activity, ...counted, document_type: "credit_note" };
}
