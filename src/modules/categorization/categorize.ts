import type { Candidate, CategorizationInput, Decision } from "./decision.ts";
import type { TenantKnowledge } from "./knowledge.ts";
import type { CategorizationTables } from "./tables.ts";

export function categorize(
  _input: CategorizationInput,
  _knowledge: TenantKnowledge,
  _tables: CategorizationTables,
): Decision {
  const candidates: Candidate[] = [];
  return {
    status: "pending_review",
    category_key: "unclassified.pending",
    mapped_by: "rule",
    confidence: 0,
    reason: "Nothing in the line names a category.",
    candidates,
  };
}
