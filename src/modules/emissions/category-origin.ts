import { PENDING_KEY } from "../categorization/index.ts";
import type { FieldOrigin } from "./field-origins.ts";
import type { LineageSplitRow } from "./store-lineage.ts";

const BY_RULE: ReadonlySet<string> = new Set(["rule", "memory"]);

/** The step that weighed most decides: a code of the document, a rule or what a decision taught, words and accounts. */
export function categoryOrigin({ category_key, mapped_by, candidates }: LineageSplitRow): FieldOrigin | null {
  if (category_key === PENDING_KEY) return null;
  const step = candidates.find((candidate) => candidate.category_key === category_key)?.step;
  if (step !== undefined && BY_RULE.has(step)) return "rule";
  if (mapped_by === "person") return "person";
  // Without candidates a column of categories named it.
  return step === undefined || step === "code" ? "read" : "inferred";
}
