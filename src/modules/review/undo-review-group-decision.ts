import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { undoChangeIn } from "../activities/index.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { removeCategoryRule } from "../categorization/index.ts";
import { oneLine } from "./decide-group-lines.ts";
import {
  GROUP_DECISION_EXAMPLE,
  GROUP_LINE_EXAMPLE,
  groupDecisionAnswer,
  type GroupLineResult,
  LINES_PER_CALL,
  toGroupDecision,
} from "./group-decision.ts";
import {
  isLineUndoable,
  selectGroupDecision,
  selectLinesToUndo,
  settleUndo,
  withdrawDecision,
} from "./store-group-decisions.ts";

export const undoReviewGroupDecision = defineOperation({
  name: "undo_review_group_decision",
  title: "Undo a decision about a group",
  description:
    "Takes a group decision back as one: its lines wait again as before, what was learned from them is forgotten, the rule that " +
    "came with it is deleted, and lines that it had not reached are left alone (withdrawn_count). 200 lines per call, the last " +
    "first: repeat until undo.remaining_count is 0. A line that somebody changed since is left as it is (changed_meanwhile). " +
    "Decision and undoing stay in the audit log.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the decision, from list_review_group_decisions"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor; of the first call"),
  }),
  output: groupDecisionAnswer,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/review-group-decisions/:id/undo" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$review_group_decision_id", reason: "It was paper for resale" },
    output: {
      ...GROUP_DECISION_EXAMPLE,
      withdrawn_count: 12,
      remaining_count: 0,
      undo: {
        reason: "It was paper for resale",
        undone_by: "user:0198c0de-0000-7000-8000-000000000031",
        undone_by_name: "Mette Holm",
        undone_at: "2026-01-05T09:00:00.000000Z",
        undone_count: 200,
        remaining_count: 0,
      },
      results: [{ ...GROUP_LINE_EXAMPLE, outcome: "undone", status: "pending_review" }],
    },
  },
  async run(ctx, { id, reason }) {
    const undo_reason = await ctx.db.transaction((tx) => withdraw(ctx, tx, id, reason));
    const results: GroupLineResult[] = [];
    for (const line of await selectLinesToUndo(ctx.db, id, LINES_PER_CALL)) {
      const result = await oneLine(ctx, {
        line,
        write: async (tx, current) => {
          await undoChangeIn(ctx, tx, { current, reason: undo_reason });
          return "undone";
        },
        isOpen: (tx) => isLineUndoable(tx, id, line.activity_id),
        settle: (tx, outcome) => settleUndo(tx, id, outcome),
      });
      if (result !== null) results.push(result);
    }
    const row = await selectGroupDecision(ctx.db, id);
    if (row === undefined) throw new Error("a decision that was just undone vanished");
    return { ...toGroupDecision(row), results };
  },
});

/** Ends the decision once, with its rule; a later call finds it ended. Returns the reason of the first call. */
async function withdraw(ctx: Context, tx: TenantTransaction, id: string, reason: string): Promise<string> {
  const row = await selectGroupDecision(tx, id);
  if (row === undefined) throw notFound("decision about a group");
  if (row.undo_reason !== null) return row.undo_reason;
  // Rules are locked before the audit chain, here as everywhere.
  if (row.category_rule_id !== null) await removeCategoryRule(ctx, tx, row.category_rule_id);
  await lockAuditChain(tx);
  const now = await selectGroupDecision(tx, id);
  if (now?.undo_reason != null) return now.undo_reason;
  await withdrawDecision(tx, { id, reason, undone_by: ctx.principal.actor });
  const { category_rule_id, decided_count, remaining_count } = now ?? row;
  const payload = { reason, category_rule_id, decided_count, withdrawn_count: remaining_count };
  await appendAudit(ctx, tx, [{ action: "review_group.decision_undone", subject: id, payload }]);
  return reason;
}
