import type { TenantQueries } from "../../core/context.ts";
import { decimal, decimalSum } from "../../core/quantity.ts";
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
  const currency = currencyOf(own[0]);
  const taken = credits.filter((credit) => credit.status === "classified" && currencyOf(credit) === currency);
  if (own.length === 0 || taken.length === 0) return own.length > 0;
  return decimalSum([...own, ...taken].map(netOf)).gt(0);
}

function currencyOf(line: CurrentActivityRow | undefined): string | null {
  return line?.allocated_currency ?? line?.currency ?? null;
}

function netOf({ allocated_amount, amount }: CurrentActivityRow) {
  return decimal(allocated_amount ?? amount ?? "0");
}
