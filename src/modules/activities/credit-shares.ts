import { grouped } from "../../core/grouped.ts";
import { daysBetween } from "../../core/days.ts";
import { type Decimal, decimal, decimalSum } from "../../core/quantity.ts";
import type { CountedAs, CountedBy, StatedPeriod, UsePeriod } from "../emissions/index.ts";
import { bookedCurrency, bookedNet } from "./booked-money.ts";
import type { CountingLine } from "./counted-lines.ts";
import { choiceKey, choiceOf, countedAsOfAll, countedByOf, type FactorChoice } from "./credit-choice.ts";
import { usedOn } from "./credited-days.ts";
import { dayOf, periodCounted, placeKey } from "./credited-place.ts";
import type { Currencies } from "./other-currency.ts";
import { portions } from "./portions.ts";
import { saysPriceChange } from "../reading/index.ts";
import type { CreditableLine } from "./store-credited.ts";

/** A line that counts, which a credit note may take back. */
export type CountedLine = CreditableLine & CountingLine;

/** What a line of a credit note takes back, signed as booked: below zero. */
export interface CreditingLine {
  readonly description: string;
  readonly category_key: string;
  /** Excluding VAT where that is known, decimal text. */
  readonly amount: string;
  readonly currency: string | null;
  /** The days that it states itself; null: none. */
  readonly days: UsePeriod | null;
  /** In `unit`; null: it states none that counts. */
  readonly quantity: string | null;
  readonly unit: string | null;
  /** The same where what it takes back counts by something else of the company's than what is in force. */
  readonly asCounted: (counted_as: CountedAs | null) => Measured;
}

/** A quantity that counts, signed as booked; null: there is none. */
export interface Measured {
  readonly quantity: string | null;
  readonly unit: string | null;
}

/** Which invoices a credit note can be about. */
export interface CreditedInvoices {
  /** Whether it names the number; null: it names no invoice. */
  readonly isNamed: ((invoice_number: string | null) => boolean) | null;
  /** ISO date of the credit note; null: it states none. */
  readonly issue_date: string | null;
}

/** A part of a line that takes back what was counted on the same days for the same department, by the same factor. */
export interface CreditPart extends Measured {
  readonly amount: string;
  /** ISO date. */
  readonly transaction_date: string;
  readonly service_period: StatedPeriod | null;
  readonly department_id: string | null;
  /** The document that counted it. */
  readonly document_id: string;
  /** Of what is taken back; null: nobody said anything of it. */
  readonly choice: FactorChoice | null;
  /** By what it counts in its category; null: by what is in force. */
  readonly counted_by: CountedBy | null;
}

export type CreditShares =
  | { readonly kind: "credits"; readonly parts: readonly CreditPart[] }
  /** The price of what is counted by quantity is lowered. */
  | { readonly kind: "price" }
  /** Money is taken back of what is counted by quantity, and nothing says that only the price changes. */
  | { readonly kind: "money_only" }
  /** The invoice that it names counts it in another currency, and no quantity tells how much of that it takes back. */
  | { readonly kind: "other_currency"; readonly currencies: Currencies }
  | { readonly kind: "unmatched" };

/** A credit note that names no invoice is taken for one of the invoices of about a year before it. */
const UNNAMED_DAYS = 400;

/**
 * What a line takes back, by the days and departments in which that is counted now: of the invoice that its credit note names, or without
 * a name the one of the days that it states, else the newest, of which so much is left, the lines with its very words, or else all of its category, in proportion to what is left of
 * each. Never more than is left. In another currency than the invoice that is named it takes back a quantity alone. Pure.
 * @param lines of the supplier, newest first; those of credit notes that were booked before are taken off
 */
export function creditShares(
  read: CreditingLine,
  lines: readonly CountedLine[],
  invoices: CreditedInvoices,
): CreditShares {
  const ofCategory = lines.filter((one) => one.category_key === read.category_key);
  const line = isPriceOf(read, ofCategory) ? withoutQuantity(read) : read;
  const fitting = ofCategory.filter((one) => isComparable(one, line, invoices));
  const possible = fitting.filter((one) => isMeant(one, invoices));
  const meant = invoices.isNamed === null ? usedOn(possible, line.days) : possible;
  for (const document_id of new Set(meant.map((one) => one.document_id))) {
    const counted = meant.filter((one) => one.document_id === document_id);
    const isWhole = possible.every((one) => one.document_id !== document_id || counted.includes(one));
    const credits = fitting.filter(
      (one) => isCreditOf(one, document_id, counted) && (isWhole || isAmong(one, counted)),
    );
    const named = counted.filter((one) => isInWordsOf(one, line));
    const measured = { ...line, ...line.asCounted(countedAsOfAll(named.length === 0 ? counted : named)) };
    if (!counted.every((one) => isComparable(one, measured, invoices))) return inOtherCurrency(line, counted);
    if (!isLeft(measured, [...counted, ...credits])) continue;
    return sharesOf(measured, counted, credits);
  }
  if (meant.length === 0 && invoices.isNamed !== null) {
    return inOtherCurrency(
      line,
      ofCategory.filter((one) => isMeant(one, invoices)),
    );
  }
  // More than one of them costs may have been lowered by as much: of all of them the quantity counts.
  return isPrice(line) && meant.length > 0 && meant.every(isMeasured) ? { kind: "price" } : { kind: "unmatched" };
}

/** Whether only a price is taken back, by its words; what was sold in these very words is taken back itself. */
function isPriceOf(line: CreditingLine, counted: readonly CountedLine[]): boolean {
  return saysPriceChange(line.description) && !counted.some((one) => isMeasured(one) && isInWordsOf(one, line));
}

/** The quantity on which a price is lowered was used all the same. */
function withoutQuantity(line: CreditingLine): CreditingLine {
  const none = { quantity: null, unit: null };
  return { ...line, ...none, asCounted: () => none };
}

function isPrice({ quantity, description }: CreditingLine): boolean {
  return quantity === null && saysPriceChange(description);
}

/** What the named invoice counts can be compared in the same currency, or in the same unit. */
function isComparable(
  one: CountedLine,
  { currency, quantity, unit }: CreditingLine,
  { isNamed }: CreditedInvoices,
): boolean {
  if (bookedCurrency(one) === currency) return true;
  return isNamed !== null && quantity !== null && one.split_quantity !== null && one.split_unit === unit;
}

function inOtherCurrency(line: CreditingLine, meant: readonly CountedLine[]): CreditShares {
  const invoice = meant.map(bookedCurrency).find((currency) => currency !== line.currency) ?? null;
  if (invoice === null || line.currency === null) return { kind: "unmatched" };
  if (isPrice(line) && meant.every(isMeasured)) return { kind: "price" };
  return { kind: "other_currency", currencies: { note: line.currency, invoice } };
}

/**
 * The same for a line that has waited and names no invoice: what it takes back of the only invoice that it can be about. Of several
 * nobody knows which, because they came after it. Pure.
 */
export function onlyCreditShares(line: CreditingLine, lines: readonly CountedLine[], issue_date: string): CreditShares {
  const invoices = { isNamed: null, issue_date };
  const documents = new Set(lines.flatMap((one) => (isMeant(one, invoices) ? [one.document_id] : [])));
  const found = [...documents]
    .map((id) => lines.filter((one) => one.document_type !== "invoice" || one.document_id === id))
    .map((ofOne) => creditShares(line, ofOne, invoices))
    .filter(({ kind }) => kind !== "unmatched");
  const [only] = found;
  if (only === undefined) return { kind: "unmatched" };
  return found.length === 1 || found.every(({ kind }) => kind === "price") ? only : { kind: "unmatched" };
}

function isMeant(line: CountedLine, { isNamed, issue_date }: CreditedInvoices): boolean {
  if (line.document_type !== "invoice" || decimal(bookedNet(line)).lte(0)) return false;
  if (isNamed !== null) return isNamed(line.invoice_number);
  return issue_date !== null && daysBetween(dayOf(line), issue_date) <= UNNAMED_DAYS;
}

/** Readings from before the step existed are known by the day alone. */
function isCreditOf(line: CountedLine, document_id: string, counted: readonly CountedLine[]): boolean {
  if (line.document_type !== "credit_note") return false;
  if (line.takes_back !== null) return line.takes_back === document_id;
  return counted.some((one) => dayOf(one) === dayOf(line));
}

function sharesOf(line: CreditingLine, counted: readonly CountedLine[], credits: readonly CountedLine[]): CreditShares {
  const [measured, paid] = [counted.filter(isMeasured), counted.filter((one) => !isMeasured(one))];
  if (line.quantity === null && paid.length === 0) {
    return { kind: isPrice(line) ? "price" : "money_only" };
  }
  const sameUnit = measured.filter((one) => one.split_unit === line.unit);
  const ofMeasure = line.quantity === null ? paid : sameUnit.length === 0 ? counted : sameUnit;
  const words = ofMeasure.filter((one) => isInWordsOf(one, line));
  const choices = [
    {
      chosen: words,
      taken: credits.filter((credit) => isAmong(credit, words)),
    },
    { chosen: ofMeasure, taken: credits },
  ];
  const choice = choices.find(({ chosen, taken }) => chosen.length > 0 && isLeft(line, [...chosen, ...taken]));
  return choice === undefined ? { kind: "unmatched" } : { kind: "credits", parts: partsOf(line, choice) };
}

interface Choice {
  readonly chosen: readonly CountedLine[];
  readonly taken: readonly CountedLine[];
}

/** One part per days, department and factor; the parts add up to the line, exactly. */
function partsOf(line: CreditingLine, { chosen, taken }: Choice): CreditPart[] {
  const left = [...grouped(chosen, placeKey)].flatMap(([key, places]) => {
    const credits = taken.filter((credit) => placeKey(credit) === key);
    const [whole, rest] = [weightOf(line, places), weightOf(line, [...places, ...credits])];
    return [...grouped(places, partKey).values()].map((lines) => ({
      lines,
      weight: whole.gt(0) ? rest.times(weightOf(line, lines)).div(whole) : whole,
    }));
  });
  const some = left.filter(({ weight }) => weight.gt(0));
  const weights = some.map(({ weight }) => weight);
  const amounts = portions(line.amount, weights);
  // What counts by money is taken back by money, whatever quantity the credit note prints.
  const quantities = line.quantity === null || !chosen.some(isMeasured) ? [] : portions(line.quantity, weights);
  return some.flatMap(({ lines }, index) =>
    lines.slice(0, 1).map((one) => ({
      amount: amounts[index] ?? "0",
      quantity: quantities[index] ?? null,
      unit: quantities[index] === undefined ? null : line.unit,
      transaction_date: dayOf(one),
      service_period: periodCounted(one),
      department_id: one.department_id,
      document_id: one.document_id,
      choice: choiceOf(one),
      counted_by: countedByOf(one),
    })),
  );
}

/** What counts in the same place by another factor, or on one day of its period, is a part of its own. */
function partKey(line: CountedLine): string {
  return JSON.stringify([choiceKey(line), periodCounted(line)?.as_counted?.is_over_days]);
}

/** What is left of these lines, in the measure in which the line takes back. */
function weightOf({ quantity, unit }: CreditingLine, lines: readonly CountedLine[]): Decimal {
  const quantities = lines.flatMap((one) => (one.split_unit === unit ? (one.split_quantity ?? []) : []));
  return quantity === null || quantities.length === 0 ? decimalSum(lines.map(bookedNet)) : decimalSum(quantities);
}

/** A price may differ, so that money alone does not tell how much of a quantity is left. */
function isLeft({ amount, currency, quantity, unit }: CreditingLine, counted: readonly CountedLine[]): boolean {
  const paid = counted.filter((one) => bookedCurrency(one) === currency);
  const isPaidSo = paid.some(({ document_type }) => document_type === "invoice");
  if (isPaidSo && decimalSum(paid.map(bookedNet)).plus(amount).lt(0)) return false;
  const quantities = counted.flatMap((one) => (one.split_unit === unit ? (one.split_quantity ?? []) : []));
  return quantity === null || quantities.length === 0 || decimalSum(quantities).plus(quantity).gte(0);
}

/** Whether it takes back what counts where one of the lines does. */
function isAmong(credit: CountedLine, lines: readonly CountedLine[]): boolean {
  return lines.some((one) => placeKey(one) === placeKey(credit));
}

function isMeasured({ split_quantity }: CountedLine): boolean {
  return split_quantity !== null;
}

/** Whether two lines have the same words, in whatever case and blanks. */
export function isInWordsOf(one: Worded, line: Worded): boolean {
  return plain(one.description) === plain(line.description);
}

type Worded = Pick<CreditingLine, "description">;

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
