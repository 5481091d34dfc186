import type { TenantTransaction } from "../../core/context.ts";
import { daysBetween } from "../../core/days.ts";
import { decimal, decimalSum } from "../../core/quantity.ts";
import { type CreditableLine, type NewActivity, selectCreditableLines } from "../activities/index.ts";
import type { ReviewReason, UsePeriod } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";
import { numberKey } from "./purchase.ts";

/** How a line that takes something back is booked. */
export type CreditMatch =
  | {
      readonly kind: "credits";
      /** ISO date and period of what is taken back: it is taken off where it was counted. */
      readonly transaction_date: string;
      readonly service_period: UsePeriod | null;
      readonly department_id: string | null;
    }
  /** It changes the price of what its invoice counts by quantity. */
  | { readonly kind: "price" }
  | { readonly kind: "waits"; readonly reviewReason: ReviewReason };

interface CreditNote {
  readonly document: ParsedDocument;
  readonly activities: readonly NewActivity[];
}

/** A credit note that names no invoice is taken for one of the invoices of about a year before it. */
const UNNAMED_DAYS = 400;

/**
 * What the lines of credit notes take back, by file and position. A line takes the days and the department of what the named
 * invoice counts in its category, or the supplier's newest one that is large enough; nothing is taken off twice, and what
 * finds nothing waits. One statement where one of the files is a credit note, else none.
 */
export async function creditMatches(
  tx: TenantTransaction,
  files: readonly CreditNote[],
): Promise<readonly ReadonlyMap<number, CreditMatch>[]> {
  const notes = files.filter(isCreditNote);
  const found = await selectCreditableLines(
    tx,
    notes.map(({ document }) => ({
      supplier_identifier: document.supplier?.identifier ?? null,
      supplier_name: document.supplier?.name ?? null,
      until: document.issue_date ?? "9999-12-31",
    })),
  );
  return files.map((file) => {
    const lines = found[notes.indexOf(file)];
    return lines === undefined ? new Map<number, CreditMatch>() : matchesOf(file, lines);
  });
}

/** Whether a line takes back what nobody found. */
export function isUnmatched(matches: ReadonlyMap<number, CreditMatch> | undefined): boolean {
  return [...(matches?.values() ?? [])].some(({ kind }) => kind === "waits");
}

function isCreditNote({ document }: CreditNote): boolean {
  return document.document_type === "credit_note";
}

function matchesOf({ document, activities }: CreditNote, lines: readonly CreditableLine[]): Map<number, CreditMatch> {
  const matches = new Map<number, CreditMatch>();
  const taken: CreditableLine[] = [];
  const named = new Set(
    document.references.flatMap(({ kind, number }) => (kind === "invoice" ? (numberKey(number) ?? []) : [])),
  );
  for (const [index, { amount, currency, description, split }] of activities.entries()) {
    if (split.decision.status === "excluded" || (amount !== null && decimal(amount).gte(0))) continue;
    const { category_key } = split.decision;
    const { quantity, unit } = split;
    const fitting = lines.filter((line) => line.category_key === category_key && line.currency === currency);
    const partner =
      amount === null ? undefined : partnerOf({ amount, quantity, unit }, [...fitting, ...taken], named, document);
    if (partner === undefined || amount === null) {
      matches.set(index, { kind: "waits", reviewReason: UNMATCHED });
      continue;
    }
    taken.push({ ...partner, document_type: "credit_note", amount, quantity, unit });
    if (quantity === null && partner.quantity !== null) {
      const isPrice = PRICE_WORDS.test(description);
      matches.set(index, isPrice ? { kind: "price" } : { kind: "waits", reviewReason: MONEY_ONLY });
      continue;
    }
    const { dated, service_period_start: start, service_period_end: end, department_id } = partner;
    const service_period = start === null || end === null ? null : { start, end };
    matches.set(index, { kind: "credits", transaction_date: dated, service_period, department_id });
  }
  return matches;
}

/** What a line takes back, signed as booked. */
type TakenBack = Pick<CreditableLine, "amount" | "quantity" | "unit">;

/** The newest line of an invoice of which so much is left, in money and in the quantity that is counted. */
function partnerOf(
  taken: TakenBack,
  lines: readonly CreditableLine[],
  named: ReadonlySet<string>,
  { issue_date }: ParsedDocument,
): CreditableLine | undefined {
  return lines.find((line) => {
    if (line.document_type !== "invoice" || decimal(line.amount).lte(0)) return false;
    const isMeant =
      named.size > 0
        ? named.has(numberKey(line.invoice_number) ?? "")
        : issue_date !== null && daysBetween(line.dated, issue_date) <= UNNAMED_DAYS;
    return isMeant && isLeft(taken, sameOf(line, lines));
  });
}

/** A price may differ, so that money alone does not tell how much of a quantity is left. */
function isLeft({ amount, quantity, unit }: TakenBack, counted: readonly CreditableLine[]): boolean {
  if (
    decimalSum(counted.map((line) => line.amount))
      .plus(amount)
      .lt(0)
  )
    return false;
  const quantities = counted.flatMap((line) => (line.unit === unit ? (line.quantity ?? []) : []));
  return quantity === null || quantities.length === 0 || decimalSum(quantities).plus(quantity).gte(0);
}

/** What the line's invoice counts in its category, and what credit notes took off on its day. */
function sameOf({ document_id, dated, category_key }: CreditableLine, lines: readonly CreditableLine[]) {
  return lines.filter(
    (line) =>
      line.category_key === category_key &&
      (line.document_id === document_id || (line.document_type === "credit_note" && line.dated === dated)),
  );
}

/** Words by which suppliers say that a price is lowered afterwards. */
const PRICE_WORDS =
  /bonus|rabat|prisneds|prisreduktion|prisregulering|dekort|afslag|discount|rebate|price (?:reduction|adjustment)|preisnachlass|skonto/i;

/** What was used is not less for costing less. */
export const PRICE_ONLY = "a credit on what is counted by its quantity: the price changes, not the quantity";

const MONEY_ONLY: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The credit note takes back money of what its invoice counts by quantity, and says neither how much of it nor that only the price " +
    "changes. State the quantity that is taken back, or leave the line out where it is none.",
};

const UNMATCHED: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The credit note takes back more than its invoice counts, or an invoice that is not here. Accept the line where what it takes " +
    "back was counted, with its days, and leave it out otherwise.",
};

/** Why the line waits; null: it does not for this. */
export function unmatched(credit: CreditMatch | undefined): ReviewReason | null {
  return credit?.kind === "waits" ? credit.reviewReason : null;
}

/** The line on the days on which what it takes back was counted. */
export function credited(draft: ActivityDraft, credit: CreditMatch | undefined): ActivityDraft {
  if (credit?.kind !== "credits") return draft;
  const { transaction_date, service_period } = credit;
  return { ...draft, transaction_date, service_period: service_period ?? draft.service_period };
}

/** And of the department that bears it, unless the credit note names one itself. */
export function inDepartmentOf(activity: NewActivity, credit: CreditMatch | undefined): NewActivity {
  if (credit?.kind !== "credits" || activity.split.department_id !== null) return activity;
  return { ...activity, split: { ...activity.split, department_id: credit.department_id } };
}
