import { cutText } from "../../../core/cut-text.ts";
import type { TenantTransaction } from "../../../core/context.ts";
import { PENDING_KEY } from "../../categorization/index.ts";
import type { ReviewReason } from "../../emissions/index.ts";
import { isDuplicateReason, linkedReason, NAMES, type SourceRecord } from "../../purchases/index.ts";
import { recordOfRow } from "../covers/cover.ts";
import { readAs, type ReadingTables } from "../read-again.ts";
import { type CurrentActivityRow, selectCurrentActivities, selectReading } from "../store.ts";
import type { LaterSplit } from "../write-later-split.ts";

/** A line of a record and the reading that a decision about the record gives it. */
export interface ChangedLine {
  readonly current: CurrentActivityRow;
  /** Null: it counts again as it did by `before`. */
  readonly later: LaterSplit | null;
  readonly before?: CurrentActivityRow;
}

interface Decided {
  readonly lines: "left_out" | "counts" | "asked";
  readonly items: readonly SourceRecord[];
  readonly reason: string;
}

/** Lines that one statement reads. */
const LINES_MAX = 1000;
const REASON_MAX = 1000;
/** Readings of one line that are looked through. */
const READINGS_MAX = 1000;

/** What a decision about a record makes of its lines; a line that something else keeps out, or waits for, stays as it is. */
export async function linesOfLink(
  tx: TenantTransaction,
  activity_ids: readonly string[],
  decided: Decided,
  tables: ReadingTables,
): Promise<ChangedLine[]> {
  const changed: ChangedLine[] = [];
  for (const current of await currentLines(tx, activity_ids)) {
    const later =
      decided.lines === "left_out" ? leftOut(current, decided) : await backFrom(tx, { current, decided, tables });
    if (later !== null) changed.push({ current, later });
  }
  return changed;
}

export async function currentLines(
  tx: TenantTransaction,
  activity_ids: readonly string[],
): Promise<readonly CurrentActivityRow[]> {
  const lines: CurrentActivityRow[] = [];
  for (let start = 0; start < activity_ids.length; start += LINES_MAX) {
    lines.push(...(await selectCurrentActivities(tx, activity_ids.slice(start, start + LINES_MAX))));
  }
  return lines;
}

/** The category stays: it says what was bought, whoever counts it. */
function leftOut(current: CurrentActivityRow, { items, reason }: Decided): LaterSplit | null {
  if (current.status === "excluded") return null;
  const category_key = current.mapped_by === "model" ? PENDING_KEY : current.category_key;
  const why = cutText(linkedReason(items, reason), REASON_MAX);
  return {
    decision: { status: "excluded", category_key, mapped_by: "person", confidence: 1, reason: why, candidates: [] },
    split: splitOf(current),
    result: null,
  };
}

interface Back {
  readonly current: CurrentActivityRow;
  readonly decided: Decided;
  readonly tables: ReadingTables;
}

async function backFrom(tx: TenantTransaction, { current, decided, tables }: Back): Promise<LaterSplit | null> {
  const base = await readingBefore(tx, current);
  if (base === null) return null;
  const { category_key, candidates, mapped_by } = base;
  const why = cutText(`a purchase of its own: ${decided.reason}; ${base.reason}`, REASON_MAX);
  const decision = {
    status: "classified" as const,
    category_key,
    mapped_by: mapped_by === "model" ? ("rule" as const) : mapped_by,
    confidence: Number(base.confidence),
    reason: decided.lines === "asked" ? base.reason : why,
    candidates,
  };
  if (decided.lines === "asked") {
    return { decision, split: splitOf(base), result: { kind: "review", reviewReason: stillAsked(decided.items) } };
  }
  // Nobody knows what was bought: it waits for that.
  if (category_key === PENDING_KEY)
    return { decision: { ...decision, status: "pending_review" }, split: splitOf(base), result: null };
  return { decision, ...readAs(base, category_key, tables) };
}

/** The newest reading by which the line was no evidence yet; null: it is none, or never was anything else. */
async function readingBefore(tx: TenantTransaction, current: CurrentActivityRow): Promise<CurrentActivityRow | null> {
  if (current.status === "classified" || recordOfRow(current) !== null) return null;
  if (current.status === "pending_review") return isAsked(current) ? current : null;
  if (!isDuplicateReason(current.reason)) return null;
  let reading: CurrentActivityRow | undefined = current;
  for (let step = 0; step < READINGS_MAX && reading !== undefined; step += 1) {
    if (reading.status !== "excluded") return reading;
    reading = reading.supersedes_split_id === null ? undefined : await selectReading(tx, reading.supersedes_split_id);
  }
  // Its document was recorded as evidence: the reading tells what was bought all the same.
  return current;
}

function isAsked({ review_code }: CurrentActivityRow): boolean {
  return review_code === "possible_duplicate" || review_code === "payment_unmatched";
}

function splitOf(reading: CurrentActivityRow): LaterSplit["split"] {
  const { split_quantity, split_unit, conversion, allocated_amount, allocated_currency, ruled_period } = reading;
  return { quantity: split_quantity, unit: split_unit, conversion, allocated_amount, allocated_currency, ruled_period };
}

function stillAsked(items: readonly SourceRecord[]): ReviewReason {
  const named = items.map(({ source, document_id }) => `${NAMES[source]}, document ${document_id}`).join("; ");
  return {
    code: "possible_duplicate",
    detail: `A person separated it from some of what it was evidence of. It may settle ${named}. Left out, it is evidence; accepted, it counts beside them.`,
  };
}
