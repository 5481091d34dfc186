import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { renderInlineXbrl } from "../../src/modules/reports/forms/xhtml/render-inline-xbrl.ts";
import type { ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import { renderWorkbook } from "../../src/modules/reports/forms/xlsx/render-workbook.ts";

// Renders the document on standard input in a process of its own and prints the SHA-256 of the file.
const document = JSON.parse(await text(process.stdin)) as ReportDocument;
const bytes = process.argv[2] === "xlsx" ? await renderWorkbook(document) : await renderInlineXbrl(document);
process.stdout.write(createHash("sha256").update(bytes).digest("hex"));
