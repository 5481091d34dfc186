import { daysBetween } from "../../core/days.ts";
import { causeOf, decide, itemsFor, leftOf, money, type Plan, share } from "./account-plan.ts";
import { type AccountRecord, isConverted, isItemFor, isOneCurrency, movedCents } from "./account-record.ts";

/** Days after a payment within which it is paid back. */
const RETURNED_DAYS = 180;

/**
 * A payment of what was left after something was set off, by a posting of the company's books: the item is settled by both. Without
 * such a posting the difference is asked about.
 */
export function settleNetted(plan: Plan, payment: AccountRecord): void {
  if (payment.source !== "bank" || plan.nettings.size === 0) return;
  const pairs = itemsFor(plan, payment)
    .filter((item) => item.state === "settled" && isOneCurrency(payment, item, plan.tables))
    .flatMap((item) => {
      const left = leftOf(plan, item, payment) - movedCents(payment);
      return nettingsOf(plan, item)
        .filter((netting) => Math.abs(movedCents(netting) - left) <= 1)
        .map((netting) => ({ item, netting }));
    });
  const [only, ...more] = pairs;
  const cause = only === undefined ? undefined : causeOf([payment, only.item, only.netting]);
  if (only === undefined || more.length > 0 || cause === undefined) return;
  for (const part of [payment, only.netting]) {
    decide(plan, {
      kind: "settles",
      payment: part,
      shares: [{ item: only.item, amount: money(movedCents(part)) }],
      cause,
    });
  }
}

/** Postings of the item's supplier that set something off and of which nothing was decided. */
function nettingsOf(plan: Plan, item: AccountRecord): AccountRecord[] {
  return plan.index
    .near(item)
    .filter(
      (netting) =>
        plan.nettings.has(netting) &&
        isItemFor(netting, item, plan.tables) &&
        isOneCurrency(netting, item, plan.tables),
    );
}

/**
 * Money that came back is a refund of a credit note that is open by as much, or of a payment that counts beside the bills: then it
 * counts with it. Postings that set off settle an item that is open by as much. What is left of both waits, where bills are a source.
 */
export function settleRefunds(plan: Plan): void {
  for (const netting of plan.nettings) settleNetting(plan, netting);
  for (const refund of plan.refunds) settleRefund(plan, refund);
}

function settleNetting(plan: Plan, netting: AccountRecord): void {
  const equal = itemsFor(plan, netting).filter(
    (item) => item.state === "settled" && Math.abs(leftOf(plan, item, netting) - movedCents(netting)) <= 1,
  );
  const [item, ...more] = equal;
  const cause = causeOf([netting, ...equal]);
  if (item !== undefined && more.length === 0 && cause !== undefined) {
    const shares = [share(plan, item, netting)];
    decide(plan, { kind: "settles", payment: netting, shares, cause });
  } else if (netting.is_new) {
    const shares = equal.map((one) => share(plan, one, netting));
    decide(plan, { kind: "asks", payment: netting, shares, cause: netting, why: "netting" });
  }
}

function settleRefund(plan: Plan, refund: AccountRecord): void {
  const credits = itemsFor(plan, refund).filter((item) => {
    const left = leftOf(plan, item, refund);
    if (!isOneCurrency(refund, item, plan.tables)) return isConverted(left, refund, item, plan.tables);
    return Math.abs(left - movedCents(refund)) <= 1;
  });
  const [credit, ...more] = credits;
  const cause = causeOf([refund, ...credits]);
  if (credit !== undefined && cause !== undefined) {
    const kind = more.length === 0 && credit.state === "settled" ? "settles" : "asks";
    const shares = credits.map((item) => share(plan, item, refund));
    return decide(plan, { kind, payment: refund, shares, cause });
  }
  // What the books take back of nothing that is here counts; what the bank says may be of something that is not.
  if (credit !== undefined || refund.source !== "bank" || refund.state !== "settled") return;
  if (plan.tables.sources?.has_bills !== true) return;
  // What it was a refund of may have become evidence of a bill that arrives.
  const why = causeOf([refund, ...plan.index.near(refund)]);
  if (why === undefined || isOverpaid(plan, refund)) return;
  decide(plan, { kind: "asks", payment: refund, shares: [], cause: why, why: "refund" });
}

/** Whether a payment of the supplier counts beside its bills by as much as came back. */
function isOverpaid(plan: Plan, refund: AccountRecord): boolean {
  const items = plan.index.near(refund);
  const isOf = (payment: AccountRecord) => items.some((item) => plan.index.near(item).includes(payment));
  return [...plan.payments].some((payment) => {
    if (payment.source !== "bank" || payment.state !== "settled") return false;
    if (movedCents(payment) !== -movedCents(refund)) return false;
    const days = daysBetween(payment.dated, refund.dated);
    // Last, because it looks through the whole account.
    return days >= 0 && days <= RETURNED_DAYS && isOf(payment);
  });
}
