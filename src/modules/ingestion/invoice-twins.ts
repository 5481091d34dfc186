import type { TenantTransaction } from "../../core/context.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { type NewActivity, type SaidLine, selectSaidLines, selectTakenOff } from "../activities/index.ts";
import { invoicedAgainReason, invoicesAlike, type KnownPurchase, type OwnPurchase } from "../purchases/index.ts";
import type { LineMatch } from "./line-match.ts";

interface InvoiceLines {
  readonly own: readonly OwnPurchase[];
  readonly activities: readonly NewActivity[];
}

/**
 * Of each document, the lines of an invoice that another one has already under another number: the same supplier, day, total and lines.
 * A program that numbers a repeated upload anew makes such twins, and two purchases of one day may be ones: a person says which.
 * One of which a credit note takes something back asks nobody. One statement where a document is an invoice, two more where one is alike.
 */
export async function invoiceTwins(
  tx: TenantTransaction,
  documents: readonly InvoiceLines[],
): Promise<Map<number, LineMatch>[]> {
  const invoices = documents.flatMap(({ own: [purchase] }, index) =>
    purchase === undefined || purchase.source !== "invoice" || isNegative(purchase) ? [] : [{ index, purchase }],
  );
  const matches = documents.map(() => new Map<number, LineMatch>());
  if (invoices.length === 0) return matches;
  const alike = await invoicesAlike(
    tx,
    invoices.map(({ purchase }) => purchase),
  );
  const found = alike.flat();
  if (found.length === 0) return matches;
  const [known, taken] = await Promise.all([
    selectSaidLines(
      tx,
      found.flatMap(({ activity_ids }) => activity_ids),
    ),
    selectTakenOff(
      tx,
      found.map(({ document_id }) => document_id),
    ),
  ]);
  // What was taken back was billed anew on purpose.
  const takenBack = new Set(taken.map(({ document_id }) => document_id));
  for (const [at, { index, purchase }] of invoices.entries()) {
    const activities = documents[index]?.activities ?? [];
    const twin = (alike[at] ?? []).find(
      (other) => !takenBack.has(other.document_id) && isTwin(other, activities, known),
    );
    if (twin === undefined) continue;
    const reviewReason = invoicedAgainReason(twin);
    for (const line of purchase.lines) matches[index]?.set(line, { kind: "possible_duplicate", reviewReason });
  }
  return matches;
}

function isNegative({ net, gross }: OwnPurchase): boolean {
  return decimal(net ?? gross ?? "0").lt(0);
}

/** One that people left out altogether counts nothing that this one could repeat. */
function isTwin(
  { activity_ids }: KnownPurchase,
  activities: readonly NewActivity[],
  known: ReadonlyMap<string, SaidLine>,
): boolean {
  const lines = activity_ids.flatMap((id) => known.get(id) ?? []);
  if (lines.length !== activities.length || lines.every(({ status }) => status === "excluded")) return false;
  const [left, right] = [lines.map(said), activities.map((line) => said({ ...line, stated_quantity: line.quantity }))];
  return left.toSorted(byText).join("\n") === right.toSorted(byText).join("\n");
}

function byText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function said(
  line: Pick<SaidLine, "description" | "amount" | "stated_quantity" | "service_period_start" | "service_period_end">,
): string {
  return JSON.stringify([
    line.description,
    numberOf(line.amount),
    numberOf(line.stated_quantity),
    line.service_period_start?.slice(0, 10) ?? null,
    line.service_period_end?.slice(0, 10) ?? null,
  ]);
}

function numberOf(text: string | null): string | null {
  return text === null ? null : decimalText(decimal(text));
}
