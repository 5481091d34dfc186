import type { ReportDocument } from "../presentation/report-document.ts";

/** The bytes of the JSON form; the file attached to the PDF is the same, byte for byte. */
export function jsonForm(document: ReportDocument): Buffer {
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`, "utf8");
}
