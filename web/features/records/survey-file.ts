/** Columns of a survey's template, by their keys, which a table may have as headings. */
export type SurveyRow = Readonly<Record<string, string>>;

/** Cells are quoted throughout: texts may hold semicolons. */
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** One row of answers as the file that the service reads, and that stays as the evidence of the record. */
export function surveyFile(subject: string, row: SurveyRow): File {
  const lines = [Object.keys(row), Object.values(row)].map((cells) => cells.map(cell).join(";"));
  return new File([`${lines.join("\r\n")}\r\n`], `${subject}-${row["period_start"]}-${row["period_end"]}.csv`, {
    type: "text/csv",
  });
}
