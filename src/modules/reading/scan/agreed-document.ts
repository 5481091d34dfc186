import type { Recognition, ParsedDocument } from "../parsed-document.ts";

/** A document that was recognised on pages. */
export type RecognisedDocument = ParsedDocument & { readonly recognition: Recognition };

type Voted = "invoice_number" | "issue_date" | "supplier" | "currency";

/**
 * One document from several passes over the same page, each of which misreads other letters: the pass whose amounts add up
 * and that tells most, with what it lacks from the others. Where passes read a date differently, most of them decide, and
 * a person looks at it. Null: nothing was recognised in any pass.
 */
export function agreedDocument(passes: readonly RecognisedDocument[]): RecognisedDocument | null {
  const sorted = passes.toSorted((pass, other) => scoreOf(other) - scoreOf(pass));
  const [best] = sorted;
  if (best === undefined || sorted.length === 1) return best ?? null;
  const date = voted(sorted, "issue_date", ({ issue_date }) => issue_date);
  const number = voted(sorted, "invoice_number", ({ invoice_number }) => invoice_number);
  const name = voted(sorted, "supplier", (pass) => pass.supplier?.name ?? null).value;
  const supplier = sorted.find((pass) => pass.supplier !== null && pass.supplier.name === name)?.supplier ?? null;
  const currency = best.currency ?? voted(sorted, "currency", (pass) => pass.currency).value;
  const doubts = best.recognition.doubts.filter((doubt) => !isSettled(doubt, date, number));
  if (date.is_disputed) doubts.push("The date was read differently in several passes.");
  const lines = currency === best.currency ? best.lines : best.lines.map((line) => ({ ...line, currency }));
  const confidence = { ...best.recognition.confidence, issue_date: date.confidence, invoice_number: number.confidence };
  return {
    ...best,
    issue_date: date.value,
    invoice_number: number.value,
    supplier,
    currency,
    lines,
    recognition: { ...best.recognition, confidence, doubts },
  };
}

/** Amounts that prove each other outweigh any number of labels; a quantity that a price proves outweighs a label. */
function scoreOf({ recognition, quantities, lines, total_incl_vat }: RecognisedDocument): number {
  const { confidence, is_closed } = recognition;
  const fields = Object.values(confidence).reduce((sum, value) => sum + value, 0);
  const proven = quantities.length > 0 ? 3 : lines.filter((line) => line.quantity !== null).length / 10;
  return (is_closed ? 20 : 0) + (total_incl_vat === null ? 0 : 2) + fields + proven + (lines.length > 1 ? 1 : 0);
}

interface Vote<Value> {
  readonly value: Value | null;
  readonly confidence: number;
  readonly is_disputed: boolean;
}

/** The value that most passes have; of equally many the one of the best reading. */
function voted<Value>(
  sorted: readonly RecognisedDocument[],
  field: Voted,
  read: (document: RecognisedDocument) => Value | null,
): Vote<Value> {
  const counts = new Map<Value, { count: number; confidence: number }>();
  for (const document of sorted) {
    const value = read(document);
    if (value === null) continue;
    const { count = 0, confidence = 0 } = counts.get(value) ?? {};
    counts.set(value, { count: count + 1, confidence: Math.max(confidence, document.recognition.confidence[field]) });
  }
  const [most] = [...counts].toSorted(([, vote], [, other]) => other.count - vote.count);
  if (most === undefined) return { value: null, confidence: 0, is_disputed: false };
  return { value: most[0], confidence: most[1].confidence, is_disputed: counts.size > 1 };
}

/** Doubts of the best reading that another one settles. */
function isSettled(doubt: string, date: Vote<string>, number: Vote<string>): boolean {
  if (doubt === NUMBER_MISSING) return number.value !== null;
  return doubt === DATE_UNCLEAR && date.confidence >= 0.6;
}

export const NUMBER_MISSING = "No invoice number was recognised.";
export const LITRES_UNCONFIRMED =
  "Litres of fuel were recognised that neither a price nor the heading of a column confirms.";
export const DATE_UNCLEAR = "No date is labelled as the date of the invoice.";
