import type { TenantQueries } from "../../core/context.ts";
import { decimalSum } from "../../core/quantity.ts";
import { bookedCurrency, bookedNet } from "./booked-money.ts";
import type { CurrentActivityRow } from "./store.ts";
import { selectInvoiceLines, selectTakingBack } from "./store-credited.ts";

/**
 * The first of the invoices of which something counts or waits: not all of its lines were left out, and credit notes do not take back all
 * of their money. Two statements for each of them; null: there is none.
 */
export async function firstCountingInvoice(db: TenantQueries, document_ids: readonly string[]): Promise<string | null> {
  for (const document_id of document_ids) {
    const [lines, credits] = await Promise.all([
      selectInvoiceLines(db, document_id),
      selectTakingBack(db, document_id),
    ]);
    if (isCounting(lines, credits)) return document_id;
  }
  return null;
}

function isCounting(lines: readonly CurrentActivityRow[], credits: readonly CurrentActivityRow[]): boolean {
  const own = lines.filter(({ status }) => status !== "excluded");
  const [first] = own;
  if (first === undefined) return false;
  const currency = bookedCurrency(first);
  const taken = credits.filter((credit) => credit.status === "classified" && bookedCurrency(credit) === currency);
  return taken.length === 0 || decimalSum([...own, ...taken].map(bookedNet)).gt(0);
}
