import { daysBetween, plusDays } from "../../core/days.ts";
import {
  causeOf,
  decide,
  itemsFor,
  leftOf,
  type Plan,
  share,
  type Share,
  type UnmatchedBecause,
} from "./account-plan.ts";
import {
  type AccountRecord,
  cents,
  isEqual,
  isOneCurrency,
  isSeparated,
  movedCents,
  settlesSomething,
} from "./account-record.ts";
import { batchSize } from "./payment-means.ts";
import { namesNumber, statesNumber } from "./same-supplier.ts";
import { CANDIDATES_MAX, subsetFit } from "./subsets.ts";

/** Days between the day on which a bill is due and the batch that pays it. */
const DUE_DAYS = 10;
/** Where a bill does not say when it is due: the usual terms. */
const TERMS_DAYS = 30;
/** Days after the bank's first row in which a transfer may settle what was bought before. */
export const OPENING_DAYS = 60;

/**
 * A payment that names nobody is held against open items of all suppliers: those whose numbers it names, else a unique set of what is
 * due within ten days that adds up to it, of as many items as it says it has.
 */
export function settleBatches(plan: Plan, payment: AccountRecord): void {
  if (payment.payment !== "batch") return;
  const isOpen = (item: AccountRecord) => isOpenFor(plan, payment, item);
  const named = plan.records.filter((item) => namesNumber(payment, item) && isOpen(item));
  const due = plan.records.filter((item) => isDueAt(payment, item) && isOpen(item));
  const set = named.length > 0 ? namedSet(plan, payment, named) : dueSet(plan, payment, due);
  const near = named.length > 0 ? named : due;
  if (set !== null) {
    const cause = causeOf([payment, ...set]);
    const kind = set.every(({ state }) => state === "settled") ? "settles" : "asks";
    if (cause !== undefined) decide(plan, { kind, payment, shares: sharesOf(plan, set, payment), cause });
    return;
  }
  const cause = causeOf([payment, ...near]);
  const isMany = near.length > CANDIDATES_MAX;
  if (cause === undefined || near.length === 0 || (isMany && !payment.is_new)) return;
  decide(plan, { kind: "asks", payment, shares: sharesOf(plan, near.slice(0, CANDIDATES_MAX), payment), cause });
}

function isDueAt(payment: AccountRecord, { due, dated }: AccountRecord): boolean {
  return Math.abs(daysBetween(due ?? plusDays(dated, TERMS_DAYS), payment.dated)) <= DUE_DAYS;
}

function isOpenFor(plan: Plan, payment: AccountRecord, item: AccountRecord): boolean {
  if ((item.source !== "invoice" && item.source !== "ledger") || item.payment === "netting") return false;
  if (item.counted_by !== null || item.state === "dismissed" || settlesSomething(item)) return false;
  return !isSeparated(payment, item) && isOneCurrency(payment, item, plan.tables) && leftOf(plan, item, payment) !== 0;
}

function namedSet(
  plan: Plan,
  payment: AccountRecord,
  named: readonly AccountRecord[],
): readonly AccountRecord[] | null {
  const sum = named.reduce((all, item) => all + leftOf(plan, item, payment), 0);
  return Math.abs(sum - movedCents(payment)) <= 1 ? named : null;
}

/** Null: none adds up, or several do. */
function dueSet(plan: Plan, payment: AccountRecord, due: readonly AccountRecord[]): readonly AccountRecord[] | null {
  const size = batchSize(payment.words);
  if (size !== null && due.length === size) return namedSet(plan, payment, due);
  const equal = due.filter((item) => isEqual(payment, item, plan.tables));
  const amounts = due.map((item) => leftOf(plan, item, payment));
  const fit = subsetFit(amounts, movedCents(payment), 1, size);
  if (fit.kind === "several" || (fit.kind === "one" && equal.length > 0)) return null;
  if (fit.kind === "one") return fit.positions.flatMap((position) => due[position] ?? []);
  return equal.length === 1 && (size ?? 1) === 1 ? equal : null;
}

function sharesOf(plan: Plan, items: readonly AccountRecord[], payment: AccountRecord): Share[] {
  return items.map((item) => share(plan, item, payment));
}

/**
 * What nothing recorded is the purchase of, and is no purchase for certain: a batch; a transfer so soon after the bank's first row that
 * it may settle earlier purchases; any row of the bank where the books tell every purchase.
 */
export function askAboutUnmatched(plan: Plan, payment: AccountRecord): void {
  const { sources } = plan.tables;
  const why = sources === undefined || payment.source !== "bank" ? null : becauseOf(plan, payment);
  if (why === null || sources === undefined) return;
  const isCounting = payment.state === "settled" && sources.begins && !sources.isClosed(payment.dated);
  const firstBill = () => plan.records.find(({ is_new, source }) => is_new && source !== "bank");
  const cause = payment.is_new ? payment : isCounting ? firstBill() : undefined;
  if (cause !== undefined) decide(plan, { kind: "asks", payment, shares: [], cause, why });
}

function becauseOf({ tables: { sources } }: Plan, { payment, dated }: AccountRecord): UnmatchedBecause | null {
  if (sources === undefined || payment === null || payment === undefined) return null;
  if (payment === "batch" && sources.has_bills) return "batch";
  if ((payment === "card" ? sources.card : sources.bank) === "payments") return "books";
  if (payment !== "transfer" || !sources.has_bills || sources.bank_since === null) return null;
  return dated <= plusDays(sources.bank_since, OPENING_DAYS) ? "opening" : null;
}

/**
 * A posting that has the number of an open item, as its own or in its words, or its amount with VAT in place of that without, or the other
 * way about: its VAT or its rate may be booked wrongly, and two purchases are rarely so alike.
 */
export function askAboutVat(plan: Plan, posting: AccountRecord): void {
  if (posting.source !== "ledger") return;
  const items = itemsFor(plan, posting).filter((item) => {
    const isNumbered = posting.number_key !== null && posting.number_key === item.number_key;
    if (isNumbered || statesNumber(posting, item)) return true;
    return isOneCurrency(posting, item, plan.tables) && isOffByVat(posting, item);
  });
  const cause = causeOf([posting, ...items]);
  if (items.length === 0 || cause === undefined) return;
  decide(plan, { kind: "asks", payment: posting, shares: sharesOf(plan, items, posting), cause });
}

function isOffByVat(posting: AccountRecord, item: AccountRecord): boolean {
  const isEqualTo = (one: string | null, other: string | null): boolean =>
    one !== null && other !== null && Math.abs(cents(one) - cents(other)) <= 1;
  return (
    isEqualTo(posting.net, item.gross) || isEqualTo(posting.gross, item.net) || isEqualTo(posting.gross, item.gross)
  );
}
