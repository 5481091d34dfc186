import { cutText } from "../../core/cut-text.ts";
import { numberKey } from "../../core/invoice-number.ts";
import { standardVatPercent } from "../../core/net-amount.ts";
import { type Decimal, decimal, decimalSum, decimalText } from "../../core/quantity.ts";
import type { NewActivity } from "../activities/index.ts";
import { supplierKey } from "../categorization/index.ts";
import {
  bankMeans,
  isNetting,
  type OwnPurchase,
  type Purchase,
  type PurchaseSource,
  type PurchaseState,
} from "../purchases/index.ts";
import type { DocumentType, ParsedDocument } from "../reading/index.ts";
import { correctedNumber, kindOfSupply, parentNumber } from "./supply.ts";

const SOURCES: Readonly<Record<DocumentType, PurchaseSource>> = {
  invoice: "invoice",
  credit_note: "invoice",
  ledger: "ledger",
  bill_list: "ledger",
  bank_statement: "bank",
  utility_statement: "statement",
};

/** Rows of other documents may be about the same purchases as the rows of these. */
export function isListOfPurchases(document: ParsedDocument): boolean {
  const source = SOURCES[document.document_type];
  return source === "bank" || source === "ledger";
}

/**
 * The purchases of a document: an invoice is one, of a ledger the postings of one invoice number, supplier and day are
 * one, of a bank statement each payment is, of a utility statement each kind of supply. Lines that are no purchase
 * (wages, transfers) and those without money or date give none.
 */
export function purchasesOf(
  document: ParsedDocument,
  activities: readonly NewActivity[],
  country: string,
): OwnPurchase[] {
  const source = SOURCES[document.document_type];
  if (source === "invoice") return invoicePurchase(document, activities);
  if (source === "statement") return statementPurchases(document, activities);
  const groups = new Map<string, number[]>();
  for (const [index, activity] of activities.entries()) {
    const isSetOff = source === "ledger" && isNetting(foldedWords(activity.description));
    if (activity.amount === null || (activity.split.decision.status === "excluded" && !isSetOff)) continue;
    const key = source === "ledger" && !isSetOff ? bookingKey(activity, index) : String(index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  return [...groups.values()].flatMap((lines) => rowPurchase(source, lines, activities, country));
}

/** Postings with the same key are parts of one purchase. */
function bookingKey(
  { invoice_number, supplier_name, transaction_date, currency, tax_treatment }: NewActivity,
  index: number,
) {
  if (invoice_number === null) return String(index);
  return JSON.stringify([invoice_number, supplier_name, transaction_date, currency, tax_treatment]);
}

function invoicePurchase(document: ParsedDocument, activities: readonly NewActivity[]): OwnPurchase[] {
  const { issue_date, signed_total_excl_vat: signed, total_excl_vat, total_incl_vat, currency, supplier } = document;
  const net = signed ?? total_excl_vat;
  const isNegative = net === null ? document.document_type === "credit_note" : decimal(net).lt(0);
  const gross =
    total_incl_vat === null
      ? null
      : decimal(total_incl_vat)
          .abs()
          .times(isNegative ? -1 : 1);
  if (issue_date === null || (net === null && gross === null) || activities.length === 0) return [];
  if (!isComparable(gross ?? decimal(net ?? "0"))) return [];
  return [
    {
      source: "invoice",
      ...invoiceKeys(document),
      corrects_key: numberKey(correctedNumber(document)),
      words: foldedWords(supplier?.name ?? ""),
      net,
      gross: gross === null ? null : decimalText(gross),
      currency,
      dated: issue_date,
      due: document.due_date ?? null,
      since: null,
      supply: null,
      state: stateOf(activities),
      lines: activities.map((_, index) => index),
    },
  ];
}

/** What a utility statement tells of has no money: the number of its invoice leads to it, or supplier, supply and time. */
function statementPurchases(document: ParsedDocument, activities: readonly NewActivity[]): OwnPurchase[] {
  const { issue_date, supplier } = document;
  if (issue_date === null) return [];
  const kinds = new Map<string, number[]>();
  for (const [index, { split }] of activities.entries()) {
    const kind = kindOfSupply(split.decision.category_key);
    if (kind === null || split.decision.status === "excluded") continue;
    kinds.set(kind, [...(kinds.get(kind) ?? []), index]);
  }
  return [...kinds].map(([supply, lines]) => {
    const rows = lines.flatMap((line) => activities[line] ?? []);
    const starts = rows.flatMap((row) => row.service_period_start ?? []).toSorted();
    return {
      source: "statement",
      number_key: numberKey(parentNumber(document) ?? document.invoice_number),
      ...supplierKeys(supplier?.name ?? null, supplier?.identifier ?? null),
      words: foldedWords(supplier?.name ?? ""),
      net: null,
      gross: null,
      currency: null,
      dated: issue_date,
      since: starts[0] ?? null,
      supply,
      state: stateOf(rows),
      lines,
    };
  });
}

/** Before any other document is looked at: what counts by itself, what waits, and what a rule leaves out. */
function stateOf(rows: readonly NewActivity[]): PurchaseState {
  if (rows.some((row) => row.result?.kind === "calculated")) return "settled";
  return rows.some((row) => row.split.decision.status !== "excluded") ? "waiting" : "settled";
}

function rowPurchase(
  source: PurchaseSource,
  lines: readonly number[],
  activities: readonly NewActivity[],
  country: string,
): OwnPurchase[] {
  const rows = lines.flatMap((line) => activities[line] ?? []);
  const [first] = rows;
  if (first === undefined) return [];
  const sum = decimalSum(rows.map((row) => row.amount ?? "0"));
  if (!isComparable(sum)) return [];
  const { supplier_name, supplier_identifier, currency, transaction_date } = first;
  const said = foldedWords(`${supplier_name ?? ""} ${rows.map((row) => row.description).join(" ")}`);
  const words = source === "ledger" ? withVoucher(said, first) : said;
  const isSetOff = source === "ledger" && isNetting(foldedWords(first.description));
  const money = isSetOff ? { net: null, gross: decimalText(sum.abs()) } : moneyOf(sum, first.tax_treatment, country);
  return [
    {
      source,
      payment: source === "bank" ? bankMeans(words, supplier_name !== null) : isSetOff ? "netting" : null,
      number_key: numberKey(first.invoice_number),
      ...supplierKeys(supplier_name, supplier_identifier),
      words,
      ...money,
      currency,
      dated: transaction_date.slice(0, 10),
      since: null,
      supply: supplyOf(rows),
      state: stateOf(rows),
      lines,
    },
  ];
}

/** Shorter vouchers are the books' own, and say of no invoice. */
const VOUCHER_LENGTH_MIN = 4;

/** Books without a column for the number of an invoice may have it as the voucher. */
function withVoucher(words: string, { invoice_number, external_id }: NewActivity): string {
  if (invoice_number !== null || (numberKey(external_id)?.length ?? 0) < VOUCHER_LENGTH_MIN) return words;
  const voucher = foldedWords(external_id ?? "");
  return ` ${words} `.includes(` ${voucher} `) ? words : `${words} ${voucher}`.trim();
}

function supplyOf(rows: readonly NewActivity[]): string | null {
  const kinds = new Set(rows.map((row) => kindOfSupply(row.split.decision.category_key)));
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}

/** A posting without VAT was paid with it, at the standard rate as far as one is known. */
function moneyOf(sum: Decimal, treatment: string, country: string): Pick<Purchase, "net" | "gross"> {
  if (treatment !== "excl_vat") return { net: null, gross: decimalText(sum) };
  const percent = standardVatPercent(country);
  const gross = percent === null ? null : decimalText(sum.times(decimal(percent).div(100).plus(1)));
  return { net: decimalText(sum), gross };
}

/** What an invoice is known by: its number, and who sent it. */
export function invoiceKeys({
  invoice_number,
  supplier,
}: ParsedDocument): Pick<Purchase, "number_key" | "supplier_key" | "name_key"> {
  return {
    number_key: numberKey(invoice_number),
    ...supplierKeys(supplier?.name ?? null, supplier?.identifier ?? null),
  };
}

function supplierKeys(name: string | null, identifier: string | null): Pick<Purchase, "supplier_key" | "name_key"> {
  const plain = foldedWords(name ?? "");
  return { supplier_key: supplierKey(name, identifier), name_key: plain === "" ? null : plain };
}

/** Lower-case ASCII words without legal form; empty when the text has none. */
export function foldedWords(text: string): string {
  return supplierKey(cutText(text, 200), null)?.slice("name:".length) ?? "";
}

/** Register entries are kept in cents; nobody buys for more, and a zero is nothing to find. */
const AMOUNT_MAX = "1000000000000";

function isComparable(amount: Decimal): boolean {
  return !amount.eq(0) && amount.abs().lt(AMOUNT_MAX);
}
