import type { ReportDocument } from "../../presentation/report-document.ts";
import { datapointsSheet } from "./datapoints-sheet.ts";
import { categoriesSheet, energySheet, monthsSheet, scope3Sheet, targetsSheet } from "./emission-sheets.ts";
import { isFormat2, yearTitle } from "../pdf/sums.ts";
import { auditSheet, factorsSheet, missingSheet, scope2Sheet } from "./evidence-sheets.ts";
import { withHeights } from "./row-heights.ts";
import { summarySheet } from "./summary-sheet.ts";
import { wordsOf } from "./texts.ts";
import { writeWorkbook } from "./write-workbook.ts";

/** The report as the service's own XLSX workbook. The same document gives the same bytes. */
export async function renderWorkbook(document: ReportDocument): Promise<Buffer> {
  const words = wordsOf(document);
  const sheets = [
    summarySheet,
    datapointsSheet,
    energySheet,
    scope2Sheet,
    monthsSheet,
    scope3Sheet,
    categoriesSheet,
    targetsSheet,
    factorsSheet,
    missingSheet,
    auditSheet,
  ]
    .flatMap((sheet) => sheet(document, words))
    .map((sheet) => (isFormat2(document) ? sheet : withHeights(sheet)));
  return writeWorkbook({
    title: `${document.company.name}, ${words(`title.${document.standard_type}`)} ${yearTitle(document)}`,
    language: document.language,
    created_at: document.frozen_at,
    sheets,
  });
}
