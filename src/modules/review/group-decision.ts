import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { pendingRestatement } from "../activities/index.ts";
import { evidenceNamed } from "../emissions/index.ts";
import { GROUP_DECISIONS, type GroupDecisionRow } from "./store-group-decisions.ts";

/** Lines that one call decides about, or undoes; a further call takes the next ones. */
export const LINES_PER_CALL = 200;

/** A decision about a group, with what became of its lines so far. */
export const groupDecision = z.object({
  id: z.uuid(),
  decision: z.enum(GROUP_DECISIONS),
  category_id: z.union([z.string(), z.null()]),
  reason: z.union([z.string(), z.null()]),
  /** Stored files that show it. */
  evidence: z.array(evidenceNamed),
  supplier_name: z.union([z.string(), z.null()]),
  gl_account: z.union([z.string(), z.null()]),
  waits_for_code: z.string(),
  suggested_category_id: z.union([z.string(), z.null()]),
  category_rule_id: z.union([z.uuid(), z.null()]),
  line_count: z.int(),
  decided_count: z.int(),
  changed_count: z.int(),
  failed_count: z.int(),
  withdrawn_count: z.int(),
  remaining_count: z.int(),
  decided_by: z.string(),
  decided_by_name: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
  undo: z.union([
    z.object({
      reason: z.string(),
      undone_by: z.string(),
      undone_by_name: z.union([z.string(), z.null()]),
      undone_at: z.iso.datetime(),
      undone_count: z.int(),
      remaining_count: z.int(),
    }),
    z.null(),
  ]),
});
SCHEMA_NAMES.add(groupDecision, { name: "ReviewGroupDecision" });

export type GroupDecisionRecord = z.infer<typeof groupDecision>;

/** What a call did with one line. */
const groupLineResult = z.object({
  activity_id: z.uuid(),
  outcome: z.enum(["decided", "undone", "changed_meanwhile", "failed"]),
  status: z.union([z.enum(["pending_review", "classified", "excluded"]), z.null()]),
  category_id: z.union([z.string(), z.null()]),
  error: z.union([z.object({ code: z.string(), detail: z.string() }), z.null()]),
  /** What waits for a closed year to be restated; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
});
SCHEMA_NAMES.add(groupLineResult, { name: "ReviewGroupLineResult" });

export type GroupLineResult = z.infer<typeof groupLineResult>;

export const groupDecisionAnswer = groupDecision.extend({ results: z.array(groupLineResult) });
SCHEMA_NAMES.add(groupDecisionAnswer, { name: "ReviewGroupDecisionAnswer" });

export const GROUP_DECISION_EXAMPLE: GroupDecisionRecord = {
  id: "0198c0de-0000-7000-8000-000000000021",
  decision: "accept",
  category_id: null,
  reason: "Paper for the printers",
  evidence: [],
  supplier_name: "Papir & Co A/S",
  gl_account: "2450",
  waits_for_code: "category_needs_person",
  suggested_category_id: "purchases.goods.office_supplies",
  category_rule_id: null,
  line_count: 212,
  decided_count: 200,
  changed_count: 0,
  failed_count: 0,
  withdrawn_count: 0,
  remaining_count: 12,
  decided_by: "user:0198c0de-0000-7000-8000-000000000031",
  decided_by_name: "Mette Holm",
  created_at: "2026-01-05T08:00:00.000000Z",
  undo: null,
};

/** One line of an example answer. */
export const GROUP_LINE_EXAMPLE: GroupLineResult = {
  activity_id: "0198c0de-0000-7000-8000-000000000004",
  outcome: "decided",
  status: "classified",
  category_id: "purchases.goods.office_supplies",
  error: null,
};

export function toGroupDecision(row: GroupDecisionRow): GroupDecisionRecord {
  const { undone_by, undone_at, undo_reason } = row;
  return {
    id: row.id,
    decision: row.decision,
    category_id: row.category_key,
    reason: row.reason,
    evidence: [...row.evidence],
    supplier_name: row.supplier_name,
    gl_account: row.gl_account,
    waits_for_code: row.code,
    suggested_category_id: row.suggested_category_key,
    category_rule_id: row.category_rule_id,
    line_count: row.line_count,
    decided_count: row.decided_count,
    changed_count: row.changed_count,
    failed_count: row.failed_count,
    withdrawn_count: row.withdrawn_count,
    remaining_count: row.remaining_count,
    decided_by: row.decided_by,
    decided_by_name: row.decided_by_name,
    created_at: row.created_at,
    undo:
      undone_by === null || undone_at === null || undo_reason === null
        ? null
        : {
            reason: undo_reason,
            undone_by,
            undone_by_name: row.undone_by_name,
            undone_at,
            undone_count: row.undone_count,
            remaining_count: row.undo_remaining_count,
          },
  };
}
