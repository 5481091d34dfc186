import type { Catalog } from "../../core/catalog.ts";
import { type Decision, NOT_RELEVANT_KEY, PENDING_KEY } from "../categorization/index.ts";

/** What a column of categories says in the service's own keys; null: other words are a hint among others. */
export function statedCategory(category: string | null, catalog: Catalog): Decision | null {
  const key = category?.toLowerCase() ?? "";
  const isLeftOut = key === NOT_RELEVANT_KEY;
  if (key === PENDING_KEY || (!isLeftOut && catalog.category(key)?.level !== 3)) return null;
  const status = isLeftOut ? "excluded" : "classified";
  const reason = `the file's category column says "${key}"`;
  return { status, category_key: key, mapped_by: "rule", confidence: 1, reason, candidates: [] };
}
