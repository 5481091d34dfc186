import type { ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";

/**
 * Why no line of a document may be calculated before a person has looked at it: it was recognised on its pages and
 * something does not add up or is missing, or a table leaves open what its columns mean. Null: it may count.
 */
export function documentReviewReason({ recognition, doubts = [] }: ParsedDocument): ReviewReason | null {
  const all = [...(recognition?.doubts ?? []), ...doubts];
  return all.length === 0 ? null : { code: "document_unclear", detail: all.join(" ") };
}
