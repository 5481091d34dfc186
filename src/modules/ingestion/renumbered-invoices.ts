import type { TenantTransaction } from "../../core/context.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { parseUnit, type Unit, unitRatio } from "../../core/units.ts";
import { type NewActivity, type SaidLine, selectSaidLines, selectTakenOff } from "../activities/index.ts";
import {
  type InvoicedBefore,
  invoicedAgainReason,
  invoicesAlike,
  type KnownPurchase,
  type OwnPurchase,
} from "../purchases/index.ts";
import type { LineMatch } from "./line-match.ts";

/** What energy and materials are measured in. */
const CONSUMED = ["kWh", "kWh_gross", "kWh_net", "l", "Nm3", "kg"] as const satisfies readonly Unit[];

/** Invoices of one group that are alike and compared with a further one. */
const BESIDE_MAX = 5;

interface InvoiceLines {
  readonly own: readonly OwnPurchase[];
  readonly activities: readonly NewActivity[];
  /** Id that it is recorded with; null: it is not recorded. */
  readonly document_id: string | null;
}

interface Invoice extends Pick<InvoiceLines, "document_id"> {
  /** Among the documents. */
  readonly index: number;
  readonly purchase: OwnPurchase;
  readonly number: string;
  /** What its lines say, in any order; null: none tells of consumption of stated days. */
  readonly text: string | null;
  readonly is_left_out: boolean;
}

/** What an invoice is compared by with others of its supplier, day and total. */
type Compared = Pick<Invoice, "document_id" | "number" | "text"> & {
  readonly purchase: Pick<OwnPurchase, "number_key" | "currency">;
};

/**
 * Of each document, the lines of an invoice that another one may have already under another number: the same supplier, day and
 * total, be it known or one that comes before it here, and a number that differs in nothing but what stands before it ("FA-001234"
 * and 1234), as paper and e-invoice of one purchase do; or the same lines, where consumption of stated days is measured: a program
 * that numbers a repeated upload anew makes such documents. Two purchases of one day may be ones: a person says which. One of which
 * a credit note takes something back, or all lines were left out, asks nobody.
 * One statement where a document is an invoice, two more where one is alike.
 */
export async function renumberedInvoices(
  tx: TenantTransaction,
  documents: readonly InvoiceLines[],
): Promise<Map<number, LineMatch>[]> {
  const invoices = documents.flatMap(({ own: [purchase], activities, document_id }, index): Invoice[] => {
    const number = activities[0]?.invoice_number ?? null;
    if (purchase === undefined || purchase.source !== "invoice" || isNegative(purchase) || number === null) return [];
    const is_left_out = activities.every(({ split }) => split.decision.status === "excluded");
    const text = activities.some(isOfConsumption) ? textOf(activities.map(saidBy)) : null;
    return [{ index, document_id, purchase, number, text, is_left_out }];
  });
  const matches = documents.map(() => new Map<number, LineMatch>());
  const known = await knownDuplicates(tx, invoices);
  const before = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const { index, purchase } = invoice;
    const duplicate = known.get(index) ?? firstAlike(invoice, before);
    if (duplicate === undefined) continue;
    const reviewReason = invoicedAgainReason(duplicate);
    for (const line of purchase.lines) matches[index]?.set(line, { kind: "possible_duplicate", reviewReason });
  }
  return matches;
}

/** An invoice that came before this one here and that it may repeat; remembers this one, too. */
function firstAlike(invoice: Invoice, before: Map<string, Invoice[]>): InvoicedBefore | undefined {
  const keys = keysOf(invoice);
  const others = keys.flatMap((key) => before.get(key) ?? []);
  const isRemembered = invoice.document_id !== null && !invoice.is_left_out;
  for (const key of isRemembered ? keys : []) {
    const known = before.get(key) ?? [];
    if (known.length < BESIDE_MAX) before.set(key, [...known, invoice]);
  }
  return firstRepeated(invoice, others);
}

/** Of each invoice, by its index, the one that is known and that it may repeat. */
async function knownDuplicates(
  tx: TenantTransaction,
  invoices: readonly Invoice[],
): Promise<Map<number, InvoicedBefore>> {
  const renumbered = new Map<number, InvoicedBefore>();
  if (invoices.length === 0) return renumbered;
  const alike = await invoicesAlike(
    tx,
    invoices.map(({ purchase }) => purchase),
  );
  const found = alike.flat();
  if (found.length === 0) return renumbered;
  const ids = new Set(found.flatMap(({ activity_ids }) => activity_ids));
  const documents = new Set(found.map(({ document_id }) => document_id));
  const [lines, taken] = await Promise.all([selectSaidLines(tx, [...ids]), selectTakenOff(tx, [...documents])]);
  // What was taken back was billed anew on purpose.
  const takenBack = new Set(taken.map(({ document_id }) => document_id));
  // Once for each: many invoices may be alike.
  const others = new Map(
    found.map((other) => [other.id, takenBack.has(other.document_id) ? null : said(other, lines)]),
  );
  for (const [at, invoice] of invoices.entries()) {
    const own = (alike[at] ?? []).flatMap(({ id }) => others.get(id) ?? []);
    const duplicate = firstRepeated(invoice, own);
    if (duplicate !== undefined) renumbered.set(invoice.index, duplicate);
  }
  return renumbered;
}

/** The first of some invoices that another one of their supplier, day and total may repeat. */
function firstRepeated(invoice: Invoice, others: readonly Compared[]): InvoicedBefore | undefined {
  for (const other of others) {
    const by = repeated(invoice, other);
    if (by !== null && other.document_id !== null) {
      return { invoice_number: other.number, document_id: other.document_id, by };
    }
  }
  return undefined;
}

/** What two invoices of one supplier, day and total have in common; null: nothing, or the whole number, which is another question. */
function repeated(one: Compared, other: Compared): InvoicedBefore["by"] | null {
  if (one.number === other.number) return null;
  const [left, right] = [partsOf(one.purchase), partsOf(other.purchase)];
  const isPrefixed = left.letters === right.letters || left.letters === "" || right.letters === "";
  const isStem = left.stem !== "" && left.stem === right.stem && isPrefixed;
  if (isStem && one.purchase.currency === other.purchase.currency) return "number";
  return one.text !== null && one.text === other.text ? "lines" : null;
}

/** Letters and zeros stand before a number in one writing of it and not in another; two series of a supplier differ in their letters. */
function partsOf({ number_key }: Pick<OwnPurchase, "number_key">): { readonly letters: string; readonly stem: string } {
  const key = number_key ?? "";
  const letters = /^\p{L}*/u.exec(key)?.[0] ?? "";
  return { letters, stem: key.slice(letters.length).replace(/^0+/, "") };
}

/** Equal goods, tickets and nights are bought on one day; nobody uses the same to the last digit twice in the same days. */
function isOfConsumption({ service_period_start, split: { decision, quantity, unit } }: NewActivity): boolean {
  const of = parseUnit(unit ?? "");
  if (decision.status !== "classified" || service_period_start === null || quantity === null || of === null)
    return false;
  return CONSUMED.some((base) => unitRatio(of, base) !== null);
}

function isNegative({ net, gross }: OwnPurchase): boolean {
  return decimal(net ?? gross ?? "0").lt(0);
}

/** Of two that may be one purchase, one at least is equal; none: nobody says who sold it. */
function keysOf({ purchase, text }: Invoice): string[] {
  const { supplier_key, dated, net, gross, currency } = purchase;
  if (supplier_key === null) return [];
  const { stem } = partsOf(purchase);
  const same = [...(stem === "" ? [] : [["number", stem]]), ...(text === null ? [] : [["lines", text]])];
  return same.map((what) => JSON.stringify([supplier_key, dated, net, gross, currency, ...what]));
}

/** Null: people left all lines out, so that it counts nothing that another one could repeat. */
function said(purchase: KnownPurchase, lines: ReadonlyMap<string, SaidLine>): Compared | null {
  const { activity_ids, document_id } = purchase;
  const own = activity_ids.flatMap((id) => lines.get(id) ?? []);
  const number = own[0]?.invoice_number ?? null;
  if (number === null || own.every(({ status }) => status === "excluded")) return null;
  return { document_id, number, text: textOf(own), purchase };
}

type Said = Pick<
  SaidLine,
  "description" | "amount" | "stated_quantity" | "service_period_start" | "service_period_end"
>;

function saidBy(activity: NewActivity): Said {
  const { description, amount, quantity, service_period_start, service_period_end } = activity;
  return { description, amount, stated_quantity: quantity, service_period_start, service_period_end };
}

function textOf(lines: readonly Said[]): string {
  const texts = lines.map((line) =>
    JSON.stringify([
      line.description,
      numberOf(line.amount),
      numberOf(line.stated_quantity),
      line.service_period_start?.slice(0, 10) ?? null,
      line.service_period_end?.slice(0, 10) ?? null,
    ]),
  );
  return texts.toSorted((left, right) => (left < right ? -1 : Number(left > right))).join("\n");
}

function numberOf(text: string | null): string | null {
  return text === null ? null : decimalText(decimal(text));
}
