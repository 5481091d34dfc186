import { cutText } from "../../../core/cut-text.ts";
import { decimal } from "../../../core/quantity.ts";
import type { DecimalMark } from "../amounts.ts";
import { FileRefusal } from "../file-errors.ts";
import type { Row } from "../pdf/page-words.ts";
import { cellsByColumn, type Column, type TableHeading, tableHeadings } from "./columns.ts";
import { type ColumnKind, isCarryOver, totalKind } from "./labels.ts";
import { litresOfHeading } from "./litres.ts";
import { amountOf, amountsIn, type Notation, periodIn } from "./values.ts";

/** One line of a table as it is printed. */
export interface PrintedLine {
  readonly description: string;
  readonly item_number: string | null;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly unit_price: string | null;
  readonly amount: string;
  /** Whether the column says that the amount contains VAT; null: it says nothing. */
  readonly includes_vat: boolean | null;
  readonly period: { readonly start: string; readonly end: string } | null;
  readonly page: number;
}

/** What stands in the tables of an invoice, and what stands around them. */
export interface PrintedTable {
  /** Lines between two rows of totals, in order. */
  readonly segments: readonly (readonly PrintedLine[])[];
  /** Index of the first row of the first heading; the number of rows when there is no table. */
  readonly starts_at: number;
  /** Rows that are no lines. */
  readonly others: readonly Row[];
  /** Whether headings say what its columns hold. */
  readonly is_headed: boolean;
}

/** A further row of a description follows its line within this many letter sizes. */
const LEADING_SIZES = 2;
/** Lines of one printed invoice: 60 pages of some 80 rows. */
const LINES_MAX = 5000;

/** The segments of lines that a page is read into. */
export class LineSegments {
  readonly #segments: PrintedLine[][] = [[]];
  #count = 0;

  /** The one that is being filled. */
  get last(): PrintedLine[] {
    return this.#segments.at(-1) ?? [];
  }

  get isFirst(): boolean {
    return this.#segments.length === 1;
  }

  /** Lines so far, without segments that hold none. */
  get filled(): readonly (readonly PrintedLine[])[] {
    return this.#segments.filter((segment) => segment.length > 0);
  }

  /** @throws FileRefusal file.too_large: lines that were left out would make the rest seem complete */
  add(line: PrintedLine): void {
    this.#count += 1;
    if (this.#count > LINES_MAX) {
      throw new FileRefusal("file.too_large", `The pages hold more than ${LINES_MAX} lines.`);
    }
    this.last.push(line);
  }

  /** Begins a segment, unless the last one is still empty. */
  end(): void {
    if (this.last.length > 0) this.#segments.push([]);
  }
}

/** Reads the lines below each heading of a table, over all pages. */
export function readTable(rows: readonly Row[], notation: Notation): PrintedTable {
  const headings = tableHeadings(rows);
  const starts_at = headings[0]?.first ?? rows.length;
  const segments = new LineSegments();
  const others: Row[] = rows.slice(0, starts_at);
  for (const [index, heading] of headings.entries()) {
    const end = headings[index + 1]?.first ?? rows.length;
    const body = rows.slice(heading.last + 1, end);
    readBody(body, { heading, notation, segments, others, hasNextPage: index + 1 < headings.length });
  }
  return { segments: segments.filled, starts_at, others, is_headed: true };
}

interface TableBody {
  readonly heading: TableHeading;
  readonly notation: Notation;
  readonly segments: LineSegments;
  readonly others: Row[];
  readonly hasNextPage: boolean;
}

function readBody(body: readonly Row[], context: TableBody): void {
  const { heading, notation, segments, others } = context;
  let previous: Row | null = null;
  for (const [index, row] of body.entries()) {
    const parts = partsOf(row, heading.columns, notation);
    const text = row.cells[0]?.text ?? "";
    const isTotal = parts.quantity === null && parts.unit_price === null && isTotalRow(row, segments);
    const isCarried = parts.quantity === null && isCarryOver(text) && isAtEdge(index, body, context);
    const line = isTotal || isCarried ? null : lineOf(row, parts);
    if (line !== null) {
      segments.add(line);
      previous = row;
      continue;
    }
    const segment = segments.last;
    const last = segment.at(-1);
    if (previous !== null && last !== undefined && continues(row, previous, parts)) {
      segment[segment.length - 1] = extended(last, parts.description, notation);
      previous = row;
      continue;
    }
    others.push(row);
    previous = null;
    if (isTotal) segments.end();
  }
}

/** A charge such as freight is a line where it stands among the lines, and part of the totals below the first of them. */
function isTotalRow(row: Row, segments: LineSegments): boolean {
  const kind = totalKind(labelOf(row));
  const isAmongLines = segments.isFirst && segments.last.length > 0;
  return kind !== null && !(kind === "charge" && isAmongLines);
}

/** Sums are carried over at the top of a page or at its end. */
function isAtEdge(index: number, body: readonly Row[], { hasNextPage }: TableBody): boolean {
  const page = body[index]?.page ?? 0;
  const isFirst = index === 0 && page > 1;
  const rest = body.slice(index + 1).filter((row) => row.page === page);
  return isFirst || (hasNextPage && rest.every((row) => row.cells.length <= 2));
}

function labelOf(row: Row): string {
  return row.cells
    .filter((cell) => /\p{L}/u.test(cell.text))
    .map((cell) => cell.text)
    .join(" ");
}

interface Parts {
  readonly description: string;
  readonly item_number: string | null;
  readonly quantity: { readonly text: string; readonly unit: string | null } | null;
  readonly unit: string | null;
  readonly unit_price: string | null;
  readonly discount: string | null;
  readonly amount: string | null;
  readonly includes_vat: boolean | null;
  readonly period: PrintedLine["period"];
}

function partsOf(row: Row, columns: readonly Column[], { mark, order }: Notation): Parts {
  const cells = cellsByColumn(row, columns);
  const textOf = (kind: ColumnKind): string | null => {
    const columnCells = columns.filter((column) => column.kind === kind).flatMap((column) => cells.get(column) ?? []);
    return columnCells.length === 0 ? null : columnCells.map((cell) => cell.text).join(" ");
  };
  const lastAmount = (kind: ColumnKind): string | null => {
    const columnCells = columns.filter((column) => column.kind === kind).flatMap((column) => cells.get(column) ?? []);
    return columnCells.map((cell) => amountOf(cell.text, mark)).findLast((amount) => amount !== null) ?? null;
  };
  const net = lastAmount("amount");
  const gross = lastAmount("amount_incl_vat");
  const item = textOf("item_number");
  const price = textOf("unit_price");
  const description = textOf("description");
  const quantity = textOf("quantity");
  return {
    description: description ?? item ?? "",
    item_number: description === null || item === null || /^\d{1,3}[.)]?$/.test(item) ? null : item,
    quantity: quantity === null ? null : quantityOf(quantity, mark, columns),
    unit: textOf("unit"),
    unit_price: price === null ? null : (amountsIn(price, mark)[0] ?? amountOf(price, mark)),
    discount: textOf("discount"),
    amount: net ?? gross,
    includes_vat:
      net === null && gross !== null ? true : columns.some(({ kind }) => kind === "amount_incl_vat") ? false : null,
    period: row.cells.map((cell) => periodIn(cell.text, order)).find((period) => period !== null) ?? null,
  };
}

/** A sign of litres that was misread stands alone behind a number with decimals. */
const MISREAD_LITRE = /^(?<value>\d{1,5}[.,]\d{1,3}) [1I|]$/u;

/** "4.812", "4.812 kWh", "3 x", "41,20 1" (litres); without a unit of its own the one that the column's heading names. */
function quantityOf(printed: string, mark: DecimalMark, columns: readonly Column[]): Parts["quantity"] {
  const misread = MISREAD_LITRE.exec(printed.trim())?.groups?.["value"];
  const text = misread === undefined ? printed : `${misread} l`;
  const parts = /^([-−+]?[\d.,' ]*\d)\s*(?:[x×*]\s*)?(\p{L}[\p{L}\d()./³²-]{0,14}(?: \p{L}{1,10})?)?\.?$/u.exec(
    text.trim(),
  );
  const value = amountOf(parts?.[1] ?? "", mark);
  const ofHeading = columns.flatMap(({ kind, heading }) =>
    kind === "quantity" ? (litresOfHeading(heading) ?? []) : [],
  );
  return value === null ? null : { text: value, unit: parts?.[2] ?? ofHeading[0] ?? null };
}

function lineOf(row: Row, parts: Parts): PrintedLine | null {
  const { amount, quantity } = parts;
  if (amount === null) return null;
  const isNamed = /\p{L}{2}/u.test(parts.description);
  if (!isNamed) return null;
  return {
    description: parts.description,
    item_number: parts.item_number,
    quantity: quantity === null ? null : quantity.text,
    unit: parts.unit ?? quantity?.unit ?? null,
    unit_price: parts.unit_price,
    amount,
    includes_vat: parts.includes_vat,
    period: parts.period,
    page: row.page,
  };
}

function continues(row: Row, previous: Row, parts: Parts): boolean {
  const isText = parts.amount === null && parts.quantity === null && parts.unit_price === null;
  const distance = row.baseline - previous.baseline;
  const left = row.cells[0]?.left ?? 0;
  const isBelow = row.page === previous.page && distance <= LEADING_SIZES * Math.max(row.size, previous.size);
  return isText && isBelow && parts.description !== "" && left < (previous.cells.at(-1)?.left ?? 0);
}

function extended(line: PrintedLine, text: string, { order }: Notation): PrintedLine {
  const description = cutText(`${line.description} ${text}`, 2000);
  return { ...line, description, period: line.period ?? periodIn(text, order) };
}

/** Discounts, VAT and prices in a hundredth of the currency explain less than this factor; another notation does not. */
const MISREAD_FACTOR = 500;

/** Whether quantity and price of a line are so far from its amount that a separator of thousands was misread. */
export function isMisread({ quantity, unit_price, amount }: PrintedLine): boolean {
  if (quantity === null || unit_price === null) return false;
  const product = decimal(quantity).times(unit_price).abs();
  const money = decimal(amount).abs();
  if (product.eq(0) || money.eq(0)) return false;
  return product.gt(money.times(MISREAD_FACTOR)) || money.gt(product.times(MISREAD_FACTOR));
}
