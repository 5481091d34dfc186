import { createHash } from "node:crypto";
import { drawnDocument } from "../../src/modules/reports/presentation/drawn-document.ts";
import { fillEfragTemplate } from "../../src/modules/reports/forms/efrag/fill-template.ts";
import { renderInlineXbrl } from "../../src/modules/reports/forms/xhtml/render-inline-xbrl.ts";
import { printReport } from "../../src/modules/reports/forms/pdf/index.ts";
import type { ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import type { ReportTerms } from "../../src/modules/reports/report.ts";
import type { Snapshot } from "../../src/modules/reports/snapshot/snapshot.ts";
import { renderWorkbook } from "../../src/modules/reports/forms/xlsx/render-workbook.ts";
import { fixtureTemplate } from "./efrag-fixture.ts";

/** Code points of the printed typeface, near enough: the same set at each run. */
const DRAWABLE = new Set(Array.from({ length: 0x2200 }, (_, code) => code));

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

function printed(document: ReportDocument): string {
  const files = [...printReport(document, DRAWABLE)].map(([path, bytes]) => `${path} ${sha256(bytes)}`);
  return sha256(files.sort().join("\n"));
}

/**
 * SHA-256 of every form of a report that a snapshot is drawn as. In the place of the PDF stands what the typesetter is given,
 * which is the same on every platform.
 */
export async function drawnForms(snapshot: Snapshot, terms: ReportTerms): Promise<Record<string, string>> {
  const bytes = drawnDocument(snapshot, terms);
  const document = JSON.parse(bytes.toString("utf8")) as ReportDocument;
  const made: Record<string, string> = { json: sha256(bytes), pdf: printed(document) };
  made["xlsx"] = sha256(await renderWorkbook(document));
  made["xhtml"] = sha256(await renderInlineXbrl(document));
  if (terms.standard_type === "csrd") return made;
  const filled = JSON.parse(
    drawnDocument(snapshot, { ...terms, template: "efrag" }).toString("utf8"),
  ) as ReportDocument;
  made["efrag"] = sha256(await fillEfragTemplate(filled, fixtureTemplate()));
  return made;
}
