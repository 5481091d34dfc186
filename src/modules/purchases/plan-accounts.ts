import { AccountIndex } from "./account-index.ts";
import {
  type AccountDecision,
  causeOf,
  compare,
  decide,
  isUntouched,
  itemsFor,
  leftOf,
  money,
  nearestFirst,
  paymentsFor,
  type Plan,
  share,
  type Share,
} from "./account-plan.ts";
import {
  type AccountRecord,
  type AccountTables,
  cents,
  isEqual,
  isFreePayment,
  isFreeRefund,
  isItemFor,
  isOneCurrency,
  isPlausible,
  movedCents,
  toleranceCents,
} from "./account-record.ts";
import { askAboutUnmatched, askAboutVat, settleBatches } from "./plan-unmatched.ts";
import { settleNetted, settleRefunds } from "./plan-refunds.ts";
import { isForAnotherMonth } from "./named-months.ts";
import { namesNumber } from "./same-supplier.ts";
import { subsetFit } from "./subsets.ts";

/**
 * What payments and postings settle of what their suppliers billed, of the accounts to which new records belong: in silence
 * what one open item equals, what a unique set of items or of payments adds up to, a part that names its item or repeats an instalment; asked
 * about is what fits in two ways, or comes while something of the supplier is open. A payment that no decision names counts. Pure;
 * the order of `records` says nothing.
 */
export function planAccounts(records: readonly AccountRecord[], tables: AccountTables): AccountDecision[] {
  const sorted = records.toSorted((left, right) => compare(left.dated, right.dated) || compare(left.id, right.id));
  const free = sorted.filter(isFreePayment);
  const plan: Plan = {
    tables,
    payments: new Set(free.filter(({ payment }) => payment !== "netting")),
    nettings: new Set(free.filter(({ payment }) => payment === "netting")),
    refunds: new Set(sorted.filter(isFreeRefund)),
    records: sorted,
    index: new AccountIndex(sorted, tables.merged),
    decisions: [],
    taken: new Map(),
  };
  for (const step of STEPS) {
    // A step takes payments away, sometimes several: a set goes on with those that are left.
    for (const payment of plan.payments) step(plan, payment);
  }
  settleRefunds(plan);
  return plan.decisions;
}

/** The surest first. */
const STEPS: readonly ((plan: Plan, payment: AccountRecord) => void)[] = [
  settleEqual,
  settleNetted,
  settleSets,
  settleInstalments,
  settleParts,
  settleBatches,
  askAboutVat,
  askAboutBalances,
  askAboutUnmatched,
];

/** One item that is equal, and that no other payment equals, of an amount that the supplier does not repeat. */
function settleEqual(plan: Plan, payment: AccountRecord): void {
  const items = itemsFor(plan, payment).filter(
    (item) => isEqual(payment, item, plan.tables) && isUntouched(plan, item, payment),
  );
  const [item] = nearestFirst(items, payment);
  const cause = causeOf([payment, ...items]);
  if (item === undefined || cause === undefined) return;
  const others = paymentsFor(plan, item).filter(
    (other) =>
      other.source === payment.source && isItemFor(other, item, plan.tables) && isEqual(other, item, plan.tables),
  );
  if (nearestFirst(others, item)[0] !== payment) return;
  const isSure =
    items.length === 1 &&
    others.length === 1 &&
    !isRepeated(plan, payment, item) &&
    !isOtherNumber(payment, item) &&
    !isForAnotherMonth(payment, item);
  if (isSure && payment.is_new !== item.is_new) return decide(plan, { kind: "same", payment, item });
  const shares = nearestFirst(items, payment).map((one) => share(plan, one, payment));
  decide(plan, { kind: "asks", payment, shares, cause });
}

/** An amount that comes again and again from one supplier tells no two purchases apart. */
function isRepeated({ index, tables }: Plan, payment: AccountRecord, item: AccountRecord): boolean {
  const isOther = ({ id, counted_by }: AccountRecord) => id !== payment.id && id !== item.id && counted_by === null;
  const paid = index.near(item).filter((other) => isOther(other) && other.source === payment.source);
  const billed = index.near(payment).filter((other) => isOther(other) && other.source === item.source);
  return (
    paid.some((other) => movedCents(other) === movedCents(payment) && isItemFor(other, item, tables)) ||
    billed.some((other) => other.gross === item.gross && other.net === item.net && isItemFor(payment, other, tables))
  );
}

/** Both state a number of the invoice, and it is not one. */
function isOtherNumber(payment: AccountRecord, item: AccountRecord): boolean {
  const [one, other] = [payment.number_key, item.number_key];
  return payment.source === "ledger" && one !== null && other !== null && one !== other;
}

/** A unique set of items that a payment adds up to. */
function settleSets(plan: Plan, payment: AccountRecord): void {
  const items = itemsFor(plan, payment).filter((item) => isOneCurrency(payment, item, plan.tables));
  const amounts = items.map((item) => leftOf(plan, item, payment));
  const tolerance = Math.max(1, ...items.map((item) => toleranceCents(payment, item)));
  const fit = subsetFit(amounts, movedCents(payment), tolerance);
  if (fit.kind === "none") return;
  const set = fit.kind === "one" ? fit.positions.flatMap((position) => items[position] ?? []) : items;
  const cause = causeOf([payment, ...set]);
  if (cause === undefined || (fit.kind === "several" && payment.source !== "bank")) return;
  const isSure =
    fit.kind === "one" && set.every((item) => item.state === "settled" && !isForAnotherMonth(payment, item));
  const shares = set.map((item) => share(plan, item, payment));
  decide(plan, { kind: isSure ? "settles" : "asks", payment, shares, cause });
}

/** A unique set of payments, or of postings of one day, that adds up to what is open of one item. */
function settleInstalments(plan: Plan, payment: AccountRecord): void {
  for (const item of itemsFor(plan, payment)) {
    if (!isOneCurrency(payment, item, plan.tables) || item.state !== "settled") continue;
    const parts = paymentsFor(plan, item).filter(
      (other) =>
        other.source === payment.source &&
        isItemFor(other, item, plan.tables) &&
        isOneCurrency(other, item, plan.tables) &&
        (payment.source === "bank" || other.dated === payment.dated),
    );
    const fit = subsetFit(parts.map(movedCents), leftOf(plan, item, payment), 1);
    const set = fit.kind === "one" ? fit.positions.flatMap((position) => parts[position] ?? []) : [];
    const cause = causeOf([item, ...set]);
    if (!set.includes(payment) || cause === undefined) continue;
    for (const part of set) {
      decide(plan, { kind: "settles", payment: part, shares: [{ item, amount: money(movedCents(part)) }], cause });
    }
    return;
  }
}

/** A part of the only item whose number it names, or the next of equal instalments of one item. */
function settleParts(plan: Plan, payment: AccountRecord): void {
  if (payment.source !== "bank") return;
  const moved = movedCents(payment);
  const items = itemsFor(plan, payment).filter(
    (item) =>
      isOneCurrency(payment, item, plan.tables) && item.state === "settled" && leftOf(plan, item, payment) >= moved,
  );
  const meant = items.filter((item) => namesNumber(payment, item) || isNextInstalment(item, moved));
  const [item] = meant;
  const cause = causeOf([payment, ...meant]);
  if (item === undefined || meant.length > 1 || cause === undefined) return;
  decide(plan, { kind: "settles", payment, shares: [{ item, amount: money(moved) }], cause });
}

function isNextInstalment({ id, links }: AccountRecord, moved: number): boolean {
  return links.some(
    ({ item_id, payment_source, state, amount }) =>
      item_id === id &&
      payment_source === "bank" &&
      (state === "linked" || state === "confirmed") &&
      cents(amount) === moved,
  );
}

/** Something of the supplier is open: the payment may belong to it, the oldest first. */
function askAboutBalances(plan: Plan, payment: AccountRecord): void {
  const items = itemsFor(plan, payment).filter((item) => isPlausible(payment, item) && leftOf(plan, item, payment) > 0);
  const cause = causeOf([payment, ...items]);
  if (items.length === 0 || cause === undefined) return;
  let left = movedCents(payment);
  const shares = items.map((item): Share => {
    const part = isOneCurrency(payment, item, plan.tables)
      ? Math.max(0, Math.min(left, leftOf(plan, item, payment)))
      : leftOf(plan, item, payment);
    left -= isOneCurrency(payment, item, plan.tables) ? part : 0;
    return { item, amount: money(part) };
  });
  decide(plan, { kind: "asks", payment, shares, cause });
}
