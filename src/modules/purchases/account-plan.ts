import { daysBetween } from "../../core/days.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import type { AccountIndex } from "./account-index.ts";
import {
  type AccountRecord,
  type AccountTables,
  cents,
  isItemFor,
  openCents,
  settlingSource,
} from "./account-record.ts";

/** What of an item a payment settles, or may settle: signed decimal text in the item's currency. */
export interface Share {
  readonly item: AccountRecord;
  readonly amount: string;
}

/**
 * same: the two records are one purchase. settles: the payment is evidence of its items. asks: it may be, and a person says so.
 */
export type AccountDecision =
  | { readonly kind: "same"; readonly payment: AccountRecord; readonly item: AccountRecord }
  | SettlementDecision;

/** What a payment is evidence of, or may be. */
export interface SettlementDecision {
  readonly kind: "settles" | "asks";
  readonly payment: AccountRecord;
  readonly shares: readonly Share[];
  /** The new record that makes it so. */
  readonly cause: AccountRecord;
  /** Why a payment waits that nothing recorded is the purchase of; absent: `shares` say it. */
  readonly why?: UnmatchedBecause;
}

/**
 * batch: it pays several bills and names none; opening: it came so soon after the bank's first row that what it settles may lie
 * before; books: the company's books tell every purchase; netting: a posting that sets off; refund: money that came back.
 */
export type UnmatchedBecause = "batch" | "opening" | "books" | "netting" | "refund";

/** What is planned so far. */
export interface Plan {
  readonly tables: AccountTables;
  /** Payments that nothing was decided of, the earliest first. */
  readonly payments: Set<AccountRecord>;
  /** Postings that set off what the company owes, and money that came back, of which nothing was decided. */
  readonly nettings: Set<AccountRecord>;
  readonly refunds: Set<AccountRecord>;
  readonly records: readonly AccountRecord[];
  readonly index: AccountIndex;
  readonly decisions: AccountDecision[];
  /** By item and source: what decisions of this plan take of it, in hundredths. */
  readonly taken: Map<string, number>;
}

/** What is open for a payment, the oldest first; with at least one new record among payment and item. */
export function itemsFor(plan: Plan, payment: AccountRecord): AccountRecord[] {
  return plan.index
    .near(payment)
    .filter((item) => isItemFor(payment, item, plan.tables) && leftOf(plan, item, payment) !== 0);
}

/** Payments of the item's supplier that nothing was decided of, the oldest first. */
export function paymentsFor(plan: Plan, item: AccountRecord): AccountRecord[] {
  return plan.index.near(item).filter((payment) => plan.payments.has(payment));
}

/** In hundredths, what decisions of this plan took included. */
export function leftOf({ taken }: Plan, item: AccountRecord, payment: AccountRecord): number {
  const left = openCents(item, payment);
  const rest = left - (taken.get(takenKey(item, payment)) ?? 0);
  return Math.sign(rest) === Math.sign(left) ? rest : 0;
}

/** The new one of records that belong together; undefined: nothing is new of them. */
export function causeOf(records: readonly AccountRecord[]): AccountRecord | undefined {
  return records.find(({ is_new }) => is_new);
}

function takenKey({ id }: AccountRecord, payment: AccountRecord): string {
  return `${id} ${settlingSource(payment)}`;
}

export function decide(plan: Plan, decision: AccountDecision): void {
  const { payment } = decision;
  for (const open of [plan.payments, plan.nettings, plan.refunds]) open.delete(payment);
  plan.decisions.push(decision);
  if (decision.kind === "asks") return;
  const shares =
    decision.kind === "same"
      ? [{ item: decision.item, taken: leftOf(plan, decision.item, payment) }]
      : decision.shares.map(({ item, amount }) => ({ item, taken: cents(amount) }));
  for (const { item, taken } of shares) {
    const key = takenKey(item, payment);
    plan.taken.set(key, (plan.taken.get(key) ?? 0) + taken);
  }
}

export function money(hundredths: number): string {
  return decimalText(decimal(String(hundredths)).div(100));
}

export function share(plan: Plan, item: AccountRecord, payment: AccountRecord): Share {
  return { item, amount: money(leftOf(plan, item, payment)) };
}

export function nearestFirst(records: readonly AccountRecord[], to: AccountRecord): AccountRecord[] {
  return records.toSorted(
    (left, right) => Math.abs(daysBetween(left.dated, to.dated)) - Math.abs(daysBetween(right.dated, to.dated)),
  );
}

/** Whether no decision of this plan took anything of an item yet. */
export function isUntouched({ taken }: Plan, item: AccountRecord, payment: AccountRecord): boolean {
  return !taken.has(takenKey(item, payment));
}

export function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
