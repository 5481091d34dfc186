import type { ParseOutcome } from "../parsed-document.ts";
import { decodeText } from "./text-encoding.ts";

/** Reads a table of separated values. */
export function readCsv(bytes: Uint8Array): ParseOutcome {
  const { text } = decodeText(bytes);
  return {
    kind: "rejected",
    error: {
      code: text.trim() === "" ? "file.empty" : "file.no_invoice_data",
      title: "No invoice data found",
      detail: "The file has no header row with an amount.",
      hint: "Export the postings with their column headings.",
    },
  };
}
