import { confidenceOf } from "./confidence.ts";
import type { Candidate, Decision } from "./decision.ts";
import { PENDING_KEY } from "./term-tables.ts";

/** What a language model named for one line. */
export interface ModelSuggestion {
  readonly category_key: string;
  /** Name of the model. */
  readonly model: string;
}

/** Alone it suggests (0.5 / 1.3 = 0.38), the least of all that suggest. */
const MODEL = 0.5;

/**
 * The last step of contract 10.4: what a model says about a line that waits. It never settles a line: where nothing was suggested
 * its category becomes the suggestion, elsewhere it stands beside what is suggested. What is settled stays as it is.
 */
export function withModelSuggestion(decision: Decision, { category_key, model }: ModelSuggestion): Decision {
  if (decision.status !== "pending_review") return decision;
  const { candidates } = decision;
  const reason = `the language model ${model} suggests it`;
  const existingCandidate = candidates.find((other) => other.category_key === category_key);
  const others = candidates.filter((other) => other !== existingCandidate);
  const candidate: Candidate =
    existingCandidate === undefined
      ? { category_key, weight: MODEL, reason, step: "model" }
      : { ...existingCandidate, reason: `${existingCandidate.reason}; ${reason}` };
  if (decision.category_key === PENDING_KEY) {
    return {
      status: "pending_review",
      category_key,
      mapped_by: "model",
      confidence: confidenceOf(MODEL, 0),
      reason: candidate.reason,
      candidates: [candidate, ...others],
    };
  }
  if (decision.category_key === category_key) {
    return { ...decision, reason: `${decision.reason}; ${reason}`, candidates: [candidate, ...others] };
  }
  return { ...decision, candidates: [...others, candidate] };
}
