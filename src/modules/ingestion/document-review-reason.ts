import type { ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";

/**
 * Why no line of a document may be calculated before a person has looked at it: it was recognised on its pages and
 * something does not add up or is missing. Null: it may count.
 */
export function documentReviewReason({ reading }: ParsedDocument): ReviewReason | null {
  if (reading === undefined || reading.doubts.length === 0) return null;
  return { code: "document_unclear", detail: reading.doubts.join(" ") };
}
