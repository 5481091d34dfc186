import { z } from "zod";
import type { TenantTransaction } from "../../../core/context.ts";
import { notFound, validationError } from "../../../core/errors.ts";
import { defineOperation } from "../../../core/operation.ts";
import { lockAuditChain } from "../../audit/index.ts";
import {
  LINK_DECISION_EXAMPLE,
  type LinkChange,
  selectLinkDecision,
  selectLinkedRecord,
  type SourceRecord,
  type StoredLinkDecision,
} from "../../purchases/index.ts";
import { selectReadings } from "../store.ts";
import { dryRun, linkReason } from "./decide-purchase-link.ts";
import { type ChangedLine, currentLines } from "./lines-of-link.ts";
import { effectOfLines, linkEffect } from "./link-effect.ts";
import { writeLinkDecision } from "./write-link.ts";

export const undoPurchaseLinkDecision = defineOperation({
  name: "undo_purchase_link_decision",
  title: "Undo a decision about a payment and what it settles",
  description:
    "Takes the newest decision about a payment back: pairs, lines and figures are as they were before it; the decision and its " +
    "undoing stay in the list. Refused when it was undone, a later decision stands, or something else changed the payment or " +
    "what counts for it since: decide anew then. dry_run tells the effect in kg CO2e.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the decision, from list_purchase_link_decisions"),
    reason: linkReason,
    dry_run: dryRun,
  }),
  output: linkEffect,
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/purchase-link-decisions/:id/undo" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$purchase_link_decision_id", reason: "The wrong pair" },
    output: {
      dry_run: false,
      decision: {
        ...LINK_DECISION_EXAMPLE,
        decision: "undo",
        undoes_id: "0198c0de-0000-7000-8000-000000000077",
        reason: "The wrong pair",
      },
      activity_ids: [],
      change_kg: 0,
      years: [],
    },
  },
  async run(ctx, { id, reason, dry_run = false }) {
    return await ctx.db.transaction(async (tx) => {
      if (!dry_run) await lockAuditChain(tx);
      const undone = await selectLinkDecision(tx, id);
      if (undone === undefined) throw notFound("purchase link decision");
      if (undone.decision === "undo") throw refused("not_undoable", "an undoing is not undone: decide anew");
      if (undone.undone_by !== null) throw refused("undone", "it was taken back already");
      if (!undone.is_newest)
        throw refused("later_decision", "a later decision about the payment stands: undo that one");
      const record = await selectLinkedRecord(tx, undone.payment_id);
      if (record === undefined) throw new Error("a payment that was decided about vanished");
      const { payment } = record;
      const { change, item_ids } = undone;
      await assertUnchanged(tx, payment, change);
      const lines = await linesBefore(tx, undone);
      const effect = await effectOfLines(ctx, tx, lines);
      if (dry_run) return { dry_run, decision: null, ...effect };
      const said = { item_ids, decision: "undo" as const, undoes: id, reason };
      const decision = await writeLinkDecision(ctx, tx, { payment, said, link: linkBefore(change), lines });
      return { dry_run, decision, ...effect };
    });
  },
});

/** @throws ServiceError request.validation_failed when the payment, or what would count for it, is no longer as it was left */
async function assertUnchanged(tx: TenantTransaction, payment: SourceRecord, change: LinkChange): Promise<void> {
  const { counted_by_before, counted_by_after, state_after } = change;
  const isMoved = payment.counted_by !== counted_by_after || payment.state !== state_after;
  if (isMoved) throw refused("changed_since", CHANGED);
  if (counted_by_before === null || counted_by_before === counted_by_after) return;
  const counting = (await selectLinkedRecord(tx, counted_by_before))?.payment;
  if (counting?.state !== "settled" || counting.counted_by !== null) throw refused("changed_since", CHANGED);
}

const CHANGED = "the payment, or what counts for it, was changed since: decide anew";

/** The lines with their readings before the decision. */
async function linesBefore(
  tx: TenantTransaction,
  { change: { lines }, restored }: StoredLinkDecision,
): Promise<ChangedLine[]> {
  const again = new Map(restored.map(({ split_after, stands_for = split_after }) => [split_after, stands_for]));
  const current = await currentLines(
    tx,
    lines.map(({ activity_id }) => activity_id),
  );
  const byId = new Map(current.map((line) => [line.id, line]));
  const changed: ChangedLine[] = [];
  for (const { activity_id, split_before, split_after } of lines) {
    const line = byId.get(activity_id);
    const [before] = await selectReadings(tx, [split_before]);
    if (line === undefined || before === undefined || readingOf(line.split_id, again) !== split_after) {
      throw refused("changed_since", "a line of the payment was changed since: undo that first");
    }
    changed.push({ current: line, later: null, before });
  }
  return changed;
}

/** The reading that a line has, or has again. */
function readingOf(split_id: string, again: ReadonlyMap<string, string>): string {
  const before = again.get(split_id);
  return before === undefined ? split_id : readingOf(before, again);
}

function linkBefore({ counted_by_before, state_before, words }: LinkChange) {
  return {
    counted_by: counted_by_before,
    state: state_before,
    words: words.map(({ item_id, state, amount, before }) => ({
      item_id,
      state: (before ?? "withdrawn") as (typeof words)[number]["state"],
      amount,
      before: state,
    })),
  };
}

function refused(code: string, message: string): Error {
  return validationError([{ path: "id", code, message }]);
}
