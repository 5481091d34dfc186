import { type Decision, PENDING_KEY } from "../categorization/index.ts";
import type { ReviewReason } from "../emissions/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";

/** Why the line itself must wait for a person, as its reader says; null: it need not. */
export function lineDoubt({ line: { doubt } }: ActivityDraft): ReviewReason | null {
  return doubt === undefined ? null : { code: doubt.code ?? "document_unclear", detail: doubt.detail };
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
