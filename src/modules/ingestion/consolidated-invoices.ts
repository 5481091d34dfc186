import type { TenantTransaction } from "../../core/context.ts";
import { plusDays } from "../../core/days.ts";
import { grouped } from "../../core/grouped.ts";
import { type Decimal, decimal, decimalSum, decimalText } from "../../core/quantity.ts";
import { convert, parseUnit, type Unit } from "../../core/units.ts";
import {
  type NewActivity,
  ROW_KINDS,
  type SaidLine,
  selectQuantityRowsBetween,
  selectSaidLines,
} from "../activities/index.ts";
import { collectedReason, type KnownPurchase, type OwnPurchase, recordsBilled } from "../purchases/index.ts";
import { BILLED_DAYS, type BilledQuantity, billings, LATE_DAYS } from "./billed-rows.ts";
import type { LineMatch } from "./line-match.ts";
import { foldedWords } from "./purchase.ts";

interface DocumentLines {
  readonly own: readonly OwnPurchase[];
  readonly activities: readonly NewActivity[];
}

/** Fuel, power and gas as cards for vehicles sell them. */
const UNITS = ["l", "kWh", "kg"] as const satisfies readonly Unit[];

/** Suppliers of one table whose invoices are looked for. */
const SUPPLIERS_MAX = 20;

/** A quantity of a line, by one of the units. */
interface Quantity extends BilledQuantity {
  readonly document_id: string;
  readonly unit: (typeof UNITS)[number];
  readonly value: Decimal;
  /** First word of the name of who sold it; null: the line names nobody. */
  readonly lead: string | null;
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
    // A document that only takes back bills nothing.
    const bills = quantities.some(({ compared }) => compared > 0);
    return !bills || !(isInvoice || isTable)
      ? []
      : [
          {
            index,
            quantities,
            isInvoice,
            leads: leadsOf(quantities),
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
      asking.map(({ isInvoice, leads, words, from, to }) => {
        return { source: isInvoice ? ("ledger" as const) : ("invoice" as const), leads, words: [...words], from, to };
      }),
    ),
    // Rows without an amount are no purchases, and bill nothing themselves.
    billing.length === 0 ? [] : selectQuantityRowsBetween(tx, billing),
  ]);
  const listedBy = new Map(billing.map(({ index }, at) => [index, listed[at] ?? []]));
  const ids = new Set(records.flat().flatMap(({ activity_ids }) => activity_ids));
  const said = await selectSaidLines(tx, [...ids]);
  for (const [at, { index, quantities, words, isInvoice }] of asking.entries()) {
    const listing = (listedBy.get(index) ?? []).filter((row) => shareWord(words, row.description));
    const known = [
      ...(records[at] ?? []).flatMap((record) => quantitiesOf(record, said)),
      ...listing.flatMap((row) => knownQuantity(row, leadOf(row.supplier_name)) ?? []),
    ];
    const found = isInvoice ? listedLines(quantities, known) : invoicedRows(quantities, known);
    for (const [line, match] of found) matches[index]?.set(line, match);
  }
  return matches;
}

/** Who sold it, by the first word of the name. */
function leadOf(supplier_name: string | null): string | null {
  return supplier_name === null ? null : (foldedWords(supplier_name).split(" ")[0] ?? null);
}

/** The suppliers that a document names, the first ones first; a table of a card may name nobody but what was bought. */
function leadsOf(quantities: readonly Quantity[]): string[] {
  return [...new Set(quantities.flatMap(({ lead }) => lead ?? []))].slice(0, SUPPLIERS_MAX);
}

/** What the lines of a known record state, as they are read now. */
function quantitiesOf({ activity_ids, name_key }: KnownPurchase, said: ReadonlyMap<string, SaidLine>): Quantity[] {
  return activity_ids.flatMap((id) => {
    const line = said.get(id);
    return line === undefined ? [] : (knownQuantity(line, leadOf(name_key)) ?? []);
  });
}

/** Null: it states no such quantity, or people left it out. */
function knownQuantity(line: KnownLine, lead: string | null): Quantity | null {
  return line.status === "excluded" ? null : measured(line, { line: -1, lead });
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
  const { split, transaction_date, description } = activity;
  if (split.decision.status !== "classified") return null;
  const { quantity, unit } = split;
  const lead = leadOf(activity.supplier_name);
  return measured({ document_id: "", transaction_date, description, quantity, unit }, { line, lead });
}

type MeasuredLine = Pick<SaidLine, "description" | "document_id" | "quantity" | "transaction_date" | "unit">;
type KnownLine = MeasuredLine & Pick<SaidLine, "status">;

function measured(
  { document_id, transaction_date, description, quantity, unit }: MeasuredLine,
  of: Pick<Quantity, "line" | "lead">,
): Quantity | null {
  const own = parseUnit(unit ?? "");
  // What is taken back, below zero, is part of what an invoice sums up.
  if (quantity === null || own === null || decimal(quantity).eq(0)) return null;
  for (const named of UNITS) {
    const value = convert(quantity, own, named);
    if (value === null) continue;
    const dated = transaction_date.slice(0, 10);
    const read = decimal(value);
    const words = foldedWords(description);
    return { ...of, document_id, dated, unit: named, value: read, compared: read.toNumber(), words };
  }
  return null;
}

/** Lines of an invoice of which a known table lists the transactions. */
function listedLines(own: readonly Quantity[], known: readonly Quantity[]): [number, LineMatch][] {
  return UNITS.flatMap((unit) => {
    const lines = own.filter((one) => one.unit === unit);
    if (lines.length === 0) return [];
    const found = [...byDocument(known.filter((one) => one.unit === unit))].flatMap(([document_id, rows]) =>
      billings(lines, rows).map((billing) => ({ document_id, ...billing })),
    );
    // Told last holds: the table that lists most of the lines, the first one of several.
    return found
      .toSorted((left, right) => right.lines.length - left.lines.length)
      .toReversed()
      .flatMap(({ document_id, lines: listed, rows }) => {
        const told = { document_id, ...sumOf(rows, unit), rows: rows.length };
        const reviewReason = collectedReason("ledger", told);
        return listed.map(({ line }): [number, LineMatch] => [line, { kind: "possible_duplicate", reviewReason }]);
      });
  });
}

/** Rows of a table that a known invoice bills: those of its supplier, and those that name none. */
function invoicedRows(own: readonly Quantity[], known: readonly Quantity[]): [number, LineMatch][] {
  return UNITS.flatMap((unit) => {
    const rows = own.filter((one) => one.unit === unit);
    return [...byDocument(known.filter((one) => one.unit === unit))].flatMap(([document_id, lines]) => {
      const lead = lines[0]?.lead ?? null;
      const ofSupplier = rows.filter((row) => row.lead === null || lead === null || row.lead === lead);
      return billings(lines, ofSupplier).flatMap((billing) => {
        const told = { document_id, ...sumOf(billing.lines, unit), rows: billing.rows.length };
        const reviewReason = collectedReason("invoice", told);
        return billing.rows.map(({ line }): [number, LineMatch] => [
          line,
          { kind: "possible_duplicate", reviewReason },
        ]);
      });
    });
  });
}

function sumOf(quantities: readonly Quantity[], unit: string): { readonly quantity: string; readonly unit: string } {
  return { quantity: decimalText(decimalSum(quantities.map(({ value }) => value))), unit };
}

function byDocument(quantities: readonly Quantity[]): Map<string, Quantity[]> {
  return grouped(quantities, ({ document_id }) => document_id);
}
