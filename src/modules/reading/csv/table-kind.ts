import type { AmountSigns } from "./column-mapping.ts";
import { type ColumnMap, isBankAccount } from "./columns.ts";
import type { CellFormats, TableKind } from "./money.ts";

type Rows = readonly (readonly string[])[];

/** Fewer amounts than this may all be credit notes. */
const CLEAR_AMOUNTS_MIN = 5;

/**
 * Bills name invoices with due dates or unit prices. A bank statement has a running balance and neither ledger accounts
 * nor vouchers. Lists of payments print spending with a minus: without ledger columns when most amounts are negative,
 * with them (expense cards, creditors' accounts) when nearly all are. Everything else is a ledger. Where the company has said how
 * costs are written, no row says it: a file of refunds is the same kind of table as the one before.
 */
export function tableKind(
  rows: Rows,
  columns: ColumnMap,
  { formats, amounts: stated }: { readonly formats: CellFormats; readonly amounts: AmountSigns | null },
): TableKind {
  const has = (field: Parameters<ColumnMap["has"]>[0]): boolean => columns.has(field);
  if (has("invoice_number") && (has("unit_amount") || has("due_date"))) return "bills";
  const { amounts, negative_amounts: negative } = formats;
  // Banks sort payments into categories of their own; beside a running balance those are no accounts.
  const isNamed = has("account_name") || (has("category") && !has("balance"));
  const isPosted = isNamed || has("voucher") || has("invoice_number") || hasLedgerAccount(rows, columns);
  if (isPosted) {
    return stated === null && amounts >= CLEAR_AMOUNTS_MIN && negative > amounts * 0.9 ? "bank" : "ledger";
  }
  if (has("balance")) return hasGroupRows(rows) ? "ledger" : "bank";
  if (stated !== null) return stated === "costs_negative" && has("amount") ? "bank" : "ledger";
  return negative > amounts * 0.5 ? "bank" : "ledger";
}

function hasLedgerAccount(rows: Rows, columns: ColumnMap): boolean {
  const index = columns.get("account")?.index;
  if (index === undefined) return false;
  return rows.slice(0, 100).some((cells) => {
    const account = (cells[index] ?? "").trim();
    return account !== "" && !isBankAccount(account);
  });
}

function hasGroupRows(rows: Rows): boolean {
  const first = rows.find((cells) => cells.some((cell) => cell.trim() !== ""));
  return first?.filter((cell) => cell.trim() !== "").length === 1;
}
