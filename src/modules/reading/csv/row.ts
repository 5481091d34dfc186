import { cutText } from "../../../core/cut-text.ts";
import { type ParsedLine, type ParsedParty, ROW_ERROR_CELL_MAX, type RowFault } from "../parsed-document.ts";
import { parseDate } from "../amounts.ts";
import { isFarDelivery } from "../lines.ts";
import { unitDoubt, unitInCell } from "./cell-suffix.ts";
import { type ColumnField, isBankAccount } from "./columns.ts";
import { cellOf, type Money, readMoney, type TableContext, type TableKind } from "./money.ts";
import { type RowPeriod, rowPeriod } from "./row-period.ts";
import { TOTAL_WORDS } from "./total-rows.ts";

/** Longest cell that is read, the limit of spreadsheet programs. */
const CELL_LENGTH_MAX = 32_767;

export interface GroupRow {
  readonly kind: "group";
  readonly account: string | null;
  readonly name: string;
}

export type RowOutcome =
  | { readonly kind: "line"; readonly line: ParsedLine; readonly is_merged: boolean }
  | ({ readonly kind: "error" } & RowFault)
  | GroupRow
  /** Totals, opening balances, entries that are not booked. */
  | { readonly kind: "skipped" }
  | { readonly kind: "blank" };

const TOTAL_ROW = new RegExp(
  `^(?:${TOTAL_WORDS}|primo|ultimo|primosaldo|ultimosaldo|åbningssaldo|slutsaldo|opening balance|closing balance|overført saldo)(?:\\b.*)?[:.]?$`,
  "i",
);

/** With a date, only an opening or closing balance is no posting: "Total Danmark" may be a supplier's diesel. */
const BALANCE_ROW =
  /^(?:primo|ultimo|primosaldo|ultimosaldo|primo saldo|åbningssaldo|slutsaldo|opening balance|closing balance|overført saldo)\.?$/i;

const UNBOOKED =
  /^(?:venter|pending|reserveret|reserved|afvist|declined|failed|fejlet|reverted|annulleret|cancelled|canceled|slettet|deleted|void|voided|draft|kladde)$/i;

/** Reads one row below the header. `group` is the heading row above it in reports that print accounts as headings. */
export function readRow(
  cells: readonly string[],
  number: number,
  table: TableContext,
  group: GroupRow | null,
): RowOutcome {
  const filled = cells.filter((cell) => cell.trim() !== "");
  if (filled.length === 0) return { kind: "blank" };
  if (filled.some((cell) => cell.length > CELL_LENGTH_MAX)) {
    const message = `Row ${number}: a cell is longer than ${CELL_LENGTH_MAX} characters.`;
    return { kind: "error", reason: "cell_too_long", message };
  }
  const [first = ""] = filled;
  if (filled.length === 1) return TOTAL_ROW.test(first.trim()) ? { kind: "skipped" } : groupRow(first);
  const aligned = align(cells, table);
  if (aligned === null) {
    const message = `Row ${number} has ${cells.length} cells, the header has ${table.width}: which belongs where is unclear.`;
    return { kind: "error", reason: "cells_unclear", message };
  }
  return readAligned(aligned, number, table, group);
}

/** "2050 El" -> account 2050, "El"; any other heading is a name. */
function groupRow(text: string): GroupRow {
  const numbered = /^(\d{3,7})[\s:.-]+(\S.*)$/.exec(text.trim());
  return { kind: "group", account: numbered?.[1] ?? null, name: numbered?.[2] ?? text.trim() };
}

/** A row of several cells without date and money: an account as a heading, or a page footer. */
function headingReading(texts: readonly string[]): RowOutcome {
  const [account = "", name] = texts;
  return /^\d{3,7}$/.test(account) && name !== undefined ? { kind: "group", account, name } : { kind: "skipped" };
}

interface Aligned {
  readonly cells: readonly string[];
  readonly merged: boolean;
}

/**
 * A row with more cells than the header has a delimiter inside an unquoted text. Its cells are joined again at the one
 * text column where date and money can then be read; when two ways give different money, nothing is guessed.
 */
function align(cells: readonly string[], table: TableContext): Aligned | null {
  const width = Math.max(table.width, 1);
  const excess = cells.slice(width);
  if (excess.every((cell) => cell.trim() === "")) return { cells: cells.slice(0, width), merged: false };
  const extra = excess.length;
  const candidates: readonly ColumnField[] = ["text", "supplier", "account_name"];
  const readable = candidates.flatMap((field) => {
    const index = table.columns.get(field)?.index;
    if (index === undefined) return [];
    const joined = cells.slice(index, index + extra + 1).join(table.source.delimiter ?? " ");
    const merged = [...cells.slice(0, index), joined, ...cells.slice(index + extra + 1)];
    const money = readMoney(merged, table);
    if (money === null || "reason" in money || dateOf(merged, table) === null) return [];
    return [{ cells: merged, amount: money.amount }];
  });
  const [best] = readable;
  if (best === undefined || readable.some((other) => other.amount !== best.amount)) return null;
  // A decimal comma that was split off an amount must not be taken for text.
  const amountIndex = table.columns.get("amount")?.index;
  if (
    table.source.delimiter === "," &&
    amountIndex !== undefined &&
    /^\d{2}$/.test(cells[amountIndex + 1]?.trim() ?? "")
  ) {
    return null;
  }
  return { cells: best.cells, merged: true };
}

function readAligned(aligned: Aligned, number: number, table: TableContext, group: GroupRow | null): RowOutcome {
  const { cells } = aligned;
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  const date = dateOf(cells, table);
  if (date === null && texts.some((text) => TOTAL_ROW.test(text))) return { kind: "skipped" };
  if (texts.some((text) => BALANCE_ROW.test(text)) || UNBOOKED.test(cellOf(cells, table, "status") ?? "")) {
    return { kind: "skipped" };
  }
  const amount = readMoney(cells, table);
  if (amount === null) {
    return date === null ? headingReading(texts) : unread(number, { reason: "no_amount", message: "no amount." });
  }
  if ("reason" in amount) return unread(number, amount);
  if (amount.amount === null && unitOf(cells, table) === null) {
    return unread(number, { reason: "no_unit", message: "no amount, and the quantity has no unit." });
  }
  if (date === null) return unread(number, noDate(cellOf(cells, table, "date") ?? rowPeriod(cells, table).unread));
  const line = lineOf(cells, { number, date, money: amount, table, group });
  return { kind: "line", line, is_merged: aligned.merged };
}

function unread(number: number, fault: RowFault): RowOutcome {
  return { kind: "error", ...fault, message: `Row ${number}: ${fault.message}` };
}

function noDate(text: string | null): RowFault {
  if (text === null || text === "") return { reason: "no_date", message: "no date." };
  const cell = cutText(text, ROW_ERROR_CELL_MAX);
  return { reason: "not_a_date", cell, message: `"${cell}" is not a date.` };
}

/** Shared by all lines of large tables. */
const NO_CODES: ParsedLine["classification_codes"] = [];

interface LineFacts {
  readonly number: number;
  readonly date: string;
  readonly money: Money;
  readonly table: TableContext;
  readonly group: GroupRow | null;
}

const LINE_KINDS: Readonly<Record<TableKind, ParsedLine["kind"]>> = {
  ledger: "ledger_row",
  bank: "bank_row",
  bills: "bill_row",
};

/** Columns that say what heading rows say in other reports. */
const ACCOUNT_FIELDS: readonly ColumnField[] = ["account", "account_name", "category"];

function lineOf(cells: readonly string[], { number, date, money: paid, table, group }: LineFacts): ParsedLine {
  const cell = (field: ColumnField): string | null => cellOf(cells, table, field);
  const supplier = supplierOf(cell("supplier"), cell("supplier_identifier"));
  const period = nearPeriod(rowPeriod(cells, table), date);
  const unit = paid.quantity === null ? null : unitOf(cells, table);
  const doubt = period.doubt ?? unitDoubt(unit);
  const isAccounted = ACCOUNT_FIELDS.some((field) => table.columns.has(field));
  const heading = isAccounted ? null : group;
  const accountName = cell("account_name") ?? cell("category") ?? heading?.name ?? null;
  return {
    number,
    kind: LINE_KINDS[table.kind],
    description: cell("text") ?? supplier?.name ?? accountName ?? "",
    quantity: paid.quantity,
    unit,
    amount: paid.amount,
    currency: paid.currency,
    tax_treatment: paid.tax_treatment,
    classification_codes: NO_CODES,
    gl_account: ledgerAccount(cell("account")) ?? heading?.account ?? null,
    gl_account_name: accountName,
    category: cell("category"),
    cost_centre: cell("cost_centre"),
    supplier,
    invoice_number: cell("invoice_number"),
    transaction_date: date,
    service_period_start: period.start,
    service_period_end: period.end,
    external_id: cell("entry_id") ?? cell("voucher"),
    ...(doubt === null ? {} : { doubt }),
  };
}

/** A period with why its row waits; absent: nothing speaks against it. */
type ReadPeriod = Pick<RowPeriod, "start" | "end"> & Pick<ParsedLine, "doubt">;

/**
 * The period of a row of `date`. A row is not booked on its own day where it states days that nobody understands, and on one day far from its
 * own not before somebody says so: goods would be counted there.
 */
function nearPeriod({ start, end, unread }: RowPeriod, date: string): ReadPeriod {
  if (unread !== null) {
    const detail = `"${cutText(unread, ROW_ERROR_CELL_MAX)}" is no period that is understood. State service_period.`;
    return { start, end, doubt: { code: "period_unclear", detail, is_category_open: false } };
  }
  if (start === null || start !== end || !isFarDelivery(start, date)) return { start, end };
  const detail =
    `The row of ${date} states ${start} alone as its period, more than a year apart: state the day as service_period, ` +
    "or accept the row as of its own date.";
  return { start: null, end: null, doubt: { detail, is_category_open: false } };
}

/** The unit that stands with the quantity, else that of the row, else the one that the heading of the quantity names. */
function unitOf(cells: readonly string[], table: TableContext): string | null {
  const own = unitInCell(cellOf(cells, table, "quantity") ?? "");
  return own ?? cellOf(cells, table, "unit") ?? table.columns.get("quantity")?.unit ?? null;
}

/** Longer numbers are the bank account that a statement belongs to. */
function ledgerAccount(account: string | null): string | null {
  return account === null || isBankAccount(account) ? null : account;
}

/** A column of account numbers ("Modtager" in bank exports) names nobody. */
function supplierOf(name: string | null, identifier: string | null): ParsedParty | null {
  const isNamed = name !== null && !/^[\d\s-]+$/.test(name);
  if (!isNamed) return null;
  return { name, country: null, identifier: identifier === null ? null : identifier.replaceAll(/[^\dA-Za-z]/g, "") };
}

/** Where no column holds the day, the last day of the row's period dates it. */
function dateOf(cells: readonly string[], table: TableContext): string | null {
  if (!table.columns.has("date")) return rowPeriod(cells, table).end;
  const text = cellOf(cells, table, "date");
  return text === null ? null : parseDate(text, table.formats.date_order);
}
