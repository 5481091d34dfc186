import { TYPED } from "../../core/told.ts";
import { toldReasons } from "../../core/told-reasons.ts";
import type { FeedKind } from "./feed-kinds.ts";

/** Kinds of records whose reasons people type; those of the others are codes. */
const TYPED_KINDS: readonly FeedKind[] = ["documents", "lines", "suppliers", "factors", "reports", "targets"];

/** Their reason is that of the reading, before and after. */
const READ: ReadonlySet<string> = new Set(["activity.advance_settled", "activity.credited", "activity.reread"]);

/** Their reason is what the person typed, if anything, between the sentences of the reading. */
const MIXED: ReadonlySet<string> = new Set([
  "activity.accepted_as_separate",
  "activity.advance_deferred",
  "activity.corrected",
  "activity.marked_duplicate",
  "activity.suggestion_accepted",
]);

interface Told {
  readonly kind: FeedKind;
  readonly action: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Why a person did it, in that person's own words; null: none were typed. */
export function typedReason({ kind, action, payload: { reason } }: Told): string | null {
  if (typeof reason !== "string" || reason === "" || !TYPED_KINDS.includes(kind) || READ.has(action)) return null;
  if (!MIXED.has(action)) return reason;
  const words = toldReasons(reason).flatMap(({ code, parameters: { text } }) =>
    code === TYPED && text !== undefined ? [text] : [],
  );
  return words.length === 0 ? null : words.join("; ");
}
