import { cutText } from "../../../core/cut-text.ts";
import type { EmissionCategory } from "../../../core/catalog.ts";
import { ServiceError, type ValidationIssue } from "../../../core/errors.ts";
import { parseInput } from "../../../core/input.ts";
import type { ConversionStep } from "../../emissions/index.ts";
import { calculateRecord, type RecordTables } from "../calculate-record.ts";
import type { CountedRecord } from "../new-record.ts";
import { checkRecord, type RecordFacts, recordInput } from "../record-input.ts";
import { headingOf, type RecordColumn, type RecordSubject } from "./record-columns.ts";
import { type CellOutcome, countCell, dayCell, figureCell } from "./read-cell.ts";
import type { TableRow } from "./read-record-table.ts";
import { scaleSurvey, type ScaledSurvey, type SurveyFigures, surveyIssues } from "./survey.ts";

/** One thing that is wrong with a row. */
export interface RowIssue {
  /** Key of the column; null: the row as a whole. */
  readonly column: string | null;
  /** As the template prints it. */
  readonly heading: string | null;
  readonly code: string;
  readonly message: string;
}

export interface CountedRow {
  readonly kind: "counted";
  readonly row: number;
  readonly record: Omit<CountedRecord, "evidence">;
  readonly survey: ScaledSurvey | null;
}

export interface WrongRow {
  readonly kind: "wrong";
  readonly row: number;
  readonly issues: readonly RowIssue[];
}

/** Checks and calculates one row; all that is wrong is told, as far as it can be known. Pure but for ids. */
export function readRecordRow(
  row: TableRow,
  subject: RecordSubject,
  tables: RecordTables,
  now: Date,
): CountedRow | WrongRow {
  const categories = tables.catalog.categories().filter(({ key, level }) => level === 3 && isOf(subject, key));
  const issues: RowIssue[] = row.surplus.map((text) => {
    return { column: null, heading: null, code: "no_heading", message: `"${text}" stands in a column without heading` };
  });
  const values = new Map<string, string>();
  for (const column of subject.columns) {
    const text = row.cells.get(column.key);
    if (text === undefined) {
      if (column.is_required) issues.push(issueOf(column, "required", "is missing"));
      continue;
    }
    const outcome = readCell(column, text, categories);
    if (outcome.kind === "issue") issues.push(issueOf(column, outcome.code, outcome.message));
    else values.set(column.key, outcome.value);
  }
  const wrong = (all: readonly RowIssue[]): WrongRow => ({ kind: "wrong", row: row.row, issues: all });
  if (issues.length > 0) return wrong(issues);

  const category_id = values.get("category") ?? categories[0]?.key ?? "";
  const survey = surveyOf(subject, values, category_id);
  if (survey.kind === "issues") return wrong(survey.issues);
  const checked = checkedInput(inputOf(subject, values, category_id, survey.scaled), now);
  if (checked.kind === "issues") {
    return wrong(checked.issues.map(({ path, code, message }) => pathIssue(subject, path, code, message)));
  }
  const outcome = calculateRecord(checked.facts, tables);
  if (outcome.kind === "refused") {
    const { path, code, message } = outcome.issue;
    return wrong([pathIssue(subject, path, code, message)]);
  }
  const steps = survey.scaled?.steps ?? [];
  return {
    kind: "counted",
    row: row.row,
    record: {
      facts: checked.facts,
      reason: reasonOf(checked.reason, steps),
      entries: outcome.entries.map((entry) => ({ ...entry, conversions: [...steps, ...entry.conversions] })),
    },
    survey: survey.scaled,
  };
}

type CheckedInput =
  | { readonly kind: "facts"; readonly facts: RecordFacts; readonly reason: string }
  | { readonly kind: "issues"; readonly issues: readonly ValidationIssue[] };

/** By the rules of record_activity, which throws what a row tells beside others. */
function checkedInput(raw: object, now: Date): CheckedInput {
  try {
    const input = parseInput(recordInput, raw);
    const checked = checkRecord(input, now);
    return checked.kind === "issues" ? checked : { ...checked, reason: input.reason };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.extras.issues === undefined) throw error;
    return { kind: "issues", issues: error.extras.issues };
  }
}

/** The steps stand with the reason as well: a later correction calculates anew from the quantity and knows no survey. */
function reasonOf(reason: string, steps: readonly ConversionStep[]): string {
  return [reason, ...steps.map(({ note }) => note)].join(". ");
}

function isOf({ categories }: RecordSubject, key: string): boolean {
  return categories.some((one) => (one.endsWith(".") ? key.startsWith(one) : key === one));
}

function readCell(column: RecordColumn, text: string, categories: readonly EmissionCategory[]): CellOutcome<string> {
  switch (column.kind) {
    case "figure":
      return figureCell(text);
    case "count":
      return countCell(text);
    case "day":
      return dayCell(text);
    case "category":
      return categoryCell(text, categories);
    case "word":
      return { kind: "value", value: text.toLowerCase() };
    case "text":
      break;
  }
  return { kind: "value", value: text };
}

/** A shorter word ("i", "af") names nothing. */
const WORD_MIN = 3;

/** A category by its key, the last word of it, its Danish or English name, or a word that only one of these names has. */
function categoryCell(text: string, categories: readonly EmissionCategory[]): CellOutcome<string> {
  const wanted = text.toLowerCase();
  const named = categories.find(({ key, name_da, name_en }) => {
    return [key, key.split(".").at(-1), name_da.toLowerCase(), name_en.toLowerCase()].includes(wanted);
  });
  const worded = categories.filter(({ name_da, name_en }) => {
    return (
      wanted.length >= WORD_MIN &&
      `${name_da} ${name_en}`
        .toLowerCase()
        .split(/[ ()]+/)
        .includes(wanted)
    );
  });
  const found = named ?? (worded.length === 1 ? worded[0] : undefined);
  if (found !== undefined) return { kind: "value", value: found.key };
  const known = categories.map(({ key, name_da }) => `${key.split(".").at(-1)} (${name_da})`);
  const message = `no factor ships for "${cutText(text, 60)}" here; known are ${known.join(", ")}`;
  return { kind: "issue", code: "unknown_category", message };
}

type SurveyOutcome =
  | { readonly kind: "scaled"; readonly scaled: ScaledSurvey | null }
  | { readonly kind: "issues"; readonly issues: readonly RowIssue[] };

function surveyOf(subject: RecordSubject, values: ReadonlyMap<string, string>, category: string): SurveyOutcome {
  if (subject.survey === null) return { kind: "scaled", scaled: null };
  const value = (key: string): string => values.get(key) ?? "0";
  const figures: SurveyFigures = {
    employees: value("employees"),
    answers: value("answers"),
    answers_of_row: value("answers_of_row"),
    days_per_week: value("days_per_week"),
    weeks: value("weeks"),
    per_day: value(subject.survey === "commuting" ? "distance_km" : "hours_per_day"),
  };
  const broken = surveyIssues(figures, values.get("period_start") ?? null, values.get("period_end") ?? null);
  const issues = broken.map(({ column, code, message }) => keyIssue(subject, column, code, message));
  if (subject.survey === "homeworking" && Number(figures.per_day) > 24) {
    issues.push(keyIssue(subject, "hours_per_day", "too_many", "must not exceed 24"));
  }
  if (issues.length > 0) return { kind: "issues", issues };
  const unit = subject.survey === "homeworking" ? "fte_hour" : category.endsWith(".car") ? "km" : "passenger_km";
  return { kind: "scaled", scaled: scaleSurvey(figures, unit) };
}

/** The row as the input of record_activity. */
function inputOf(
  { columns, unit }: RecordSubject,
  values: ReadonlyMap<string, string>,
  category_id: string,
  survey: ScaledSurvey | null,
): object {
  const flat: Record<string, unknown> = { category_id };
  const emissions: Record<string, unknown> = {};
  for (const { key, kind, fills } of columns) {
    const text = values.get(key);
    if (text === undefined || fills === null) continue;
    const value = kind === "figure" || kind === "count" ? Number(text) : text;
    if (fills === COVERED_ACCOUNTS) flat["covers"] = { accounts: accountsIn(text) };
    else if (fills.startsWith("emissions.")) emissions[fills.slice("emissions.".length)] = value;
    else flat[fills] = value;
  }
  if (survey !== null) return { ...flat, quantity: Number(survey.quantity), unit: survey.unit };
  if (Object.keys(emissions).length > 0) return { ...flat, emissions };
  return unit === null ? flat : { ...flat, unit };
}

const COVERED_ACCOUNTS = "covers.accounts";

/** Several accounts stand in one cell, with commas between. */
function accountsIn(text: string): string[] {
  return text
    .split(",")
    .map((account) => account.trim())
    .filter((account) => account !== "");
}

/** The column that a member of record_activity came from; of the quantity of a survey, none alone. */
function pathIssue(subject: RecordSubject, path: string, code: string, message: string): RowIssue {
  const named = path === "transaction_date" ? "service_period_end" : path;
  const member = named.startsWith(COVERED_ACCOUNTS) ? COVERED_ACCOUNTS : named;
  const column = subject.columns.find(({ fills }) => fills === member);
  if (column !== undefined) return issueOf(column, code, message);
  const isQuantity = member === "unit" || member === "quantity";
  const quantity = isQuantity ? subject.columns.find(({ fills }) => fills === "quantity") : undefined;
  if (quantity !== undefined) return issueOf(quantity, code, message);
  return { column: null, heading: null, code, message: `${member}: ${message}` };
}

function keyIssue(subject: RecordSubject, key: string, code: string, message: string): RowIssue {
  const column = subject.columns.find((one) => one.key === key);
  return { column: key, heading: column === undefined ? null : headingOf(column), code, message };
}

function issueOf(column: RecordColumn, code: string, message: string): RowIssue {
  return { column: column.key, heading: headingOf(column), code, message };
}
