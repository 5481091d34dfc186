import { z } from "zod";
import { validationError } from "../../core/errors.ts";
import { factsInput, type FactsInput } from "../activities/index.ts";
import { evidenceInput } from "../records/index.ts";
import type { ItemDecision } from "./decide-item.ts";
import { itemVersion } from "./review-decision.ts";

/** Decisions of one request. */
export const DECISIONS_MAX = 200;

/** What a person says about one line of several. */
export const decisionInput = z.strictObject({
  id: z.uuid().describe("Id of the line, from list_review_items"),
  version: itemVersion,
  decision: z
    .enum(["accept", "recategorize", "exclude", "mark_duplicate", "defer"])
    .describe("What to do with the line"),
  category_id: z.string().min(1).max(120).describe("For recategorize: category key of the lowest level").optional(),
  facts: factsInput
    .describe("To accept, recategorize or defer: what the document says wrongly or not at all")
    .optional(),
  evidence: evidenceInput.describe("To accept, recategorize or defer: stored files that show it").optional(),
  reason: z.string().trim().min(1).max(500).describe("Why; needed except for accept").optional(),
});

export type DecisionInput = z.infer<typeof decisionInput>;

/** Two decisions about one line in one request contradict each other or repeat each other. */
export function assertEachOnce(decisions: readonly DecisionInput[]): void {
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

/** @throws ServiceError request.validation_failed when what the decision needs is not given */
export function decisionOf(input: DecisionInput): ItemDecision {
  const { decision, category_id, reason, facts = {}, evidence = [] } = input;
  if (decision === "accept") return { kind: "accept", reason: reason ?? null, facts, evidence };
  if (reason === undefined) throw missing("reason", decision);
  if (decision === "defer") return { kind: "defer", reason, facts, evidence };
  if (decision !== "recategorize") return { kind: withoutFacts(decision, facts, evidence), reason };
  if (category_id === undefined) throw missing("category_id", decision);
  return { kind: "recategorize", category_id, reason, facts, evidence };
}

/** @throws ServiceError request.validation_failed when facts or their evidence are stated of a line that shall not count */
function withoutFacts<Kind extends string>(decision: Kind, facts: FactsInput, evidence: readonly string[]): Kind {
  const hasFacts = Object.values(facts).some((value) => value !== undefined);
  if (!hasFacts && evidence.length === 0) return decision;
  const message = `are of no use to ${decision.replace("_", " ")}: leave them out, or accept or recategorize`;
  throw validationError([{ path: hasFacts ? "facts" : "evidence", code: "not_counted", message }]);
}

function missing(path: string, decision: string): Error {
  return validationError([{ path, code: "required", message: `is needed to ${decision.replace("_", " ")}` }]);
}
