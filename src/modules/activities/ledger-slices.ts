import type { LedgerBatch, NewActivity } from "./ledger-batch.ts";

/** A document that has its id, with all of its activities or some of them. */
export interface LedgerPart extends LedgerBatch {
  readonly document_id: string;
  /** Whether the document itself is to be written: once. */
  readonly is_first: boolean;
}

/**
 * Lines that are written together. Rows, their JSON, what the database answers and the audit events of one line take some
 * 15 KiB while they are under way, of up to three slices, and entries until they are in the sums: a year of postings at once would take a gigabyte.
 */
const LINES_MAX = 500;

/** Entries that take about as much as a line with the two that it has at most on one day. */
const ENTRIES_PER_LINE = 2;

/** Divides documents, and the lines of long ones, among statements. Order is kept, and no document is left out. */
export function ledgerSlices(batches: readonly Omit<LedgerPart, "is_first">[]): LedgerPart[][] {
  const slices: LedgerPart[][] = [];
  let free = 0;
  for (const part of batches.flatMap(partsOf)) {
    const weight = part.activities.reduce((sum, activity) => sum + weightOf(activity), 0);
    const slice = slices.at(-1);
    if (slice === undefined || weight > free) {
      slices.push([part]);
      free = LINES_MAX;
    } else slice.push(part);
    free -= weight;
  }
  return slices;
}

/** A line whose use is spread over the months of a period has entries of each of them. */
function weightOf({ result }: NewActivity): number {
  const entries = result?.kind === "calculated" ? result.entries.length : 0;
  return Math.max(1, Math.ceil(entries / ENTRIES_PER_LINE));
}

function partsOf(batch: Omit<LedgerPart, "is_first">): LedgerPart[] {
  const parts: NewActivity[][] = [[]];
  let free = LINES_MAX;
  for (const activity of batch.activities) {
    const weight = weightOf(activity);
    if (weight > free) {
      parts.push([]);
      free = LINES_MAX;
    }
    parts.at(-1)?.push(activity);
    free -= weight;
  }
  return parts.map((activities, index) => ({ ...batch, activities, is_first: index === 0 }));
}
