import type { Context, TenantTransaction } from "../../core/context.ts";
import { numberKey } from "../../core/invoice-number.ts";
import { closedYears } from "../financial-years/index.ts";
import { bookedCredits } from "./booked-credits.ts";
import { countedLinesOf } from "./counted-lines.ts";
import { creditShares, onlyCreditShares } from "./credit-shares.ts";
import { creditedCategory } from "./credited-category.ts";
import { isUnnamed, namedInvoices } from "./credit-steps.ts";
import { invoiceCurrency } from "./other-currency.ts";
import { type CreditTables, inOtherCurrency, placedCredit, priceCredit } from "./plan-credit.ts";
import { readingTables } from "./reading-tables.ts";
import type { CurrentActivityRow } from "./store.ts";
import { type CreditNoteRow, selectWaitingCredits } from "./store-credited.ts";
import { creditingLine } from "./whole-credit.ts";
import { writeCredits } from "./write-credit.ts";

/** What of the line of an invoice credit notes name it by. */
export type NamedInvoice = Pick<CurrentActivityRow, "invoice_number" | "supplier_identifier" | "supplier_name">;

/**
 * Reads credit notes anew that wait for invoices which count now, and takes off what they take back, as if they had come after them.
 * One that names no invoice takes back the only one that it can be about. What lies in a closed year waits to be restated. One statement
 * where no credit note waits. The transaction holds the audit chain.
 * @returns ids of lines of other documents of the purchases that were settled with them
 */
export async function settleCredits(
  ctx: Context,
  tx: TenantTransaction,
  invoices: readonly NamedInvoice[],
): Promise<readonly string[]> {
  if (invoices.length === 0) return [];
  const numbers = new Set(invoices.flatMap(({ invoice_number }) => numberKey(invoice_number) ?? []));
  const waiting = await selectWaitingCredits(
    tx,
    [...new Set(invoices.flatMap(({ supplier_identifier }) => supplier_identifier ?? []))],
    [...new Set(invoices.flatMap(({ supplier_name }) => supplier_name ?? []))],
  );
  const concerned = waiting.filter(
    (line) => isUnnamed(line) || namedInvoices(line).some((number) => numbers.has(numberKey(number) ?? "")),
  );
  if (concerned.length === 0) return [];
  const tables = { tables: await readingTables(ctx, tx), closed: await closedYears(tx) };
  const touched: string[] = [];
  for (const line of concerned) touched.push(...(await settleCredit(ctx, tx, line, tables)));
  return touched;
}

/**
 * The same after a decision about one line, where it is of an invoice. What credit notes took back of it before follows it: to other days,
 * another department or category, and out of the totals where nothing is left that it can be taken off.
 */
export async function settleCreditsOf(
  ctx: Context,
  tx: TenantTransaction,
  { before, after }: { readonly before: CurrentActivityRow; readonly after: CurrentActivityRow },
): Promise<readonly string[]> {
  if (after.document_type !== "invoice") return [];
  const booked = await bookedCredits(ctx, tx, { before });
  return [...(await writeCredits(ctx, tx, booked)), ...(await settleCredits(ctx, tx, [after]))];
}

async function settleCredit(
  ctx: Context,
  tx: TenantTransaction,
  line: CreditNoteRow,
  tables: CreditTables,
): Promise<readonly string[]> {
  const { supplier_identifier, supplier_name } = line;
  // Asked for each: those before it have taken something.
  const until = line.transaction_date.slice(0, 10);
  const [lines = []] = await countedLinesOf(tx, [{ supplier_identifier, supplier_name, until }], tables.tables);
  const names = new Set(namedInvoices(line).map(numberKey));
  const isNamed = (number: string | null) => names.has(numberKey(number));
  const category_key = creditedCategory(line.category_key, lines, isUnnamed(line) ? null : isNamed);
  const credit = creditingLine([line], category_key, tables.tables);
  const shares = isUnnamed(line)
    ? onlyCreditShares(credit, lines, until)
    : creditShares(credit, lines, { isNamed, issue_date: until });
  if (shares.kind === "price") return await writeCredits(ctx, tx, [priceCredit([line], tables)]);
  if (shares.kind === "other_currency") {
    const { currencies } = shares;
    if (invoiceCurrency(line) === currencies.invoice) return [];
    return await writeCredits(ctx, tx, [
      inOtherCurrency([line], { invoices: namedInvoices(line), currencies }, tables),
    ]);
  }
  if (shares.kind !== "credits") return [];
  const placed = { activities: [line], parts: shares.parts, category_key };
  return await writeCredits(ctx, tx, [placedCredit(placed, tables)]);
}
