import type { ConversionStep, CountedBy } from "../emissions/index.ts";
import type { CreditPart } from "./credit-shares.ts";

/** The step of a reading that says what it takes back: `to` is the id of the document. It stays with later readings. */
export function creditStep(
  { amount, quantity, unit, document_id, counted_by, service_period }: CreditPart,
  currency: string | null,
): ConversionStep {
  const from = quantity === null ? `${amount} ${currency ?? ""}` : `${quantity} ${unit ?? ""}`;
  const note = `Takes back what document ${document_id} counts, on the days and for the department for which that counts.`;
  const is_over_days = service_period?.as_counted?.is_over_days;
  const kept = {
    ...(counted_by === null ? {} : { counted_by }),
    ...(quantity === null ? { is_by_money: true as const } : {}),
    ...(is_over_days === undefined ? {} : { is_over_days }),
  };
  return { kind: "credit", from: from.trim(), to: document_id, factor: null, note, kept };
}

/** Whether what a reading takes back counts by money. */
export function isByMoney(conversion: readonly ConversionStep[]): boolean {
  return conversion.find(({ kind }) => kind === "credit")?.kept?.is_by_money === true;
}

/**
 * Whether what a reading takes back counts on the days of its period, whatever the words of the credit note; undefined: it takes nothing
 * back in the category, or was stored before this was kept.
 */
export function keptOverDays(conversion: readonly ConversionStep[], category_key: string): boolean | undefined {
  const kept = conversion.find(({ kind }) => kind === "credit")?.kept;
  const isOfOther = kept?.counted_by !== undefined && kept.counted_by.category_key !== category_key;
  return isOfOther ? undefined : kept?.is_over_days;
}

/** By what counts what a reading takes back; null: it takes nothing back, or was stored before this was kept. */
export function keptCountedBy(conversion: readonly ConversionStep[]): CountedBy | null {
  return conversion.find(({ kind }) => kind === "credit")?.kept?.counted_by ?? null;
}

/** The step of a line that waits for an invoice which it names: `to` is the number. */
export function referenceStep(invoice_number: string): ConversionStep {
  const note = `Names invoice ${invoice_number}, of which not enough is counted yet: the line is read anew when that invoice counts.`;
  return { kind: "reference", from: "credit note", to: invoice_number, factor: null, note };
}

/** The same of an invoice that counts in another currency than the credit note. */
export function otherCurrencyStep(invoice_number: string, invoice_currency: string): ConversionStep {
  const note = `Names invoice ${invoice_number}, which is in ${invoice_currency}: the line is read anew when that invoice changes.`;
  return { ...referenceStep(invoice_number), note, kept: { invoice_currency } };
}

/** What the step of a line says that waits without naming an invoice. */
const ANY_INVOICE = "*";

/** The step of a line that waits and names no invoice. Notes that waited before it existed have none, and wait for a person. */
export function unnamedStep(): ConversionStep {
  const note =
    "Names no invoice, and none is counted of which enough is left: the line is read anew when exactly one such invoice of its supplier counts.";
  return { kind: "reference", from: "credit note", to: ANY_INVOICE, factor: null, note };
}

/** Both kinds of steps of a reading. */
export function creditSteps({ conversion }: { readonly conversion: readonly ConversionStep[] }): ConversionStep[] {
  return conversion.filter(({ kind }) => kind === "credit" || kind === "reference");
}

/** The invoices that a line names, and waits for. */
export function namedInvoices(line: { readonly conversion: readonly ConversionStep[] }): string[] {
  return line.conversion.flatMap(({ kind, to }) => (kind === "reference" && to !== ANY_INVOICE ? [to] : []));
}

/** Whether a line waits for any invoice of its supplier. */
export function isUnnamed(line: { readonly conversion: readonly ConversionStep[] }): boolean {
  return line.conversion.some(({ kind, to }) => kind === "reference" && to === ANY_INVOICE);
}

/** The steps of a reading without those. */
export function withoutCredits(conversion: readonly ConversionStep[]): ConversionStep[] {
  const credits = new Set(creditSteps({ conversion }));
  return conversion.filter((step) => !credits.has(step));
}
