import type { ReportDocument } from "../../presentation/report-document.ts";
import type { Definition } from "./print-model.ts";
import { monthsOf } from "./sums.ts";
import type { Words } from "./texts.ts";

/** What a cover says of a report that is not whole; nothing of one that is. */
export function coverStatus(document: ReportDocument, words: Words): Definition[] {
  const { coverage } = document;
  const months = monthsOf(document);
  if (coverage === undefined || coverage.status === "complete") return [];
  const { status, months_with_data, unknown_scopes } = coverage;
  const names = unknown_scopes.map((scope) => words(`scope.${scope}`)).join(", ");
  const text = [
    words(status === "provisional" ? "cover.provisional" : "cover.incomplete"),
    ...(months_with_data < months
      ? [words("cover.months", { months: String(months_with_data), of: String(months) })]
      : []),
    ...(names === "" ? [] : [words("cover.unknown", { scopes: names })]),
  ].join("; ");
  return [{ term: words("cover.status"), text }];
}
