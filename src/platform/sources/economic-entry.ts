import { z } from "zod";
import type { SourceItem } from "../../core/source-connector.ts";

const text = z.union([z.string(), z.number().transform(String)]).nullish();

/** A row of which nothing is known yet. */
export const entryRow = z.looseObject({});
export type EntryRow = z.output<typeof entryRow>;

const entry = z.looseObject({
  entryNumber: z.number().int(),
  accountNumber: z.number().int(),
  // Also with a time of day.
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  amount: z.number(),
  // Nullable: no currency means the agreement's own.
  currencyCode: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
  voucherNumber: text,
  supplierInvoiceNumber: text,
  text,
});

/** An opening entry carries a balance over into a year: nothing was bought with it. */
const OPENING = 7;

/** What of a ledger the entries are read with. */
export interface LedgerFacts {
  readonly account_names: ReadonlyMap<number, string>;
  readonly base_currency: string;
}

/** What becomes of a booked entry; null for one that is no movement. */
export function entryItem(row: EntryRow, { account_names, base_currency }: LedgerFacts): SourceItem | null {
  if (row["type"] === OPENING) return null;
  const parsed = entry.safeParse(row);
  const external_id = `entry/${String(entryNumber(row))}`;
  if (!parsed.success) {
    const fields = parsed.error.issues
      .map(({ path }) => path.join("."))
      .slice(0, 5)
      .join(", ");
    return { kind: "defect", external_id, revision: "1", message: `the entry cannot be read: ${fields}` };
  }
  const { accountNumber, date, amount, currencyCode, voucherNumber, supplierInvoiceNumber, text: words } = parsed.data;
  const booking = {
    date: date.slice(0, 10),
    account: String(accountNumber),
    account_name: account_names.get(accountNumber) ?? "",
    voucher: voucherNumber ?? "",
    invoice_number: supplierInvoiceNumber ?? "",
    text: words ?? "",
    amount: amount.toFixed(2),
    currency: currencyCode ?? base_currency,
  };
  return { kind: "record", external_id, revision: "1", booking };
}

/** The number of an entry; 0 when the row has none. */
export function entryNumber(row: EntryRow): number {
  const { entryNumber: value } = row;
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}
