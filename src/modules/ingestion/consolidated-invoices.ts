import type { TenantTransaction } from "../../core/context.ts";
import { daysBetween, plusDays } from "../../core/days.ts";
import { type Decimal, decimal, decimalSum, decimalText } from "../../core/quantity.ts";
import { convert, parseUnit, type Unit } from "../../core/units.ts";
import {
  type NewActivity,
  ROW_KINDS,
  type SaidLine,
  selectQuantityRowsBetween,
  selectSaidLines,
} from "../activities/index.ts";
import { collectedReason, type OwnPurchase, recordsBilled } from "../purchases/index.ts";
import type { LineMatch } from "./line-match.ts";
import { foldedWords } from "./purchase.ts";

interface DocumentLines {
  readonly own: readonly OwnPurchase[];
  readonly activities: readonly NewActivity[];
}

/** Fuel, power and gas as cards for vehicles sell them. */
const UNITS = ["l", "kWh", "kg"] as const satisfies readonly Unit[];

/** A consolidated invoice bills at most what two months brought. */
const BILLED_DAYS = 62;
/** Transactions of the day on which it is written may be dated after it. */
const LATE_DAYS = 3;
/** Each printed quantity is rounded to hundredths. */
const ROUNDING = 0.01;

/** A quantity of a line, by one of the units. */
interface Quantity {
  readonly document_id: string;
  readonly dated: string;
  readonly unit: (typeof UNITS)[number];
  readonly value: Decimal;
  /** Position among the document's own activities; -1: it is a known one. */
  readonly line: number;
}

/**
 * Of each document, the lines that repeat what another one tells in another way: a card's company sends a list of single transactions,
 * and a consolidated invoice of their sums. Quantities tell it, because a list may state other prices; whether they are the same
 * purchases a person says. Two statements, and one for the lines found, where an invoice or a table states such quantities; else none.
 */
export async function consolidatedLines(
  tx: TenantTransaction,
  documents: readonly DocumentLines[],
): Promise<Map<number, LineMatch>[]> {
  const asking = documents.flatMap(({ own, activities }, index) => {
    const quantities = activities.flatMap((activity, line) => quantityOf(activity, line) ?? []);
    const isInvoice = own[0]?.source === "invoice";
    const isTable = activities.some(({ line_kind }) => ROW_KINDS.includes(line_kind));
    return quantities.length === 0 || !(isInvoice || isTable)
      ? []
      : [
          {
            index,
            quantities,
            isInvoice,
            lead: leadOf(activities),
            words: wordsOf(activities),
            ...daysOf(quantities, isInvoice),
          },
        ];
  });
  const matches = documents.map(() => new Map<number, LineMatch>());
  if (asking.length === 0) return matches;
  const billing = asking.filter(({ isInvoice }) => isInvoice);
  const [records, listed] = await Promise.all([
    recordsBilled(
      tx,
      asking.map(({ isInvoice, lead, words, from, to }) => {
        return { source: isInvoice ? ("ledger" as const) : ("invoice" as const), lead, words: [...words], from, to };
      }),
    ),
    // Rows without an amount are no purchases, and bill nothing themselves.
    billing.length === 0 ? [] : selectQuantityRowsBetween(tx, billing),
  ]);
  const listedBy = new Map(billing.map(({ index }, at) => [index, listed[at] ?? []]));
  const ids = new Set(records.flat().flatMap(({ activity_ids }) => activity_ids));
  const said = await selectSaidLines(tx, [...ids]);
  for (const [at, { index, quantities, words, isInvoice }] of asking.entries()) {
    const lines = [
      ...(records[at] ?? []).flatMap(({ activity_ids }) => activity_ids.flatMap((id) => said.get(id) ?? [])),
      ...(listedBy.get(index) ?? []).filter((row) => shareWord(words, row.description)),
    ];
    const known = lines.flatMap((line) => (line.status === "excluded" ? [] : (measured(line, -1) ?? [])));
    const found = isInvoice ? listedLines(quantities, known) : invoicedRows(quantities, known);
    for (const [line, match] of found) matches[index]?.set(line, match);
  }
  return matches;
}

/** Who sold it by the first word of the name; a table of a card may name nobody but what was bought. */
function leadOf(activities: readonly NewActivity[]): string | null {
  const first = activities.find(({ supplier_name }) => supplier_name !== null)?.supplier_name ?? null;
  return first === null ? null : (foldedWords(first).split(" ")[0] ?? null);
}

function daysOf(quantities: readonly Quantity[], isInvoice: boolean): { readonly from: string; readonly to: string } {
  const days = quantities.map(({ dated }) => dated).toSorted((left, right) => (left < right ? -1 : 1));
  const [first = "", last = first] = [days[0], days.at(-1)];
  return isInvoice
    ? { from: plusDays(first, -BILLED_DAYS), to: plusDays(last, LATE_DAYS) }
    : { from: plusDays(first, -LATE_DAYS), to: plusDays(last, BILLED_DAYS) };
}

function wordsOf(activities: readonly NewActivity[]): Set<string> {
  return new Set(activities.slice(0, 200).flatMap(({ description }) => foldedWords(description).split(" ")));
}

function shareWord(words: ReadonlySet<string>, description: string): boolean {
  return foldedWords(description)
    .split(" ")
    .some((word) => words.has(word));
}

function quantityOf(activity: NewActivity, line: number): Quantity | null {
  const { split, transaction_date } = activity;
  if (split.decision.status !== "classified") return null;
  return measured({ document_id: "", transaction_date, quantity: split.quantity, unit: split.unit }, line);
}

function measured(
  {
    document_id,
    transaction_date,
    quantity,
    unit,
  }: Pick<SaidLine, "document_id" | "transaction_date" | "quantity" | "unit">,
  line: number,
): Quantity | null {
  const own = parseUnit(unit ?? "");
  if (quantity === null || own === null || !decimal(quantity).gt(0)) return null;
  for (const of of UNITS) {
    const value = convert(quantity, own, of);
    if (value !== null)
      return { document_id, dated: transaction_date.slice(0, 10), unit: of, value: decimal(value), line };
  }
  return null;
}

/** Lines of an invoice of which a known table lists the transactions. */
function listedLines(own: readonly Quantity[], known: readonly Quantity[]): [number, LineMatch][] {
  const billed_on = own[0]?.dated ?? "";
  return UNITS.flatMap((unit) => {
    const lines = own.filter((one) => one.unit === unit);
    if (lines.length === 0) return [];
    const match = [...byDocument(known.filter((one) => one.unit === unit))].flatMap(([document_id, rows]) => {
      const billed = rowsBilled(rows, lines, billed_on);
      return billed === null ? [] : [{ document_id, rows: billed }];
    })[0];
    if (match === undefined) return [];
    const reviewReason = collectedReason("ledger", { ...match, ...sumOf(match.rows, unit), rows: match.rows.length });
    return lines.map(({ line }): [number, LineMatch] => [line, { kind: "possible_duplicate", reviewReason }]);
  });
}

/** Rows of a table that a known invoice bills. */
function invoicedRows(own: readonly Quantity[], known: readonly Quantity[]): [number, LineMatch][] {
  return UNITS.flatMap((unit) => {
    const rows = own.filter((one) => one.unit === unit);
    return [...byDocument(known.filter((one) => one.unit === unit))].flatMap(([document_id, lines]) => {
      const billed = rowsBilled(rows, lines, lines[0]?.dated ?? "");
      if (billed === null) return [];
      const reviewReason = collectedReason("invoice", { document_id, ...sumOf(lines, unit), rows: billed.length });
      return billed.map(({ line }): [number, LineMatch] => [line, { kind: "possible_duplicate", reviewReason }]);
    });
  });
}

/** The rows that together are what the invoice's lines bill: those of its month, of the month before, or of the time before it; null: none. */
function rowsBilled(rows: readonly Quantity[], lines: readonly Quantity[], billed_on: string): Quantity[] | null {
  const month = billed_on.slice(0, 7);
  const before = plusDays(`${month}-01`, -1).slice(0, 7);
  const near = rows.filter(({ dated }) => {
    const days = daysBetween(dated, billed_on);
    return days >= -LATE_DAYS && days <= BILLED_DAYS;
  });
  const spans = [
    near.filter(({ dated }) => dated.startsWith(month)),
    near.filter(({ dated }) => dated.startsWith(before)),
    near.filter(({ dated }) => daysBetween(dated, billed_on) <= 31),
    near,
  ];
  const billed = decimalSum(lines.map(({ value }) => value));
  return spans.find((span) => span.length > 0 && isSum(span, billed)) ?? null;
}

function isSum(rows: readonly Quantity[], billed: Decimal): boolean {
  const sum = decimalSum(rows.map(({ value }) => value));
  return sum
    .minus(billed)
    .abs()
    .lte(ROUNDING * (rows.length + 1));
}

function sumOf(quantities: readonly Quantity[], unit: string): { readonly quantity: string; readonly unit: string } {
  return { quantity: decimalText(decimalSum(quantities.map(({ value }) => value))), unit };
}

function byDocument(quantities: readonly Quantity[]): Map<string, Quantity[]> {
  const documents = new Map<string, Quantity[]>();
  for (const one of quantities) {
    const of = documents.get(one.document_id);
    if (of === undefined) documents.set(one.document_id, [one]);
    else of.push(one);
  }
  return documents;
}
