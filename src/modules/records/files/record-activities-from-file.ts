import { z } from "zod";
import type { Context } from "../../../core/context.ts";
import { validationError } from "../../../core/errors.ts";
import { defineOperation } from "../../../core/operation.ts";
import { decimalSum, roundedNumber } from "../../../core/quantity.ts";
import { toldNote } from "../../emissions/index.ts";
import { closedDepartment, knownDepartments } from "../../departments/index.ts";
import { companySettings } from "../../company-factors/index.ts";
import { fingerprintOf } from "../new-record.ts";
import { evidenceOf } from "../record-evidence.ts";
import { fileReference } from "../record-input.ts";
import { type BookedRows, bookRecordRows, previewRecordRows } from "./book-record-rows.ts";
import { pendingOfFile } from "./pending-of-file.ts";
import { type CountedRow, readRecordRow, type WrongRow } from "./read-record-row.ts";
import { RECORD_FILE_MAX, RECORD_ROWS_MAX, storedRecordTable } from "./read-record-table.ts";
import { RECORD_SUBJECT_NAMES, RECORD_SUBJECTS, type RecordSubject } from "./record-columns.ts";
import { toldIssue } from "./told-issue.ts";
import { RECORDED_FILE_EXAMPLE, recordedFile, type RecordedFile, type RecordedRow } from "./recorded-file.ts";

/** Issues that a refusal lists one by one. */
const ISSUES_MAX = 50;

export const recordActivitiesFromFile = defineOperation({
  name: "record_activities_from_file",
  title: "Record activities from a filled-in template",
  description:
    `Books each row of a filled-in template (get_record_template; CSV, at most ${RECORD_ROWS_MAX} rows and ${RECORD_FILE_MAX / 1_000_000} MB) as record_activity does, with the file ` +
    "as evidence. Answers of a part of the employees are scaled up to all of them; the steps stand in the lineage. When a row is " +
    "wrong nothing is booked, and each cell is named with its row and column, unless `skip_wrong_rows`. A row whose facts are " +
    "recorded already is not booked again, so that the same file may be sent twice. What of it waits until a closed year is restated " +
    "stands in pending_restatements. `dry_run` says kg for each row and writes " +
    "nothing. Costs no invoice of the quota. Next: get_emission_lineage.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    subject: z.enum(RECORD_SUBJECT_NAMES).describe("The subject of the template"),
    file: fileReference.describe("Id or SHA-256 of the file, from upload_evidence"),
    skip_wrong_rows: z.boolean().default(false).describe("Book the rows that are right although others are wrong"),
    dry_run: z.boolean().default(false).describe("Only say what it would count"),
  }),
  output: recordedFile,
  errors: ["request.validation_failed", "resource.not_found", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities/record-files", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: { subject: "mileage", file: "$record_file_id" },
    output: RECORDED_FILE_EXAMPLE,
  },
  async run(ctx, { subject, file: reference, skip_wrong_rows, dry_run }) {
    const [file] = await evidenceOf(ctx.db, [reference]);
    if (file === undefined) throw new Error("a stored file was not told");
    const rows = await readRows(ctx, RECORD_SUBJECTS[subject], file.sha256);
    const counted = rows.filter((row) => row.kind === "counted");
    if (!dry_run && !skip_wrong_rows) assertRight(rows);
    const recordFile = { subject, file, rows: counted };
    const booked: BookedRows =
      dry_run || counted.length === 0
        ? await previewRecordRows(ctx, recordFile)
        : await bookRecordRows(ctx, recordFile);
    return view(rows, booked, { subject, is_dry_run: dry_run, file });
  },
});

async function readRows(ctx: Context, subject: RecordSubject, sha256: string): Promise<(CountedRow | WrongRow)[]> {
  const table = await storedRecordTable(ctx, sha256, subject.columns);
  const [catalog, settings] = await Promise.all([ctx.catalog(), companySettings(ctx.db)]);
  const tables = { catalog, settings, country: ctx.tenant.country, newId: ctx.newId };
  const now = ctx.clock.now();
  return withoutEqualRows(
    await ofDepartments(
      ctx,
      table.map((row) => readRecordRow(row, subject, tables, now)),
    ),
  );
}

/** Rows for a department that the company does not have, or has closed, are wrong. */
async function ofDepartments(
  ctx: Context,
  rows: readonly (CountedRow | WrongRow)[],
): Promise<(CountedRow | WrongRow)[]> {
  const named = rows.flatMap((row) => (row.kind === "counted" ? [row.record.facts.department_id] : []));
  const known = await knownDepartments(ctx.db, [...new Set(named.filter((id) => id !== null))]);
  return rows.map((row) => {
    if (row.kind === "wrong") return row;
    const { department_id } = row.record.facts;
    if (department_id === null) return row;
    const department = known.get(department_id);
    const message =
      department === undefined
        ? "is no department of this company, see list_departments"
        : closedDepartment(department);
    if (message === null) return row;
    const code = department === undefined ? "unknown_department" : "department_closed";
    const issue = { column: "department_id", heading: "Afdeling (id) / Department (id)", code, message };
    return { kind: "wrong", row: row.row, issues: [issue] };
  });
}

/** Whether two equal rows are one told twice, or two that are alike, is not known: the second is asked about. */
function withoutEqualRows(rows: readonly (CountedRow | WrongRow)[]): (CountedRow | WrongRow)[] {
  const first = new Map<string, number>();
  return rows.map((row) => {
    if (row.kind === "wrong") return row;
    const print = fingerprintOf(row.record.facts);
    const before = first.get(print);
    if (before === undefined) {
      first.set(print, row.row);
      return row;
    }
    const message = `states the same as row ${before}: remove it, or tell the two apart in the description`;
    return { kind: "wrong", row: row.row, issues: [{ column: null, heading: null, code: "identical_row", message }] };
  });
}

function assertRight(rows: readonly (CountedRow | WrongRow)[]): void {
  const issues = rows.flatMap((row) =>
    row.kind === "counted" ? [] : row.issues.map((issue) => ({ ...issue, row: row.row })),
  );
  if (issues.length === 0) return;
  const listed = issues.slice(0, ISSUES_MAX).map(({ row, column, heading, code, message }) => ({
    path: column === null ? `rows.${row}` : `rows.${row}.${column}`,
    code,
    message: heading === null ? `row ${row}: ${message}` : `row ${row}, ${heading}: ${message}`,
  }));
  const more = issues.length - listed.length;
  const rest = { path: "rows", code: "more_issues", message: `${more} further cells are wrong: dry_run lists all` };
  throw validationError(more === 0 ? listed : [...listed, rest]);
}

function view(
  rows: readonly (CountedRow | WrongRow)[],
  booked: BookedRows,
  file: Pick<RecordedFile, "subject" | "is_dry_run" | "file">,
): RecordedFile {
  const views = rows.map((row) => (row.kind === "wrong" ? wrongRow(row) : countedRow(row, booked)));
  const { document_id, earlier } = booked;
  const count = (status: RecordedRow["status"]): number => views.filter((row) => row.status === status).length;
  const counted = rows.filter((row) => row.kind === "counted").filter(({ row }) => !earlier.has(row));
  const entries = counted.flatMap(({ record }) => record.entries);
  return {
    ...file,
    document_id,
    recorded: count("recorded"),
    already_recorded: count("already_recorded"),
    wrong: count("wrong"),
    co2e_market_based_kg:
      entries.length === 0 ? null : roundedNumber(decimalSum(entries.map((one) => one.market_based_kg))),
    co2e_location_based_kg:
      entries.length === 0 ? null : roundedNumber(decimalSum(entries.map((one) => one.location_based_kg))),
    ...pendingOfFile(booked.pending),
    rows: views,
  };
}

function wrongRow({ row, issues }: WrongRow): RecordedRow {
  return {
    row,
    status: "wrong",
    activity_id: null,
    category_id: null,
    quantity: null,
    unit: null,
    response_rate_percent: null,
    co2e_market_based_kg: null,
    co2e_location_based_kg: null,
    steps: [],
    steps_told: [],
    covers: null,
    issues: issues.map((issue) => ({ ...issue, told: toldIssue(issue.message) })),
  };
}

function countedRow({ row, record, survey }: CountedRow, booked: BookedRows): RecordedRow {
  const { activities, earlier, covers, pending } = booked;
  const { facts, entries } = record;
  const before = earlier.get(row);
  return {
    row,
    status: before === undefined ? "recorded" : "already_recorded",
    activity_id: before ?? activities.get(row) ?? null,
    category_id: facts.category_id,
    quantity: facts.quantity === null ? null : Number(facts.quantity.value),
    unit: facts.quantity?.unit ?? null,
    response_rate_percent: survey?.response_rate_percent ?? null,
    co2e_market_based_kg: roundedNumber(decimalSum(entries.map((entry) => entry.market_based_kg))),
    co2e_location_based_kg: roundedNumber(decimalSum(entries.map((entry) => entry.location_based_kg))),
    steps: (survey?.steps ?? []).map(({ note }) => note),
    steps_told: (survey?.steps ?? []).map(({ note }) => toldNote(note)),
    covers: covers.get(row) ?? null,
    ...pending.get(row),
    issues: [],
  };
}
