import type { StatedFuelValue } from "../../core/fuel-value.ts";
import { gsrnsIn } from "../../core/gsrn.ts";
import type { OpenPeriod } from "../../core/open-period.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { periodOfSubscription, type StatedPeriod } from "../emissions/index.ts";
import {
  type Commodity,
  type CountedQuantity,
  type ParsedDocument,
  type ParsedLine,
  type ParsedParty,
  heatingYearIn,
  liesWithin,
  openWordsIn,
  periodInWords,
  plainYearIn,
  yearlessPeriodIn,
} from "../reading/index.ts";
import { ROW_KINDS } from "../activities/index.ts";
import { takesBack } from "./document-kind.ts";

/** One line of a document, signed as it must be booked, with the physical quantity that counts on it. */
export interface ActivityDraft {
  readonly line: ParsedLine;
  readonly supplier: ParsedParty | null;
  readonly invoice_number: string | null;
  readonly currency: string | null;
  /** ISO date. */
  readonly transaction_date: string;
  /** The days that the line is about, as it or its document states them; null: they are not known. */
  readonly service_period: StatedPeriod | null;
  /** Signed decimal text; tax treatment as on the line. */
  readonly amount: string | null;
  readonly commodity: Commodity | null;
  /** The quantity of a counted commodity on this line, in units of this service. */
  readonly counted: { readonly value: string; readonly unit: string } | null;
  /** Set on a line that repeats or surrounds a counted quantity: why its money is not converted as well. */
  readonly covered_reason: string | null;
  /** Whether its document calls itself a credit note; absent: no. */
  readonly is_of_credit_note?: boolean;
  /** Whether its bill has several meters and the line names none of them; absent: no. */
  readonly is_unidentified?: boolean;
  /** Whether it may repeat the quantity of other lines of its bill; absent: no. */
  readonly may_repeat?: boolean;
  /** Whether it gives back money of a supply that its bill charges, beside a quantity without a sign; absent: no. */
  readonly gives_back?: boolean;
  /** Whether its bill charges the transport or tax of electricity, no electricity, and does not say where; absent: no. */
  readonly is_charge_only?: boolean;
  /** Heating values, densities and factors that it, or else its document, states; absent: none, or the line measures nothing. */
  readonly fuel_values?: readonly StatedFuelValue[];
  /** What it, or else its document, names without its first and last day; absent: its days are stated, or nothing is named so. */
  readonly open_period?: OpenPeriod;
  /** What a person said of the line who entered it; null: it is categorised by what it says. */
  readonly chosen: { readonly category_key: string; readonly reason: string } | null;
}

/**
 * Turns a document's lines into activities: credit notes signed once, each commodity counted once, lines that repeat
 * its quantity marked as covered. A line without any date (its own or the document's) yields no draft.
 */
export function draftActivities(document: ParsedDocument): ActivityDraft[] {
  const negate = isNegated(document);
  const isCredit = takesBack(document);
  const counted = new Map<number, CountedQuantity>();
  const covered = new Map<number, CountedQuantity>();
  for (const quantity of document.quantities) {
    for (const number of quantity.covered) covered.set(number, quantity);
  }
  for (const quantity of document.quantities) {
    for (const number of quantity.lines) counted.set(number, quantity);
  }
  return document.lines.flatMap((line) => {
    const date = dateOf(line, document, counted.get(line.number));
    if (date === null) return [];
    const countedQuantity = counted.get(line.number);
    const without = document.quantities.find(({ unidentified }) => unidentified?.includes(line.number) === true);
    const repeated = document.quantities.find(({ doubtful }) => doubtful?.includes(line.number) === true);
    const back = document.quantities.find(({ taken_back }) => taken_back?.includes(line.number) === true);
    const named = countedQuantity ?? without ?? repeated ?? back;
    const days = daysOf(line, document, countedQuantity);
    const by = countedQuantity === undefined ? covered.get(line.number) : undefined;
    return [
      {
        line,
        supplier: line.supplier ?? document.supplier,
        invoice_number: line.invoice_number ?? invoiceNumber(document),
        currency: line.currency ?? document.currency,
        transaction_date: date,
        ...days,
        amount: line.amount === null ? null : signed(line.amount, negate),
        commodity: named?.commodity === "energy" ? null : (named?.commodity ?? null),
        counted: countedQuantity === undefined ? null : countedOn(line, countedQuantity, { negate, isCredit }),
        covered_reason: by === undefined ? null : coveredReason(by),
        ...(document.document_type === "credit_note" ? { is_of_credit_note: true } : {}),
        ...(without === undefined ? {} : { is_unidentified: true }),
        ...(repeated === undefined ? {} : { may_repeat: true }),
        ...(back === undefined || isCredit ? {} : { gives_back: true }),
        ...(isCredit || !isChargeOnly(line, document, countedQuantity) ? {} : { is_charge_only: true }),
        ...fuelValuesOf(line, document, countedQuantity),
        chosen: null,
      },
    ];
  });
}

/** What is transported or taxed, another supplier sells: where a metering point or a place is named, its bill is known as that of the same. */
function isChargeOnly(
  { number, description }: ParsedLine,
  { supplies = [] }: ParsedDocument,
  counted: CountedQuantity | undefined,
): boolean {
  if (counted?.grid_only !== true || counted.commodity !== "electricity" || counted.meter !== null) return false;
  const isNamed = supplies.some(({ meter, address, lines }) => {
    const isOfLine = lines === null || lines.length === 0 || lines.includes(number);
    return isOfLine && (meter !== null || address !== null);
  });
  return !isNamed && gsrnsIn(description).length === 0;
}

/**
 * What a line states stands before what its document states of the same units; a document's own values are about the lines
 * that measure something.
 */
function fuelValuesOf(
  line: ParsedLine,
  document: ParsedDocument,
  counted: CountedQuantity | undefined,
): Pick<ActivityDraft, "fuel_values"> {
  const own = line.fuel_values ?? [];
  const isMeasured = counted !== undefined || line.quantity !== null;
  const ofDocument = isMeasured ? (document.fuel_values ?? []) : [];
  const isSame = (one: StatedFuelValue, other: StatedFuelValue) =>
    one.from_unit === other.from_unit && dimension(one) === dimension(other);
  const fuel_values = [...own, ...ofDocument.filter((value) => !own.some((stated) => isSame(stated, value)))];
  return fuel_values.length === 0 ? {} : { fuel_values };
}

/** Energy, whether upper or lower: a line that states one of them leaves nothing for another of its document. */
function dimension({ to_unit }: StatedFuelValue): string {
  return to_unit?.startsWith("kWh") === true ? "kWh" : (to_unit ?? "");
}

/** Charges and allowances on the whole document follow its largest line. */
export function isAdjustment(draft: ActivityDraft): boolean {
  return draft.line.kind === "document_charge" || draft.line.kind === "document_allowance";
}

/** A row of books, of a bank or of a list of bills, which belongs to no bill of its own. */
export function isRow({ line: { kind } }: ActivityDraft): boolean {
  return ROW_KINDS.includes(kind);
}

/** A utility statement's consumption belongs to its parent invoice, so that the two can be matched in any order. */
function invoiceNumber(document: ParsedDocument): string | null {
  const parent = document.references.find((reference) => reference.kind === "parent_invoice");
  return parent?.number ?? document.invoice_number;
}

/** True when the printed amounts have the opposite sign of what must be booked (credit notes with positive amounts). */
function isNegated(document: ParsedDocument): boolean {
  const { total_excl_vat: printed, signed_total_excl_vat: booked } = document;
  const sign = printed === null || booked === null ? decimal(0) : decimal(printed).times(decimal(booked));
  if (!sign.eq(0)) return sign.lt(0);
  return document.document_type === "credit_note";
}

function signed(amount: string, negate: boolean): string {
  return decimalText(negate ? decimal(amount).neg() : decimal(amount));
}

/**
 * Consumption belongs to the period in which the energy was used, so its last day dates the activity; money lines are
 * dated by the document.
 */
function dateOf(line: ParsedLine, document: ParsedDocument, counted: CountedQuantity | undefined): string | null {
  if (line.kind === "consumption") {
    return line.service_period_end ?? counted?.period_end ?? line.transaction_date ?? document.issue_date;
  }
  return line.transaction_date ?? document.issue_date;
}

/**
 * The days of the line; where none are stated, those of a heating year of which the line says the first month, or of months without
 * a year, or else what it leaves open: such a year, months that are not one stretch, or a year by its number alone.
 */
function daysOf(
  line: ParsedLine,
  document: ParsedDocument,
  counted: CountedQuantity | undefined,
): Pick<ActivityDraft, "service_period" | "open_period"> {
  const stated = periodOfSubscription(periodOf(line, counted), line.description);
  if (stated !== null || line.kind === "bank_row") return { service_period: stated };
  const year = heatingYearIn([line.description]);
  const day = document.issue_date ?? line.transaction_date;
  const plain = day === null ? null : plainYearIn(line.description, day);
  const yearless = day === null ? null : yearlessPeriodIn(line.description, day);
  const period = year?.period ?? yearless?.period ?? null;
  const open = year?.open ?? openWordsIn(line.description) ?? plain ?? yearless?.open ?? document.open_period;
  return { service_period: period, ...(period !== null || open === undefined ? {} : { open_period: open }) };
}

/** As a field or column states it, else as the words of the line name it. What a bank prints is about the payment. */
function periodOf(line: ParsedLine, counted: CountedQuantity | undefined): StatedPeriod | null {
  const { service_period_start: start, service_period_end: end } = line;
  const named = line.kind === "bank_row" ? null : periodInWords(line.description);
  const whole = { start: counted?.period_start ?? null, end: counted?.period_end ?? null };
  const part = named !== null && liesWithin(named, whole) ? named : null;
  const stated = start !== null && end !== null ? { start, end } : (part ?? whole);
  if (stated.start === null || stated.end === null) return named;
  const isNamed = named?.start === stated.start && named.end === stated.end;
  return { ...(isNamed ? named : { start: stated.start, end: stated.end }), ...partsOf(counted) };
}

/** What the bill prints of the parts of the period, which count where they are of the line's own. */
function partsOf(counted: CountedQuantity | undefined): Pick<StatedPeriod, "parts"> {
  const { parts, unit = "" } = counted ?? {};
  return parts === undefined ? {} : { parts: parts.map((part) => ({ ...part, unit })) };
}

/**
 * The whole quantity when one line carries it, else this line's own share: the shares add up to the whole. What takes money back takes its
 * quantity back, where that is printed without a sign; waste for which somebody pays was handed over all the same.
 */
function countedOn(
  line: ParsedLine,
  counted: CountedQuantity,
  { negate, isCredit }: { readonly negate: boolean; readonly isCredit: boolean },
): { value: string; unit: string } {
  const isWhole = counted.lines.length === 1 || line.quantity === null;
  const share = isWhole ? counted.quantity : counted.line_quantities[counted.lines.indexOf(line.number)];
  const value = signed(share ?? line.quantity ?? counted.quantity, negate);
  const isMoneyBack = line.amount !== null && decimal(signed(line.amount, negate)).lt(0);
  const isBack = isMoneyBack && (isCredit || counted.commodity !== "waste");
  return { value: isBack && decimal(value).gt(0) ? signed(value, true) : value, unit: counted.unit };
}

function coveredReason(counted: CountedQuantity): string {
  if (counted.lines.length === 0) {
    return `${counted.commodity} is counted by the lines that wait for their metering point; this line is part of the same supply`;
  }
  const lines = counted.lines.join(", ");
  return `${counted.commodity} is counted once, by ${counted.quantity} ${counted.unit} on line ${lines}; this line is part of the same supply`;
}
