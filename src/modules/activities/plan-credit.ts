import { decimal } from "../../core/quantity.ts";
import { parseUnit } from "../../core/units.ts";
import type { Decision } from "../categorization/index.ts";
import {
  allocationOf,
  closedYearReason,
  type ConversionStep,
  countedAsKey,
  keptRule,
  NO_LINE_RULE,
  type ReviewReason,
  takenPeriodSteps,
  withoutTakenPeriod,
} from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { CreditPart } from "./credit-shares.ts";
import {
  creditStep,
  creditSteps,
  keptCountedBy,
  keptOverDays,
  otherCurrencyStep,
  withoutCredits,
} from "./credit-steps.ts";
import { furtherLine } from "./further-credit-line.ts";
import { type Currencies, otherCurrencyReason } from "./other-currency.ts";
import type { NewActivity } from "./ledger-batch.ts";
import { printedValue } from "./product-of-line.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import { departmentOf, type PlacedCredit, type PlacedNote } from "./placed-credit.ts";
import { asStated, type StatedFacts, withFacts } from "./stated-facts.ts";
import { PRICE_ONLY } from "./lowered-price.ts";
import type { CreditNoteRow } from "./store-credited.ts";
import { waitingForYears } from "./waiting-for-years.ts";
import { wholeCredit } from "./whole-credit.ts";
import type { LaterSplit } from "./write-later-split.ts";

export interface CreditTables {
  readonly tables: ReadingTables;
  readonly closed: readonly YearDays[];
}

/** An activity of a credit note that is read otherwise. */
export interface CreditChange {
  /** As it is now, in the department that it goes to. */
  readonly line: CreditNoteRow;
  readonly later: LaterSplit;
}

/** What becomes of a line of a credit note. */
export interface PlannedCredit {
  readonly changes: readonly CreditChange[];
  /** Activities that are added to it, with the activity of whose line they are; absent: none. */
  readonly further?: { readonly of: CreditNoteRow; readonly lines: readonly NewActivity[] };
}

/**
 * A line of a credit note where its parts say: its activities take a part each, further parts become activities of the same line, and
 * an activity for which no part is left counts nothing. What is booked so already stays as it is. Pure.
 */
export function placedCredit(placed: PlacedCredit, tables: CreditTables): PlannedCredit {
  const { activities, parts } = placed;
  const [first] = activities;
  if (first === undefined || (parts.length > 1 && wholeCredit(activities).currency === null)) return { changes: [] };
  const changes = activities.flatMap((activity, index) => {
    const part = parts[index];
    if (part === undefined) return [leftOut(activity, OF_ANOTHER_PART, tables)];
    return partChange(activity, { part, placed }, tables) ?? [];
  });
  const further = parts.slice(activities.length).map((part) => furtherLine(first, part, placed, tables.tables));
  if (further.length === 0) return { changes };
  return { changes, further: { of: first, lines: waitingForYears(further, tables.closed) } };
}

/** A line that changes the price of what is counted by quantity. Pure. */
export function priceCredit(activities: readonly CreditNoteRow[], tables: CreditTables): PlannedCredit {
  const counting = activities.filter(({ status }) => status !== "excluded");
  return { changes: counting.map((activity) => leftOut(activity, PRICE_ONLY, tables)) };
}

interface OpenCredit {
  readonly awaits: readonly ConversionStep[];
  readonly reviewReason: ReviewReason;
  /** In the reason of the reading. */
  readonly why: string;
}

/** A line that waits because the invoices that it names are in another currency. Pure. */
export function inOtherCurrency(
  activities: readonly CreditNoteRow[],
  { invoices, currencies }: { readonly invoices: readonly string[]; readonly currencies: Currencies },
  tables: CreditTables,
): PlannedCredit {
  const awaits = invoices.map((number) => otherCurrencyStep(number, currencies.invoice));
  const why = "the invoice that it takes back is in another currency";
  return openCredit(activities, { awaits, reviewReason: otherCurrencyReason(currencies), why }, tables);
}

/** A line that waits, whole, for the invoices that the steps name, or any of its supplier, to count enough. Pure. */
export function openCredit(
  activities: readonly CreditNoteRow[],
  { awaits, reviewReason, why }: OpenCredit,
  tables: CreditTables,
): PlannedCredit {
  const [first, ...others] = activities;
  if (first === undefined) return { changes: [] };
  const facts = others.length === 0 ? {} : amountFacts(first, wholeCredit(activities));
  const line = asStated({
    ...first,
    stated: withFacts(first.stated, facts),
    conversion: withoutCredits(first.conversion),
  });
  const { split } = readAs(line, first.category_key, tables.tables);
  const later: LaterSplit = {
    decision: decisionOf(first, why),
    split: { ...split, conversion: [...split.conversion, ...awaits] },
    result: { kind: "review", reviewReason },
    stated: line.stated,
  };
  return { changes: [{ line: first, later }, ...others.map((one) => leftOut(one, OF_ANOTHER_PART, tables))] };
}

const OF_ANOTHER_PART = "what the line takes back is counted by another part of it";

/** Null: the activity is read so already. */
function partChange(
  activity: PlacedNote,
  { part, placed }: { readonly part: CreditPart; readonly placed: PlacedCredit },
  { tables, closed }: CreditTables,
): CreditChange | null {
  const { category_key, departments } = placed;
  const department_id = departmentOf(activity.department_id, part, departments);
  const facts = { ...placeFacts(activity, part), ...amountFacts(activity, part) };
  const line = asStated({ ...activity, department_id, stated: withFacts(ownFacts(activity, part), facts) });
  const own_rule = activity.takes_back === null ? keptRule(activity.conversion) : NO_LINE_RULE;
  const rule = part.choice?.rule ?? own_rule;
  const step = creditStep(part, line.allocated_currency ?? line.currency);
  const place = takenPeriodSteps(part.service_period);
  const conversion = [...withoutTakenPeriod(withoutCredits(activity.conversion)), ...place, step];
  const { split, result } = readAs({ ...line, conversion }, category_key, tables, rule);
  const read = { ...line, category_key, conversion: split.conversion };
  if (isBooked(activity, read) && isCountedAlike(activity, read)) return null;
  const reason = `takes back what document ${part.document_id} counts`;
  const decision = { ...decisionOf(activity, reason), category_key };
  const later = { decision, split, result, stated: line.stated };
  const days = result.kind === "calculated" ? result.entries.map(({ used }) => used?.to ?? part.transaction_date) : [];
  const yearOf = (day: string) => closed.find(({ from, to }) => from <= day && day <= to);
  const year = days.map(yearOf).find((found) => found !== undefined);
  // What counts already and moves is told as a correction of the closed year; what begins to count waits for it.
  if (activity.status !== "pending_review" || year === undefined) return { line, later };
  if (days.some((day) => yearOf(day) === undefined)) return { line, later: { ...later, outside: closed } };
  return { line, later: { ...later, result: { kind: "review", reviewReason: closedYearReason(year) } } };
}

/**
 * What is stated of the activity itself: the factor that it has taken over from its invoice goes when its invoice has it no more, and a
 * quantity where the invoice counts by money, which nothing would count.
 */
function ownFacts({ stated, takes_back }: CreditNoteRow, part: CreditPart): StatedFacts | null {
  if (stated === null) return null;
  const { quantity, ...others } = stated;
  const measured = part.quantity === null && quantity != null ? others : stated;
  if (takes_back === null) return measured;
  const { attributes: _attributes, company_factor: _own, emission_factor: _factor, ...facts } = measured;
  return facts;
}

function isBooked(now: CreditNoteRow, later: CreditNoteRow): boolean {
  const isWaiting = now.status === "pending_review" && now.review_code !== "financial_year_closed";
  return !isWaiting && now.status !== "excluded" && toldOf(now) === toldOf(later);
}

function toldOf(line: CreditNoteRow): string {
  const { category_key, department_id, service_period_start, service_period_end, stated } = line;
  const day = line.transaction_date.slice(0, 10);
  const { attributes, company_factor, emission_factor } = stated ?? {};
  const steps = creditSteps(line).map(({ kind, from, to }) => [kind, from, to]);
  const choice = [attributes, company_factor, emission_factor];
  const allocated = allocationOf(line.conversion);
  return JSON.stringify([
    category_key,
    department_id,
    day,
    service_period_start,
    service_period_end,
    allocated,
    choice,
    steps,
  ]);
}

/** Whether the same of the company's counts both, over days or on one. What was recorded before that was kept is known by its entries. */
function isCountedAlike(now: PlacedNote, later: CreditNoteRow): boolean {
  const [kept, counting] = [keptCountedBy(now.conversion), keptCountedBy(later.conversion)];
  const [days, later_days] = [now, later].map((line) => keptOverDays(line.conversion, line.category_key));
  const known_days = days ?? now.is_over_days ?? later_days;
  if (later_days !== undefined && known_days !== later_days) return false;
  const known = kept === null ? (now.counted_as ?? null) : { ...now.counted_as, ...kept };
  if (known === null || counting === null) return known === counting;
  return countedAsKey(known) === countedAsKey(counting);
}

/** The days and the factor of what is taken back. */
function placeFacts(activity: CreditNoteRow, { transaction_date, service_period, choice }: CreditPart): StatedFacts {
  const hasPeriod = activity.service_period_start !== null || activity.service_period_end !== null;
  const days = service_period === null ? null : { start: service_period.start, end: service_period.end };
  const period = days === null && !hasPeriod ? {} : { service_period: days };
  return { transaction_date, ...period, ...choice?.stated };
}

/** As much as the part is, where the activity does not say so itself. */
function amountFacts(activity: CreditNoteRow, { amount, quantity, unit: of }: Amounts): StatedFacts {
  const currency = activity.allocated_currency ?? activity.currency;
  const unit = of === null ? null : parseUnit(of);
  const isAmount = decimal(activity.allocated_amount ?? activity.amount ?? "0").eq(amount);
  const isQuantity = quantity === null || decimal(quantityIn(activity, of) ?? "0").eq(quantity);
  return {
    ...(isAmount || currency === null ? {} : { amount: { value: amount, currency, tax_treatment: "excl_vat" } }),
    ...(isQuantity || unit === null ? {} : { quantity: { value: quantity, unit } }),
  };
}

type Amounts = Pick<CreditPart, "amount" | "quantity" | "unit">;

/** What the activity counts in the unit, or prints where it counts none; null: it says neither. */
function quantityIn(activity: CreditNoteRow, unit: string | null): string | null {
  const { split_quantity, unit: printed } = activity;
  if (split_quantity !== null) return split_quantity;
  return printed !== null && parseUnit(printed) === unit ? printedValue(activity) : null;
}

function leftOut(line: CreditNoteRow, reason: string, { tables }: CreditTables): CreditChange {
  const { split } = readAs(line, line.category_key, tables);
  const decision = { ...decisionOf(line, reason), status: "excluded", mapped_by: "rule", confidence: 1 } as const;
  return { line, later: { decision, split, result: null } };
}

/** Its category stays: the invoice says where it was counted, not of what. */
function decisionOf({ category_key, mapped_by, confidence, candidates }: CreditNoteRow, reason: string): Decision {
  return { status: "classified", category_key, mapped_by, confidence: Number(confidence), reason, candidates };
}
