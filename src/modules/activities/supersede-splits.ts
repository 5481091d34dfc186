import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry } from "../audit/index.ts";
import { type Decision, PENDING_KEY } from "../categorization/index.ts";
import { type ConversionStep, type ReviewReason, endEntries, SPLITS_MAX } from "../emissions/index.ts";
import { recordOfRow } from "./covers/cover.ts";
import { type SplitRow, splitRow } from "./new-split.ts";
import { recordSplits } from "./record-splits.ts";
import { type CurrentActivityRow, selectCurrentActivities } from "./store.ts";

/**
 * Why an activity gets a new split because of another document: that one has the canonical record of the purchase, a person must
 * say whether it has, or the document that had it was left out, so that a person must decide about this one again. Or because of
 * what a record covers: a row is evidence of it, or rows and record differ.
 */
export type SplitChange =
  | { readonly kind: "duplicate"; readonly activity_id: string; readonly reason: string }
  | {
      readonly kind: "covered";
      readonly activity_id: string;
      readonly reason: string;
      readonly step: ConversionStep;
    }
  | {
      readonly kind: "possible_duplicate" | "reopened" | "differs";
      readonly activity_id: string;
      readonly reviewReason: ReviewReason;
      /** A question that it is asked before, where the line waits for that; absent: for a quantity that is lacking alone. */
      readonly before?: ReviewReason["code"];
    };

/**
 * Reads activities anew because of what another document says, which takes them out of the totals: each gets a split that supersedes its
 * current one, its entries get successors of 0 kg, and the audit events say why. Activities that do not count already are
 * left alone. The transaction holds the tenant's audit chain.
 */
export async function supersedeSplits(
  ctx: Context,
  tx: TenantTransaction,
  splitChanges: readonly SplitChange[],
): Promise<void> {
  for (let start = 0; start < splitChanges.length; start += SPLITS_MAX) {
    await supersedeTogether(ctx, tx, splitChanges.slice(start, start + SPLITS_MAX));
  }
}

interface Superseded {
  readonly current: CurrentActivityRow;
  readonly row: SplitRow;
  readonly splitChange: SplitChange;
}

async function supersedeTogether(
  ctx: Context,
  tx: TenantTransaction,
  splitChanges: readonly SplitChange[],
): Promise<void> {
  const byActivity = new Map(splitChanges.map((splitChange) => [splitChange.activity_id, splitChange]));
  const activities = await selectCurrentActivities(tx, [...byActivity.keys()]);
  const superseded = activities.flatMap((current): Superseded[] => {
    const splitChange = byActivity.get(current.id);
    if (splitChange === undefined || !isChanged(current, splitChange)) return [];
    return [{ current, splitChange, row: laterSplit(ctx, current, splitChange) }];
  });
  if (superseded.length === 0) return;
  const splitEvents = await recordSplits(
    ctx,
    tx,
    superseded.map(({ current, row }) => ({ row, line: current })),
  );
  const ended = superseded.map(({ current, row }) => ({
    from_split_id: current.split_id,
    source: {
      activity_id: current.id,
      activity_split_id: row.id,
      department_id: current.department_id,
      transaction_date: current.transaction_date,
    },
  }));
  const events = await endEntries(ctx, tx, ended);
  await appendAudit(ctx, tx, [
    ...splitEvents.flatMap((event, index) => [event, ...superseded.slice(index, index + 1).map(changeEvent)]),
    ...events,
  ]);
}

/**
 * What a person left out stays out; what waits already waits, but for its quantity alone: whether the purchase is another one's is
 * asked before.
 */
function isChanged(current: CurrentActivityRow, change: SplitChange): boolean {
  const { kind } = change;
  const { status, mapped_by, review_code } = current;
  if (change.kind === "possible_duplicate" && review_code !== null) {
    if (review_code === "quantity_missing" || review_code === change.before) return true;
  }
  // A guard's word about a row on an account that a record names stands behind the record's.
  if (kind === "covered") return true;
  // The record counts it, whatever became of another document.
  if (kind === "reopened") return status === "excluded" && mapped_by !== "person" && recordOfRow(current) === null;
  return status === "classified" || (kind === "duplicate" && status === "pending_review");
}

function laterSplit(ctx: Context, current: CurrentActivityRow, splitChange: SplitChange): SplitRow {
  const identity = {
    id: ctx.newId(),
    activity_id: current.id,
    supersedes_split_id: current.split_id,
    created_by: ctx.principal.actor,
    stated: current.stated,
  };
  const split = {
    decision: decisionOf(current, splitChange),
    quantity: current.split_quantity,
    unit: current.split_unit,
    conversion: splitChange.kind === "covered" ? [...current.conversion, splitChange.step] : current.conversion,
    allocated_amount: current.allocated_amount,
    allocated_currency: current.allocated_currency,
    department_id: current.department_id,
    ruled_period: current.ruled_period,
  };
  return splitRow(
    identity,
    split,
    isLeftOut(splitChange) ? null : { kind: "review", reviewReason: splitChange.reviewReason },
  );
}

const ACTIONS: Readonly<Record<SplitChange["kind"], string>> = {
  duplicate: "activity.became_evidence",
  possible_duplicate: "activity.doubted",
  reopened: "activity.reopened",
  covered: "activity.covered",
  differs: "activity.differs_from_books",
};

function isLeftOut(change: SplitChange): change is Extract<SplitChange, { kind: "covered" | "duplicate" }> {
  return change.kind === "duplicate" || change.kind === "covered";
}

function changeEvent({ current, row, splitChange }: Superseded): AuditEntry {
  return {
    action: ACTIONS[splitChange.kind],
    subject: current.id,
    payload: {
      from_status: current.status,
      to_status: row.status,
      split_id: row.id,
      ...(splitChange.kind === "covered" ? { record_activity_id: splitChange.step.to } : {}),
    },
  };
}

/** The category stays: it says what was bought, whoever counts it. One that only a language model named says nothing. */
function decisionOf(current: CurrentActivityRow, splitChange: SplitChange): Decision {
  return {
    status: isLeftOut(splitChange) ? "excluded" : "classified",
    category_key: current.mapped_by === "model" ? PENDING_KEY : current.category_key,
    mapped_by: !isLeftOut(splitChange) && current.mapped_by === "person" ? "person" : "rule",
    confidence: isLeftOut(splitChange) ? 1 : Number(current.confidence),
    reason: isLeftOut(splitChange) ? splitChange.reason : current.reason,
    candidates: [],
  };
}
