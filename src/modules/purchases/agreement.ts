import { daysBetween } from "../../core/days.ts";
import { decimal } from "../../core/quantity.ts";
import type { Purchase } from "./purchase.ts";
import { isForAnotherMonth } from "./named-months.ts";
import { areDifferentCompanies, isSameSupplier, namesNumber, statesNumber } from "./same-supplier.ts";

/**
 * How two sources agree that they tell of one purchase, the surest first. The last two are doubts, not matches: the same
 * kind of supply from the same supplier at about the time, and nothing but the amount.
 */
export const AGREEMENTS = ["number", "supplier", "supply", "amount"] as const;

export interface Agreement {
  readonly by: (typeof AGREEMENTS)[number];
  /** Days between the two dates. */
  readonly days: number;
}

/** Rounding of single lines and of VAT. */
const TOLERANCE = "0.01";
/** The same where the gross amount was calculated from the net one. */
const CALCULATED_TOLERANCE = "0.05";
/** Bookkeepers date a posting by the invoice, its arrival or its approval. */
const BOOKING_DAYS_MAX = 5;
/** Terms of payment of 30 days and two weeks of delay. */
const PAYMENT_DAYS_MAX = 45;

/** Whether two purchases of different sources are one (contract 10.3.4); null: nothing says so. Symmetric. */
export function agreementOf(left: Purchase, right: Purchase): Agreement | null {
  if (left.currency !== null && right.currency !== null && left.currency !== right.currency) return null;
  if (left.payment === "netting" || right.payment === "netting" || areDifferentCompanies(left, right)) return null;
  if (left.source === "invoice" && right.source === "invoice") return sameInvoice(left, right);
  const bySource = new Map([left, right].map((purchase) => [purchase.source, purchase]));
  const statement = bySource.get("statement");
  if (statement !== undefined) return statedSupply(statement, statement === left ? right : left);
  const [invoice, ledger, bank] = [bySource.get("invoice"), bySource.get("ledger"), bySource.get("bank")];
  if (ledger !== undefined && invoice !== undefined) return bookedInvoice(ledger, invoice);
  if (bank !== undefined && invoice !== undefined) return paidInvoice(bank, invoice);
  return bank !== undefined && ledger !== undefined ? paidBooking(bank, ledger) : null;
}

/** Two invoices of one supplier, day and amount may be one where the currency of one could not be read: no other rule knows it again. */
function sameInvoice(left: Purchase, right: Purchase): Agreement | null {
  if (left.currency !== null && right.currency !== null) return null;
  const isAmount = isNear(left.net, right.net) || isNear(left.gross, right.gross);
  return isAmount && left.dated === right.dated && isSameSupplier(left, right) ? { by: "amount", days: 0 } : null;
}

function bookedInvoice(ledger: Purchase, invoice: Purchase): Agreement | null {
  const days = Math.abs(daysFrom(invoice, ledger));
  const stated = ledger.net ?? ledger.gross;
  const isNumber = isSameNumber(ledger.number_key, invoice.number_key);
  const isExact = isNear(stated, invoice.net) || isNear(stated, invoice.gross);
  if (isNumber && isExact) return { by: "number", days };
  const isAmount =
    isNear(ledger.net, invoice.net) ||
    (ledger.net === null && isNear(ledger.gross, invoice.gross)) ||
    (invoice.net === null && isNear(ledger.gross, invoice.gross, CALCULATED_TOLERANCE));
  const isSupplier = isSameSupplier(ledger, invoice);
  const isUnnamed = ledger.supplier_key === null;
  if (isExact && days <= PAYMENT_DAYS_MAX && statesNumber(ledger, invoice))
    return { by: isSupplier || isUnnamed ? "number" : "amount", days };
  if (days > BOOKING_DAYS_MAX) return null;
  if (isAmount && isSupplier) return { by: "supplier", days };
  // Of a posting that states neither supplier nor number its amount alone tells what it books.
  return isUnnamed && ledger.number_key === null && (isExact || isAmount) ? { by: "amount", days } : null;
}

function paidInvoice(bank: Purchase, invoice: Purchase): Agreement | null {
  const days = daysFrom(invoice, bank);
  if (!isNear(bank.gross, invoice.gross ?? invoice.net) || days < 0 || days > PAYMENT_DAYS_MAX) return null;
  if (namesNumber(bank, invoice)) return { by: "number", days };
  return { by: isSameSupplier(bank, invoice) ? "supplier" : "amount", days };
}

/** Without a word in common a payment and a posting of about the same amount are too often two purchases. */
function paidBooking(bank: Purchase, ledger: Purchase): Agreement | null {
  const days = daysFrom(ledger, bank);
  const isAmount = isNear(bank.gross, ledger.gross, CALCULATED_TOLERANCE) || isNear(bank.gross, ledger.net);
  if (!isAmount || days < -BOOKING_DAYS_MAX || days > PAYMENT_DAYS_MAX) return null;
  if (namesNumber(bank, ledger)) return { by: "number", days: Math.abs(days) };
  if (!isSameSupplier(bank, ledger)) return null;
  return { by: isForAnotherMonth(bank, ledger) ? "amount" : "supplier", days: Math.abs(days) };
}

/** A utility statement tells of consumption, not of money; its invoice and it are matched as one supply. */
function statedSupply(statement: Purchase, other: Purchase): Agreement | null {
  if (other.source === "invoice" || other.source === "statement" || !isSameSupplier(statement, other)) return null;
  const days = daysFrom(statement, other);
  const isNumber =
    other.source === "bank" ? namesNumber(other, statement) : isSameNumber(statement.number_key, other.number_key);
  if (isNumber) return { by: "number", days: Math.abs(days) };
  const isSupply = statement.supply !== null && statement.supply === other.supply;
  const isLater = other.dated >= (statement.since ?? statement.dated);
  return isSupply && isLater && days <= PAYMENT_DAYS_MAX ? { by: "supply", days: Math.abs(days) } : null;
}

function isSameNumber(left: string | null, right: string | null): boolean {
  return left !== null && left === right;
}

function isNear(left: string | null, right: string | null, tolerance = TOLERANCE): boolean {
  return left !== null && right !== null && decimal(left).minus(right).abs().lte(tolerance);
}

function daysFrom(earlier: Purchase, later: Purchase): number {
  return daysBetween(earlier.dated, later.dated);
}
