import { type Decision, PENDING_KEY } from "../categorization/index.ts";
import { dependsOnPeriod, type ReviewReason } from "../emissions/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";

/**
 * Why the line itself must wait for a person, as its reader says; null: it need not. A period that is not understood is nothing to what
 * counts on its own day whatever its period.
 */
export function lineDoubt({ line: { doubt, description } }: ActivityDraft, decision: Decision): ReviewReason | null {
  if (doubt === undefined) return null;
  const isDated = decision.status === "classified" && !dependsOnPeriod(decision.category_key, description);
  if (doubt.code === "period_unclear" && isDated) return null;
  return { code: doubt.code ?? "document_unclear", detail: doubt.detail };
}

/** A line whose words name another category than its own: nothing is proposed. */
export function undecided(reason: string): Decision {
  return {
    status: "pending_review",
    category_key: PENDING_KEY,
    mapped_by: "rule",
    confidence: 0,
    reason,
    candidates: [],
  };
}
