/** Child process of tests and bench of printed reports: reads a report document on stdin, writes its PDF to stdout. */
import { buffer } from "node:stream/consumers";
import type { ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import { renderPdf } from "../../src/composition/isolation/render-pdf.ts";

// The test that starts this wrote the document.
const document = JSON.parse((await buffer(process.stdin)).toString("utf8")) as ReportDocument;
process.stdout.write(await renderPdf(document));
