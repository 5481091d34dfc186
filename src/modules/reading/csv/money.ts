import { decimal, decimalText } from "../../../core/quantity.ts";
import type { ParsedLine, RowFault } from "../parsed-document.ts";
import { type DateOrder, type DecimalMark, detectDateOrder, detectDecimalMark, parseAmount } from "../amounts.ts";
import { currencyInCell, numberInCell } from "./cell-suffix.ts";
import { isTableMarkOpen, markShownElsewhere, moneyMark } from "../open-marks.ts";
import type { AmountSigns, ColumnMapping } from "./column-mapping.ts";
import type { ColumnField, ColumnMap } from "./columns.ts";
import { notANumber } from "./not-a-number.ts";
import type { OwnVat } from "./vat-column.ts";

export type TableKind = "ledger" | "bank" | "bills";

/** What a table is read with besides its bytes. */
export interface TableOptions {
  /** What the company has said of its sources, the newest first; none unless given. */
  readonly mappings?: readonly ColumnMapping[];
  /** By which the figures tell whether amounts include VAT; unless given, they do not. */
  readonly own_vat?: OwnVat;
}

/** How the records were read. */
export interface TableSource {
  readonly mappings: readonly ColumnMapping[];
  readonly own_vat: OwnVat | null;
  /** "csv", "xlsx": first part of the document's format. */
  readonly container: string;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  /** Decides numbers that no cell of their column disambiguates. */
  readonly decimal_mark: DecimalMark;
}

/** What all rows of one table share. */
export interface TableContext {
  readonly columns: ColumnMap;
  readonly formats: CellFormats;
  readonly kind: TableKind;
  /** How the company says that its source writes costs; null: it has not. */
  readonly amounts: AmountSigns | null;
  /** Whether the figures tell that amounts of which no heading does so include the VAT beside them. */
  readonly includes_vat: boolean;
  /** Number of columns of the header. */
  readonly width: number;
  readonly source: TableSource;
}

/** How the cells of each column are written; decided per column. */
export interface CellFormats {
  readonly marks: ReadonlyMap<ColumnField, DecimalMark>;
  /** Whether numbers may be thousands or decimals, and nothing in the table says which. */
  readonly is_mark_open: boolean;
  readonly date_order: DateOrder;
  /** Of the first and the last days of periods together, which may be written otherwise than the column of dates. */
  readonly period_order: DateOrder;
  /** Cells of the amount column that are numbers, and those below zero. */
  readonly amounts: number;
  readonly negative_amounts: number;
  /** The same of the column that money is read from, where it stands in one column. */
  readonly money: { readonly count: number; readonly negative: number };
}

const NUMBER_FIELDS: readonly ColumnField[] = [
  "amount",
  "amount_excl_vat",
  "amount_incl_vat",
  "foreign_amount",
  "debit",
  "credit",
  "vat_amount",
  "quantity",
  "unit_amount",
];

/** Decides decimal marks and the order of dates; the mark of the source is for columns that show neither. */
export function detectFormats(
  rows: readonly (readonly string[])[],
  columns: ColumnMap,
  source: Pick<TableSource, "decimal_mark" | "delimiter">,
): CellFormats {
  const cellsOf = (field: ColumnField): string[] => {
    const index = columns.get(field)?.index;
    if (index === undefined) return [];
    return rows.map((cells) => (field === "quantity" ? numberInCell(cells[index] ?? "") : (cells[index] ?? "")));
  };
  const prices = cellsOf("unit_amount");
  const money = NUMBER_FIELDS.filter((field) => field !== "quantity" && field !== "unit_amount").flatMap(cellsOf);
  const stated = [...columns.values()].find(({ mark }) => mark !== undefined)?.mark;
  const quantities = cellsOf("quantity");
  // Cells of a workbook are numbers already: 12.345 in one is no text in which a point may group thousands.
  const isAsPrinted = stated === undefined && source.delimiter !== null;
  const isOpen = stated === undefined && isTableMarkOpen({ money, prices, quantities }, source);
  const elsewhere = isOpen ? markShownElsewhere(rows, new Set([...columns.values()].map(({ index }) => index))) : null;
  const fallback = elsewhere ?? source.decimal_mark;
  const { mark: tableMark, is_open } = isAsPrinted
    ? moneyMark({ money, prices }, fallback)
    : { mark: detectDecimalMark([...money, ...prices], stated ?? fallback), is_open: false };
  const markOf = (field: ColumnField) => detectDecimalMark(cellsOf(field), columns.get(field)?.mark ?? tableMark);
  const marks = new Map(NUMBER_FIELDS.map((field) => [field, markOf(field)]));
  const counted = (field: ColumnField): CellFormats["money"] => {
    const amounts = cellsOf(field)
      .map((cell) => parseAmount(cell, marks.get(field) ?? tableMark))
      .filter((amount) => amount !== null);
    return { count: amounts.length, negative: amounts.filter((amount) => amount.startsWith("-")).length };
  };
  const { count: amounts, negative: negative_amounts } = counted("amount");
  const date_order = detectDateOrder(cellsOf("date"));
  return {
    marks,
    is_mark_open: is_open || (isOpen && elsewhere === null),
    date_order,
    period_order: detectDateOrder([...cellsOf("period_start"), ...cellsOf("period_end")], date_order),
    amounts,
    negative_amounts,
    money: counted(moneyField(columns) ?? "amount"),
  };
}

/** The column that money is read from first, where it stands in one column; null: in none. */
export function moneyField(columns: ColumnMap): ColumnField | null {
  const fields = ["amount_excl_vat", "amount", "amount_incl_vat", "foreign_amount"] as const;
  return fields.find((field) => columns.has(field)) ?? null;
}

export interface Money {
  /** Money spent, decimal text: outflows and debits positive. Null: the row states a quantity only. */
  readonly amount: string | null;
  readonly tax_treatment: ParsedLine["tax_treatment"];
  readonly currency: string | null;
  readonly quantity: string | null;
}

/**
 * The money or quantity of a row, costs positive; null when it has neither; a fault when a cell is not a number. Where the
 * source writes costs below zero, what it writes above is a refund, and a quantity goes the way of its money.
 */
export function readMoney(cells: readonly string[], table: TableContext): Money | RowFault | null {
  const money = printedMoney(cells, table);
  if (table.amounts !== "costs_negative" || money === null || "reason" in money) return money;
  const { amount, quantity } = money;
  if (amount === null || quantity === null || decimal(amount).eq(0)) return money;
  const size = decimal(quantity).abs();
  return { ...money, quantity: decimalText(decimal(amount).lt(0) ? size.neg() : size) };
}

function printedMoney(cells: readonly string[], table: TableContext): Money | RowFault | null {
  const numbers = new Map<ColumnField, string>();
  for (const field of NUMBER_FIELDS) {
    const text = cellOf(cells, table, field);
    if (text === null) continue;
    const printed = field === "quantity" ? numberInCell(text) : text;
    const value = parseAmount(printed, table.formats.marks.get(field) ?? table.source.decimal_mark);
    if (value !== null) numbers.set(field, value);
    else if (field !== "vat_amount" && field !== "quantity") return notANumber(text);
  }
  const quantity = numbers.get("quantity") ?? null;
  const base = { quantity, currency: currencyOf(cells, table, "amount") };
  const untaxed = table.kind === "bank" ? "incl_vat" : "excl_vat";
  const excluding = numbers.get("amount_excl_vat");
  if (excluding !== undefined) {
    return {
      ...base,
      amount: turned(excluding, table),
      tax_treatment: "excl_vat",
      currency: currencyOf(cells, table, "amount_excl_vat"),
    };
  }
  const unit = numbers.get("unit_amount");
  if (table.kind === "bills" && unit !== undefined && quantity !== null) {
    return { ...base, amount: decimalText(decimal(quantity).times(unit)), tax_treatment: "excl_vat" };
  }
  const foreign = numbers.get("foreign_amount");
  if (foreign !== undefined && (numbers.get("amount") === undefined || base.currency === null)) {
    const currency = currencyOf(cells, table, "foreign_amount");
    return { ...base, amount: turned(foreign, table), tax_treatment: untaxed, currency };
  }
  const stated = numbers.get("amount");
  const vat = numbers.get("vat_amount");
  if (stated !== undefined && table.includes_vat && vat !== undefined)
    return includingVat(spent(stated, table), vat, base);
  if (stated !== undefined) return { ...base, amount: spent(stated, table), tax_treatment: untaxed };
  const including = numbers.get("amount_incl_vat");
  if (including !== undefined) {
    const currency = currencyOf(cells, table, "amount_incl_vat");
    return includingVat(turned(including, table), vat, { ...base, currency });
  }
  const debit = numbers.get("debit");
  const credit = numbers.get("credit");
  if (debit === undefined && credit === undefined) {
    return quantity === null ? null : { ...base, amount: null, tax_treatment: "excl_vat" };
  }
  const side = debit === undefined ? "credit" : "debit";
  return {
    ...base,
    amount: debitLessCredit(debit ?? "0", credit ?? "0", table.kind),
    tax_treatment: untaxed,
    currency: currencyOf(cells, table, side),
  };
}

/** What stands in one column, as the company says that its source writes it. */
function turned(printed: string, { amounts }: TableContext): string {
  return amounts === "costs_negative" ? decimalText(decimal(printed).neg()) : printed;
}

/** A statement prints money that leaves the account with a minus, unless its company says otherwise. */
function spent(printed: string, table: TableContext): string {
  return table.kind === "bank" && table.amounts === null ? decimalText(decimal(printed).neg()) : turned(printed, table);
}

/** Some banks print outflows in a column of their own with a minus as well, some without. */
function debitLessCredit(debit: string, credit: string, kind: TableKind): string {
  const [out, back] = [decimal(debit), decimal(credit)];
  return decimalText(kind === "bank" ? out.abs().minus(back.abs()) : out.minus(back));
}

function includingVat(
  including: string,
  vat: string | undefined,
  base: Omit<Money, "amount" | "tax_treatment">,
): Money {
  if (vat === undefined) return { ...base, amount: including, tax_treatment: "incl_vat" };
  // Exports that write costs below zero write their VAT with a minus or without: it goes the way of its amount.
  const gross = decimal(including);
  const size = decimal(vat).abs();
  const net = gross.lt(0) ? gross.plus(size) : gross.minus(size);
  return { ...base, amount: decimalText(net), tax_treatment: "excl_vat" };
}

/**
 * The currency that stands with the amount of `field`, else that of its heading, else the row's currency column; where the table
 * has amounts in a foreign currency as well, that column speaks of those only.
 */
function currencyOf(cells: readonly string[], table: TableContext, field: ColumnField): string | null {
  const named = currencyInCell(cellOf(cells, table, field) ?? "") ?? table.columns.get(field)?.currency ?? null;
  if (named !== null) return named;
  if (field !== "foreign_amount" && table.columns.has("foreign_amount")) return null;
  const code = cellOf(cells, table, "currency")?.toUpperCase() ?? "";
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** The trimmed text of a field in a row; null when the table has no such column or the cell is empty. */
export function cellOf(cells: readonly string[], table: TableContext, field: ColumnField): string | null {
  const index = table.columns.get(field)?.index;
  const text = index === undefined ? "" : (cells[index] ?? "").trim();
  return text === "" ? null : text;
}
