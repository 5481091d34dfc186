import type { LedgerBatch } from "./ledger-batch.ts";

/** A document that has its id, with all of its activities or some of them. */
export interface LedgerPart extends LedgerBatch {
  readonly document_id: string;
  /** Whether the document itself is to be written: once. */
  readonly is_first: boolean;
}

/**
 * Activities that are written together. Rows, their JSON, what the database answers and the audit events of one line take
 * some 15 KiB while they are under way: a year of postings at once would take a gigabyte.
 */
const ACTIVITIES_MAX = 1000;

/** Divides documents, and the lines of long ones, among statements. Order is kept, and no document is left out. */
export function ledgerSlices(batches: readonly Omit<LedgerPart, "is_first">[]): LedgerPart[][] {
  const slices: LedgerPart[][] = [];
  let free = 0;
  for (const part of batches.flatMap(partsOf)) {
    const slice = slices.at(-1);
    if (slice === undefined || part.activities.length > free) {
      slices.push([part]);
      free = ACTIVITIES_MAX;
    } else slice.push(part);
    free -= part.activities.length;
  }
  return slices;
}

function partsOf(batch: Omit<LedgerPart, "is_first">): LedgerPart[] {
  const parts: LedgerPart[] = [];
  for (let start = 0; start === 0 || start < batch.activities.length; start += ACTIVITIES_MAX) {
    const activities = batch.activities.slice(start, start + ACTIVITIES_MAX);
    parts.push({ ...batch, activities, is_first: start === 0 });
  }
  return parts;
}
