import type { ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import type { LineMatch } from "./line-match.ts";

/**
 * Why no line of a document may be calculated before a person has looked at it: it was recognised on its pages and
 * something does not add up or is missing, or a table leaves open what its columns mean. Null: it may count.
 */
export function documentReviewReason({ recognition, doubts = [] }: ParsedDocument): ReviewReason | null {
  const all = [...(recognition?.doubts ?? []), ...doubts];
  return all.length === 0 ? null : { code: "document_unclear", detail: all.join(" ") };
}

/** What an invoice without a currency may repeat is asked with its currency: who states that would count it a second time. */
export function withCurrency(
  { document_type, currency }: ParsedDocument,
  lines: ReadonlyMap<number, LineMatch>,
  ofDocument: ReviewReason | null,
): ReviewReason | null {
  if (ofDocument?.code !== "document_unclear" || document_type !== "invoice" || currency !== null) return ofDocument;
  const [match] = lines.values();
  if (match?.kind !== "possible_duplicate") return ofDocument;
  const { code, detail } = match.reviewReason;
  return { code, detail: `${detail} ${ofDocument.detail}` };
}
