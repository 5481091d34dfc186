import type { ReportDocument } from "../../presentation/report-document.ts";
import { isFormat2, yearTitle } from "../pdf/sums.ts";
import { type Cell, date, figure, figureOrUnknown, type Sheet, text, year } from "./spreadsheet.ts";
import type { TextName, Words } from "./texts.ts";

type Row = readonly (Cell | null)[];

/** Who reports what, the emissions of the reported years, and how far each disclosure is. */
export function summarySheet(document: ReportDocument, words: Words): Sheet {
  const rows: Row[] = [
    [text(`${words(`title.${document.standard_type}`)} ${yearTitle(document)}`, "title")],
    [text(document.company.name, "strong")],
    [text(words("exact"), "note")],
    [],
    ...reportRows(document, words),
    ...caveatRows(document, words),
    [],
    [text(words("emissions"), "title")],
    [],
    ...yearRows(document, words),
    ...restatedRows(document, words),
    [],
    [text(words("disclosures"), "title")],
    [],
    headings(["section", "title", "status", "facts", "missing"], words),
    ...document.sections.map(({ id, title, status, fact_ids, missing }) => [
      text(id),
      text(title),
      text(words(`status.${status}`)),
      figure(fact_ids.length),
      figure(missing.length),
    ]),
  ];
  return {
    name: words("sheet.summary"),
    widths: isFormat2(document) ? [38, 60, 24, 22, 16] : [38, 60, 24, 22, 16, 22, 22, 16],
    rows,
    is_table: false,
  };
}

function reportRows(document: ReportDocument, words: Words): Row[] {
  const { company, period } = document;
  const detail = (name: TextName, cell: Cell): Row => [text(words(name), "strong"), cell];
  return [
    detail("country", text(company.country)),
    ...(company.registration_number === null ? [] : [detail("registration", text(company.registration_number))]),
    detail("standard", text(words(`standard.${document.standard_type}`))),
    detail("version", text(words(`version.${document.standard_version}`))),
    detail("from", date(period.from)),
    detail("to", date(period.to)),
    detail("currency", text(document.currency)),
    ...(document.coverage === undefined ? [] : [detail("status", text(words(`coverage.${document.coverage.status}`)))]),
    detail("frozen", text(document.frozen_at)),
    detail("snapshot", text(document.snapshot_id)),
  ];
}

/** What limits the figures and what does not go together, before anybody reads them. */
function caveatRows({ warnings = [], notes = [] }: ReportDocument, words: Words): Row[] {
  const texts = [...warnings.map(({ message }) => message), ...notes.map((note) => note.text)];
  if (texts.length === 0) return [];
  return [[], [text(words("caveats"), "title")], [], ...texts.map((paragraph): Row => [text(paragraph)])];
}

const SCOPES = ["scope_1", "scope_2_location_based", "scope_2_market_based", "scope_3"] as const;
const TOTALS = ["total_location_based", "total_market_based"] as const;

/** Years as columns would ask for a chart; as rows they sort and filter. */
function yearRows(document: ReportDocument, words: Words): Row[] {
  const columns = isFormat2(document) ? SCOPES : [...SCOPES, ...TOTALS];
  return [
    headings(["year", ...columns, "months_with_data"], words),
    ...document.years.map((row) => [
      year(row.year),
      ...columns.map((column) => figureOrUnknown(row[column] ?? null, words)),
      figure(row.months_with_data),
    ]),
  ];
}

const RESTATED = [
  "year",
  "restated.figure",
  "restated.reported_on",
  "restated.as_reported",
  "restated.as_restated",
  "restated.change_pct",
  "restated.pending",
] as const;

/** Years that were reported otherwise: each figure as reported and as restated, tCO2e. */
function restatedRows({ restated_years = [] }: ReportDocument, words: Words): Row[] {
  if (restated_years.length === 0) return [];
  return [
    [],
    [text(words("restated"), "title")],
    [],
    headings(RESTATED, words),
    ...restated_years.flatMap(({ year: number, reported_on, scopes }) =>
      scopes.map((scope): Row => [
        year(number),
        text(words(scope.figure)),
        date(reported_on),
        figureOrUnknown(scope.as_reported, words),
        figureOrUnknown(scope.as_restated, words),
        figureOrUnknown(scope.change_pct, words),
        figure(scope.pending),
      ]),
    ),
  ];
}

function headings(names: readonly TextName[], words: Words): Row {
  return names.map((name) => text(words(name), "heading"));
}
