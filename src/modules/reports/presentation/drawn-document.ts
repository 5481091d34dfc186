import { buildDocument } from "./build-document.ts";
import { helperAnswers } from "../forms/efrag/helper-answers.ts";
import type { FilledDocument } from "../forms/efrag/reported-facts.ts";
import { jsonForm } from "../forms/json-form.ts";
import type { ReportTerms } from "../report.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** The document from which a report's form is drawn, as JSON text; EFRAG's workbook also needs what its formulas ask for. */
export function drawnDocument(snapshot: Snapshot, terms: ReportTerms): Buffer {
  const document = buildDocument(snapshot, terms);
  if (terms.template !== "efrag") return jsonForm(document);
  const filled: FilledDocument = { ...document, answers: helperAnswers(snapshot.inputs) };
  return jsonForm(filled);
}
