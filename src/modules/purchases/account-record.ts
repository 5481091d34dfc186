import { daysBetween } from "../../core/days.ts";
import { detail, type PurchaseSource } from "./canonical-record.ts";
import { centsOf, type KnownPurchase, type Purchase } from "./purchase.ts";
import { areDifferentCompanies, isSameSupplier, type MergedKeys } from "./same-supplier.ts";

/** What was said of a payment and an item; see migrations 0300 and 0400. */
export interface SettlementLink {
  readonly payment_id: string;
  readonly item_id: string;
  readonly payment_source: PurchaseSource;
  readonly state: "linked" | "proposed" | "confirmed" | "separated" | "ended" | "withdrawn";
  /** Signed decimal text in the item's currency. */
  readonly amount: string;
}

/** A purchase on the account of its supplier, known or just read. */
export interface AccountRecord extends KnownPurchase {
  /** Whether it is being recorded: it has no document and no lines yet. */
  readonly is_new: boolean;
  /** Sources that tell of it as one purchase, its own included. */
  readonly told_by: readonly PurchaseSource[];
  /** The newest word about each pair that it is part of. */
  readonly links: readonly SettlementLink[];
}

/** What an account is planned with. */
export interface AccountTables {
  readonly merged: MergedKeys;
  /** ISO 4217 code of what states no currency; null: nobody knows. */
  readonly home_currency: string | null;
  /** Units of `to` for one of `from` on an ISO date, decimal text; null: nobody knows. */
  rate(from: string, to: string, day: string): string | null;
  /** What the company's sources tell of; absent: nobody knows, and no payment waits for what lies outside of them. */
  readonly sources?: SourcesInForce;
}

/** What of a company's sources decides about payments that nothing recorded is the purchase of. */
export interface SourcesInForce {
  /** Invoices or a ledger are a source, so that a payment without either is in doubt. */
  readonly has_bills: boolean;
  /** They are from this recording on. */
  readonly begins: boolean;
  /** ISO date of the bank's first row; null: there is none. */
  readonly bank_since: string | null;
  /** payments: rows settle what other sources tell of; purchases: they count where nothing else does. */
  readonly bank: "payments" | "purchases";
  readonly card: "payments" | "purchases";
  /** Whether an ISO date lies in a closed year, which nothing moves. */
  isClosed(day: string): boolean;
}

/** Days from the item to what settles it, both ends included. */
const PAID_DAYS = { first: -30, last: 180 };
/** Bookkeepers post late; before the invoice they post what was ordered. */
const BOOKED_DAYS = { first: -30, last: 60 };
/** Terms of payment of 60 days and a month of delay: within it an open balance makes a payment of another amount plausible. */
const PLAUSIBLE_DAYS = { first: 0, last: 90 };

/** Hundredths in which the gross amount of a posting may be off: it was calculated. */
const CALCULATED_CENTS = 5;
const ROUNDED_CENTS = 50;
/** What a bank earns on the rate of the value date. */
const TRANSFER_SHARE = 0.01;
const CARD_SHARE = 0.03;
const CARD_WORDS = /(?:^| )(?:visa|mastercard|dankort|kortkoeb|kortkob|kort|card|eurocard|amex)(?: |$)/;

/** Hundredths of the amount. */
export function cents(amount: string): number {
  return Number(centsOf(amount));
}

type Amounts = Pick<Purchase, "source" | "net" | "gross">;

/** What of a record tells what is open of it. */
type OpenItem = Amounts & Pick<AccountRecord, "id" | "links" | "told_by">;

/** What a payment or posting moves, in hundredths of its currency. */
export function movedCents({ source, net, gross }: Purchase): number {
  return cents((source === "bank" ? (gross ?? net) : (net ?? gross)) ?? "0");
}

/** What a payment or posting settles items as: what is set off is paid. */
export function settlingSource({ source, payment }: Settling): PurchaseSource {
  return payment === "netting" ? "bank" : source;
}

type Settling = Pick<Purchase, "source" | "net" | "payment">;

/** What of an item is to be compared with that: with VAT for a payment, as booked for a posting; null: it is not known. */
export function dueCents(item: Amounts, by: Settling): number | null {
  const isPaid = settlingSource(by) === "bank";
  const amount = isPaid || by.net === null ? (item.gross ?? (isPaid ? item.net : null)) : item.net;
  return amount === null ? null : cents(amount);
}

/** What is open of an item for payments, or postings, such as `by`; 0: nothing. */
export function openCents(item: OpenItem, by: Settling): number {
  const settling = settlingSource(by);
  if (item.told_by.includes(settling)) return 0;
  const due = dueCents(item, by);
  if (due === null) return 0;
  const settled = item.links.filter(
    ({ item_id, payment_source, state }) =>
      item_id === item.id && payment_source === settling && (state === "linked" || state === "confirmed"),
  );
  const left = due - settled.reduce((sum, { amount }) => sum + cents(amount), 0);
  return Math.sign(left) === Math.sign(due) ? left : 0;
}

/** Whether it may settle something: a posting or payment that counts by itself or waits, and settles nothing yet. */
export function isFreePayment(record: AccountRecord): boolean {
  return movedCents(record) > 0 && isFree(record);
}

/** Whether it is money that came back from a supplier, or a posting that takes something back, which counts by itself or waits. */
export function isFreeRefund(record: AccountRecord): boolean {
  return movedCents(record) < 0 && isFree(record);
}

function isFree(record: AccountRecord): boolean {
  const { source, counted_by, state } = record;
  if ((source !== "bank" && source !== "ledger") || counted_by !== null || state === "dismissed") return false;
  return !isTold(record) && !settlesSomething(record);
}

function isTold({ told_by, source }: AccountRecord): boolean {
  return told_by.some((other) => detail(other) > detail(source));
}

/** Whether an item is the supplier's to which something was paid or posted, counts, and is about as old as bills are. */
export function isItemFor(payment: AccountRecord, item: AccountRecord, { merged }: AccountTables): boolean {
  if (detail(item.source) <= detail(payment.source) || item.source === "statement") return false;
  if (item.counted_by !== null || item.state === "dismissed" || item.payment === "netting") return false;
  if (settlesSomething(item)) return false;
  if (isSeparated(payment, item)) return false;
  const { first, last } = settlingSource(payment) === "bank" ? PAID_DAYS : BOOKED_DAYS;
  const days = daysBetween(item.dated, payment.dated);
  if (days < first || days > last || areDifferentCompanies(payment, item, merged)) return false;
  return isSameSupplier(payment, item, merged);
}

/** Whether it is evidence of something already. */
export function settlesSomething({ id, links }: AccountRecord): boolean {
  return links.some((link) => link.payment_id === id && (link.state === "linked" || link.state === "confirmed"));
}

/** Whether a person said that the two do not belong together. */
export function isSeparated(payment: AccountRecord, item: AccountRecord): boolean {
  return item.links.some((link) => isPair(link, payment, item) && link.state === "separated");
}

function isPair({ payment_id, item_id }: SettlementLink, payment: AccountRecord, item: AccountRecord): boolean {
  return payment_id === payment.id && item_id === item.id;
}

/** Whether the dates make an open balance a reason to ask about a payment. */
export function isPlausible(payment: AccountRecord, item: AccountRecord): boolean {
  const days = daysBetween(item.dated, payment.dated);
  return payment.source === "bank" && days >= PLAUSIBLE_DAYS.first && days <= PLAUSIBLE_DAYS.last;
}

/** Amounts in one currency; what states none is in the company's own. */
export function isOneCurrency(left: Purchase, right: Purchase, { home_currency }: AccountTables): boolean {
  const [one, other] = [left.currency ?? home_currency, right.currency ?? home_currency];
  return one === null || other === null || one === other;
}

/** Hundredths by which what is open of an item may differ from what settles it. */
export function toleranceCents(payment: Purchase, item: Purchase): number {
  return payment.source === "bank" && item.source === "ledger" && item.net !== null ? CALCULATED_CENTS : 1;
}

/** Whether a payment or posting is what is open of one item: the same to the hundredth, rounded to whole kroner, or as much in another currency. */
export function isEqual(payment: AccountRecord, item: AccountRecord, tables: AccountTables): boolean {
  const open = openCents(item, payment);
  const moved = movedCents(payment);
  if (open <= 0) return false;
  if (isOneCurrency(payment, item, tables)) {
    const difference = Math.abs(open - moved);
    const isRounded = payment.source === "bank" && moved % 100 === 0 && difference <= ROUNDED_CENTS;
    return isRounded || difference <= toleranceCents(payment, item);
  }
  return isConverted(open, payment, item, tables);
}

/**
 * Whether a payment or posting is `open` hundredths of an item in another currency: within 1 % of it by the rate of the value date, or
 * of the day that it is posted on, 3 % of a card payment.
 */
export function isConverted(open: number, payment: AccountRecord, item: AccountRecord, tables: AccountTables): boolean {
  const [from, to] = [item.currency ?? tables.home_currency, payment.currency ?? tables.home_currency];
  if (from === null || to === null || from === to) return false;
  const rate = tables.rate(from, to, payment.dated);
  const moved = movedCents(payment);
  const share = payment.source === "bank" && CARD_WORDS.test(payment.words) ? CARD_SHARE : TRANSFER_SHARE;
  return rate !== null && Math.abs(open * Number(rate) - moved) <= Math.abs(moved) * share;
}
