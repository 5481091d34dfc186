import { buildDocument } from "./build-document.ts";
import { helperAnswers } from "./efrag-template/helper-answers.ts";
import type { FilledDocument } from "./efrag-template/reported-facts.ts";
import { jsonForm } from "./json-form.ts";
import type { ReportTerms } from "./report.ts";
import type { Snapshot } from "./snapshot.ts";

/** The document from which a report's form is drawn, as JSON text; EFRAG's workbook also needs what its formulas ask for. */
export function drawnDocument(snapshot: Snapshot, terms: ReportTerms): Buffer {
  const document = buildDocument(snapshot, terms);
  if (terms.template !== "efrag") return jsonForm(document);
  const filled: FilledDocument = { ...document, answers: helperAnswers(snapshot.inputs) };
  return jsonForm(filled);
}
