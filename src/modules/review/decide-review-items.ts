import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { defineOperation } from "../../core/operation.ts";
import { pendingRestatement, type ReadingTables, readingTables } from "../activities/index.ts";
import { decideItem, expectedFailure } from "./decide-item.ts";
import { assertEachOnce, type DecisionInput, decisionInput, decisionOf, DECISIONS_MAX } from "./decision-input.ts";

const decisionResult = z.object({
  id: z.uuid(),
  outcome: z.enum(["decided", "unchanged", "failed"]),
  status: z.union([z.enum(["pending_review", "classified", "excluded"]), z.null()]),
  category_id: z.union([z.string(), z.null()]),
  error: z.union([z.object({ code: z.string(), detail: z.string() }), z.null()]),
  /** What waits for a closed year to be restated; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
});

type DecisionResult = z.infer<typeof decisionResult>;

export const decideReviewItems = defineOperation({
  name: "decide_review_items",
  title: "Decide about review items",
  description:
    "Decides about up to 200 lines, in the order given. Each succeeds or fails alone: results has one row per decision, with " +
    "outcome (decided, unchanged: nothing was left to decide, failed: with the error) and how the line is read now. " +
    "What was learned is used by later uploads; use the re-run to apply it to lines that are booked.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    decisions: z.array(decisionInput).min(1).max(DECISIONS_MAX).describe("At most 200 decisions, each line once"),
  }),
  output: z.object({
    decided_count: z.int(),
    failed_count: z.int(),
    results: z.array(decisionResult),
  }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/review-items/bulk" },
  tool: false,
  callers: "any",
  example: {
    input: {
      decisions: [{ id: "0198c0de-0000-7000-8000-000000000004", decision: "exclude", reason: "Internal transfer" }],
    },
    output: {
      decided_count: 1,
      failed_count: 0,
      results: [
        {
          id: "0198c0de-0000-7000-8000-000000000004",
          outcome: "decided",
          status: "excluded",
          category_id: "unclassified.not_relevant",
          error: null,
        },
      ],
    },
  },
  async run(ctx, { decisions }) {
    assertEachOnce(decisions);
    const tables = await readingTables(ctx, ctx.db);
    const results: DecisionResult[] = [];
    for (const decision of decisions) results.push(await decideOne(ctx, decision, tables));
    return {
      decided_count: results.filter((result) => result.outcome === "decided").length,
      failed_count: results.filter((result) => result.outcome === "failed").length,
      results,
    };
  },
});

async function decideOne(ctx: Context, input: DecisionInput, tables: ReadingTables): Promise<DecisionResult> {
  try {
    const { line, is_changed } = await ctx.db.transaction((tx) =>
      decideItem(ctx, tx, { id: input.id, version: input.version, decision: decisionOf(input) }, tables),
    );
    const { status, category_id, pending_restatements: pending } = line;
    const outcome = is_changed ? "decided" : "unchanged";
    const told = pending === undefined ? {} : { pending_restatements: pending };
    return { id: input.id, outcome, status, category_id, error: null, ...told };
  } catch (error) {
    return { id: input.id, outcome: "failed", status: null, category_id: null, error: expectedFailure(error) };
  }
}
