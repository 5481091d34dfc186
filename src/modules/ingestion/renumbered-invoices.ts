import type { TenantTransaction } from "../../core/context.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { parseUnit, type Unit, unitRatio } from "../../core/units.ts";
import { type NewActivity, type SaidLine, selectSaidLines, selectTakenOff } from "../activities/index.ts";
import { invoicedAgainReason, invoicesAlike, type KnownPurchase, type OwnPurchase } from "../purchases/index.ts";
import type { LineMatch } from "./line-match.ts";

/** What energy and materials are measured in. */
const CONSUMED = ["kWh", "kWh_gross", "kWh_net", "l", "Nm3", "kg"] as const satisfies readonly Unit[];

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
  /** What its lines say, in any order. */
  readonly text: string;
  readonly is_left_out: boolean;
}

/** An invoice that another one may repeat. */
interface Known {
  readonly invoice_number: string;
  readonly document_id: string;
}

/**
 * Of each document, the lines of an invoice that another one has already under another number: the same supplier, day, total and lines,
 * be it known or one that comes before it here, where consumption of stated days is measured. A program that numbers a repeated upload
 * anew makes such documents, and two purchases of one day may be ones: a person says which. One of which a credit note takes something back, or all lines were left out, asks nobody.
 * One statement where a document is an invoice, two more where one is alike.
 */
export async function renumberedInvoices(
  tx: TenantTransaction,
  documents: readonly InvoiceLines[],
): Promise<Map<number, LineMatch>[]> {
  const invoices = documents.flatMap(({ own: [purchase], activities, document_id }, index): Invoice[] => {
    const number = activities[0]?.invoice_number ?? null;
    if (purchase === undefined || purchase.source !== "invoice" || isNegative(purchase) || number === null) return [];
    if (!activities.some(isOfConsumption)) return [];
    const is_left_out = activities.every(({ split }) => split.decision.status === "excluded");
    return [{ index, document_id, purchase, number, text: textOf(activities.map(saidBy)), is_left_out }];
  });
  const matches = documents.map(() => new Map<number, LineMatch>());
  const known = await knownDuplicates(tx, invoices);
  const first = new Map<string, Known>();
  for (const invoice of invoices) {
    const { index, purchase, number: invoice_number, document_id } = invoice;
    const key = keyOf(invoice);
    const beside = key === null ? undefined : first.get(key);
    if (key !== null && beside === undefined && document_id !== null && !invoice.is_left_out) {
      first.set(key, { invoice_number, document_id });
    }
    const duplicate = known.get(index) ?? beside;
    if (duplicate === undefined) continue;
    const reviewReason = invoicedAgainReason(duplicate);
    for (const line of purchase.lines) matches[index]?.set(line, { kind: "possible_duplicate", reviewReason });
  }
  return matches;
}

/** Of each invoice, by its index, the one that is known and its duplicate. */
async function knownDuplicates(tx: TenantTransaction, invoices: readonly Invoice[]): Promise<Map<number, Known>> {
  const renumbered = new Map<number, Known>();
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
  const texts = new Map(found.map((other) => [other.id, takenBack.has(other.document_id) ? null : said(other, lines)]));
  for (const [at, { index, text }] of invoices.entries()) {
    const duplicate = (alike[at] ?? []).find(({ id }) => texts.get(id)?.text === text);
    const number = duplicate === undefined ? null : (texts.get(duplicate.id)?.number ?? null);
    if (duplicate !== undefined && number !== null) {
      renumbered.set(index, { invoice_number: number, document_id: duplicate.document_id });
    }
  }
  return renumbered;
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

/** Null: nobody says who sold it. */
function keyOf({ purchase: { supplier_key, dated, net, gross, currency }, text }: Invoice): string | null {
  return supplier_key === null ? null : JSON.stringify([supplier_key, dated, net, gross, currency, text]);
}

/** Null: people left all lines out, so that it counts nothing that another one could repeat. */
function said({ activity_ids }: KnownPurchase, lines: ReadonlyMap<string, SaidLine>) {
  const own = activity_ids.flatMap((id) => lines.get(id) ?? []);
  const number = own[0]?.invoice_number ?? null;
  return number === null || own.every(({ status }) => status === "excluded") ? null : { number, text: textOf(own) };
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
