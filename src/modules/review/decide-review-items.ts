import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { factsInput, type FactsInput, type ReadingAgain, readingTables } from "../activities/index.ts";
import { decideItem, expectedFailure, type ItemDecision } from "./decide-item.ts";

/** Decisions of one request. */
const DECISIONS_MAX = 200;

const decisionInput = z.strictObject({
  id: z.uuid().describe("Id of the line, from list_review_items"),
  decision: z.enum(["accept", "recategorize", "exclude", "mark_duplicate"]).describe("What to do with the line"),
  category_id: z.string().min(1).max(120).describe("For recategorize: category key of the lowest level").optional(),
  facts: factsInput.describe("To accept or recategorize: what the document says wrongly or not at all").optional(),
  reason: z.string().trim().min(1).max(500).describe("Why; needed except for accept").optional(),
});

type DecisionInput = z.infer<typeof decisionInput>;

const decisionResult = z.object({
  id: z.uuid(),
  outcome: z.enum(["decided", "unchanged", "failed"]),
  status: z.union([z.enum(["pending_review", "classified", "excluded"]), z.null()]),
  category_id: z.union([z.string(), z.null()]),
  error: z.union([z.object({ code: z.string(), detail: z.string() }), z.null()]),
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
    const tables = await readingTables(ctx);
    const results: DecisionResult[] = [];
    for (const decision of decisions) results.push(await decideOne(ctx, decision, tables));
    return {
      decided_count: results.filter((result) => result.outcome === "decided").length,
      failed_count: results.filter((result) => result.outcome === "failed").length,
      results,
    };
  },
});

/** Two decisions about one line in one request contradict each other or repeat each other. */
function assertEachOnce(decisions: readonly DecisionInput[]): void {
  const seen = new Set<string>();
  const issues = decisions.flatMap(({ id }, index) => {
    const key = id.toLowerCase();
    const isRepeated = seen.has(key);
    seen.add(key);
    const message = "this line stands in the request twice";
    return isRepeated ? [{ path: `decisions.${index}.id`, code: "repeated", message }] : [];
  });
  if (issues.length > 0) throw validationError(issues);
}

async function decideOne(ctx: Context, input: DecisionInput, tables: ReadingAgain): Promise<DecisionResult> {
  try {
    const { line, is_changed } = await ctx.db.transaction((tx) =>
      decideItem(ctx, tx, { id: input.id, decision: decisionOf(input) }, tables),
    );
    const { status, category_id } = line;
    return { id: input.id, outcome: is_changed ? "decided" : "unchanged", status, category_id, error: null };
  } catch (error) {
    return { id: input.id, outcome: "failed", status: null, category_id: null, error: expectedFailure(error) };
  }
}

function decisionOf({ decision, category_id, reason, facts = {} }: DecisionInput): ItemDecision {
  if (decision === "accept") return { kind: "accept", reason: reason ?? null, facts };
  if (reason === undefined) throw missing("reason", decision);
  if (decision !== "recategorize") return { kind: withoutFacts(decision, facts), reason };
  if (category_id === undefined) throw missing("category_id", decision);
  return { kind: "recategorize", category_id, reason, facts };
}

/** @throws ServiceError request.validation_failed when facts are stated of a line that shall not count */
function withoutFacts<Kind extends string>(decision: Kind, facts: FactsInput): Kind {
  if (Object.values(facts).every((value) => value === undefined)) return decision;
  const message = `are of no use to ${decision.replace("_", " ")}: leave them out, or accept or recategorize`;
  throw validationError([{ path: "facts", code: "not_counted", message }]);
}

function missing(path: string, decision: string): Error {
  return validationError([{ path, code: "required", message: `is needed to ${decision.replace("_", " ")}` }]);
}
