import type { ReadOutcome } from "../../modules/reading/index.ts";

/** Kinds that the metrics tell apart; a document's own format may carry a version that its sender wrote. */
const KINDS = ["pdf", "image", "oioubl", "ubl", "cii", "zugferd", "camt", "saf-t", "csv", "xlsx", "docx"] as const;

/** What was read, in a word of a fixed vocabulary. */
export function documentKind(outcome: ReadOutcome): string {
  if (outcome.kind === "unpacked") return outcome.container;
  if (outcome.kind === "pictures") return "pictures";
  if (outcome.kind === "asks") return outcome.question.sheet === null ? "csv" : "xlsx";
  if (outcome.kind !== "parsed") return "unknown";
  const { format } = outcome.document;
  return KINDS.find((kind) => format.startsWith(kind)) ?? "other";
}
