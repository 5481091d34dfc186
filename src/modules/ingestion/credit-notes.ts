import { numberKey } from "../../core/invoice-number.ts";
import { decimal } from "../../core/quantity.ts";
import {
  type CountedLine,
  type CreditPart,
  creditedCategory,
  creditShares,
  creditStep,
  type NewActivity,
  otherCurrencyReason,
  otherCurrencyStep,
  referenceStep,
  readAs,
  unnamedStep,
} from "../activities/index.ts";
import { type Decision, PENDING_KEY } from "../categorization/index.ts";
import {
  type ConversionStep,
  isSoldWaste,
  takenPeriodSteps,
  type ReviewReason,
  tablesCountedBy,
} from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { asBooked, creditingLine, type CreditNoteTables, isPriceOfMeasured } from "./crediting-line.ts";
import type { ActivityDraft } from "./draft-activities.ts";

/** How a line that takes something back is booked. */
export type CreditMatch =
  /** It is taken off where it was counted. */
  | { readonly kind: "credits"; readonly part: CreditPart; readonly category_key: string }
  /** It changes the price of what its invoice counts by quantity. */
  | { readonly kind: "price" }
  /** `awaits` are the invoices with which it is read anew; empty: a person decides about it. */
  | { readonly kind: "waits"; readonly reviewReason: ReviewReason; readonly awaits: readonly ConversionStep[] };

/** What a whole line takes back: of several places, a part of each. */
export type LineCredit =
  | Exclude<CreditMatch, { readonly kind: "credits" }>
  | { readonly kind: "credits"; readonly parts: readonly CreditPart[]; readonly category_key: string };

/** Whether a line takes back what nobody found. */
export function isUnmatched(matches: ReadonlyMap<number, CreditMatch> | undefined): boolean {
  return [...(matches?.values() ?? [])].some(({ kind }) => kind === "waits");
}

/**
 * What the lines of a credit note take back, by their position: what the named invoice counts in the line's category, or the
 * supplier's newest one that is large enough. Nothing is taken off twice, and what finds nothing waits. Pure.
 * @param lines of the supplier as they count now, newest first
 */
export function lineCredits(
  { document, activities, tables }: ReadNote,
  lines: readonly CountedLine[],
): Map<number, LineCredit> {
  const credits = new Map<number, LineCredit>();
  const taken: CountedLine[] = [];
  const names = document.references.flatMap(({ kind, number }) => (kind === "invoice" ? [number] : []));
  const invoices = { isNamed: isAmong(names), issue_date: document.issue_date };
  for (const [index, activity] of activities.entries()) {
    const { amount, split } = activity;
    const { status } = split.decision;
    if (status === "excluded" || (amount !== null && decimal(amount).gte(0))) continue;
    const { document_type } = document;
    if (isSoldWaste({ ...activity, document_type, category_key: split.decision.category_key })) continue;
    if (amount === null) {
      credits.set(index, { kind: "waits", reviewReason: UNMATCHED, awaits: names.map(referenceStep) });
      continue;
    }
    const category_key = creditedCategory(split.decision.category_key, lines, invoices.isNamed);
    const line = creditingLine(activity, { amount, category_key }, tables);
    const found = creditShares(line, [...lines, ...taken], invoices);
    const isPrice = found.kind === "unmatched" && isPriceOfMeasured(activity, category_key, tables);
    const shares = isPrice ? ({ kind: "price" } as const) : found;
    if (shares.kind === "credits") taken.push(...shares.parts.map((part) => asTaken(activity, part, category_key)));
    credits.set(index, lineCredit(shares, names, category_key));
  }
  return credits;
}

interface ReadNote {
  readonly document: ParsedDocument;
  readonly activities: readonly NewActivity[];
  readonly tables: CreditNoteTables;
}

/** Null: it names no invoice. */
function isAmong(names: readonly string[]): ((number: string | null) => boolean) | null {
  const named = new Set(names.flatMap((number) => numberKey(number) ?? []));
  return named.size === 0 ? null : (number) => named.has(numberKey(number) ?? "");
}

function lineCredit(
  shares: ReturnType<typeof creditShares>,
  names: readonly string[],
  category_key: string,
): LineCredit {
  if (shares.kind === "credits") return { ...shares, category_key };
  if (shares.kind === "price") return shares;
  if (shares.kind === "other_currency") {
    const { currencies } = shares;
    const awaits = names.map((number) => otherCurrencyStep(number, currencies.invoice));
    return { kind: "waits", reviewReason: otherCurrencyReason(currencies), awaits };
  }
  if (shares.kind === "unmatched") return { kind: "waits", reviewReason: UNMATCHED, awaits: awaited(names) };
  return { kind: "waits", reviewReason: MONEY_ONLY, awaits: [] };
}

/** What a line before it in the same credit note takes off. */
function asTaken(activity: NewActivity, part: CreditPart, category_key: string): CountedLine {
  const { description, invoice_number, currency, unit, supplier_name, supplier_identifier, split } = activity;
  const { amount, quantity, transaction_date, service_period, department_id, document_id } = part;
  return {
    id: "",
    split_id: "",
    status: "classified",
    counted_as: null,
    is_over_days: null,
    document_id: "",
    document_type: "credit_note",
    description,
    invoice_number,
    supplier_name,
    supplier_identifier,
    transaction_date,
    service_period_start: service_period?.start ?? null,
    service_period_end: service_period?.end ?? null,
    ruled_period: null,
    stated: null,
    amount,
    currency,
    quantity,
    unit,
    split_quantity: quantity,
    split_unit: part.unit,
    conversion: takenPeriodSteps(service_period),
    allocated_amount: amount,
    allocated_currency: split.allocated_currency,
    category_key,
    department_id,
    takes_back: document_id,
  };
}

function awaited(names: readonly string[]): ConversionStep[] {
  return names.length === 0 ? [unnamedStep()] : names.map(referenceStep);
}

const MONEY_ONLY: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The credit note takes back money of what its invoice counts by quantity, and says neither how much of it nor that only the price " +
    "changes. State the quantity that is taken back, or leave the line out where it is none.",
};

const UNMATCHED: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The credit note takes back more than its invoice counts, or an invoice that is not here, or days on which none is counted. Accept the " +
    "line where what it takes back was counted, with its days, and leave it out otherwise.",
};

/**
 * A line that takes something back is read to the end in the category that is suggested for it: an invoice that counts in that category
 * confirms it, and without one the invoice is missing, whatever the line is. Orders of arrival would differ otherwise.
 */
export function asTakenBack(decision: Decision, credit: CreditMatch | undefined): Decision {
  const isSuggested = decision.status === "pending_review" && decision.category_key !== PENDING_KEY;
  return isSuggested && credit !== undefined && credit.kind !== "price"
    ? { ...decision, status: "classified" }
    : decision;
}

/** The tables by which the line counts: those of what it takes back. */
export function tablesOfCredit<Tables extends CreditNoteTables>(
  tables: Tables,
  credit: CreditMatch | undefined,
): Tables {
  return credit?.kind === "credits" ? tablesCountedBy(tables, credit.part.counted_by) : tables;
}

/** What the line is in the category in which it takes back. */
export function inCategoryOf(decision: Decision, credit: CreditMatch | undefined): Decision {
  return credit?.kind === "credits" ? { ...decision, category_key: credit.category_key } : decision;
}

/** Why the line waits; null: it does not for this. */
export function unmatched(credit: CreditMatch | undefined): ReviewReason | null {
  return credit?.kind === "waits" ? credit.reviewReason : null;
}

/** The line on the days on which what it takes back was counted, whatever days it states itself. */
export function credited(draft: ActivityDraft, credit: CreditMatch | undefined): ActivityDraft {
  if (credit?.kind !== "credits") return draft;
  const { open_period: _, ...stated } = draft;
  const { transaction_date, service_period } = credit.part;
  const line = {
    ...draft.line,
    service_period_start: service_period?.start ?? null,
    service_period_end: service_period?.end ?? null,
  };
  return { ...stated, line, transaction_date, service_period };
}

/**
 * And of the department that bears it, unless the credit note names one itself, by the factor that somebody chose for it; its lineage
 * names what it takes back, or the invoices that it waits for.
 */
export function takenBack(
  activity: NewActivity,
  credit: CreditMatch | undefined,
  tables: CreditNoteTables,
): NewActivity {
  if (credit?.kind === "waits" && credit.awaits.length > 0) {
    const conversion = [...activity.split.conversion, ...credit.awaits];
    return { ...activity, split: { ...activity.split, conversion } };
  }
  if (credit?.kind !== "credits") return activity;
  const { part } = credit;
  const placed = inDepartmentOf(activity, credit);
  const { split } = placed;
  const conversion = [...split.conversion, creditStep(part, split.allocated_currency)];
  return byItsFactor({ ...placed, split: { ...split, conversion } }, part, tables);
}

/** Read again where people chose its factor, and where its quantity counts nothing because what it takes back counts by money. */
function byItsFactor(activity: NewActivity, { choice, quantity }: CreditPart, tables: CreditNoteTables): NewActivity {
  const { split, result } = activity;
  const isMeasured = quantity === null && split.quantity !== null;
  const isOpen = result?.kind === "review" && !(isMeasured && result.reviewReason.code === "unit_mismatch");
  if (result === null || isOpen || (choice === null && !isMeasured)) return activity;
  const line = asBooked(activity, choice?.stated ?? null);
  const read = readAs(line, split.decision.category_key, { ...tables, country: tables.region }, choice?.rule);
  const stated = choice === null || Object.keys(choice.stated).length === 0 ? {} : { stated: choice.stated };
  return { ...activity, ...stated, split: { ...split, ...read.split }, result: read.result };
}

/** Of the department that bears what it takes back, unless the credit note names one itself. */
export function inDepartmentOf(activity: NewActivity, credit: CreditMatch | undefined): NewActivity {
  if (credit?.kind !== "credits" || activity.split.department_id !== null) return activity;
  return { ...activity, split: { ...activity.split, department_id: credit.part.department_id } };
}
