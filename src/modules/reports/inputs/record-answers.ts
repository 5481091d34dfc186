import canonicalize from "canonicalize";
import type { Context, TenantTransaction } from "../../../core/context.ts";
import { type ValidationIssue, validationError } from "../../../core/errors.ts";
import { decimal, decimalText } from "../../../core/quantity.ts";
import {
  appendAudit,
  type AuditEntry,
  insertLedgerRows,
  LEDGER_ACTIONS,
  lockAuditChain,
  type RowProof,
} from "../../audit/index.ts";
import type { AnswerYear } from "./answer-year.ts";
import type { InputValue, ReportInput } from "./report-input.ts";
import { selectNewest } from "./store-inputs.ts";
import type { ValidAnswer } from "./validate-answer.ts";

/** Cells of one datapoint in a year: rows of sites, members of a dimension. */
export const CELLS_MAX = 1_000;

/** A valid answer to a datapoint, with the version that the caller saw, if it says so. */
export interface DatapointAnswer extends ValidAnswer {
  readonly datapoint: string;
  readonly current_id?: string | undefined;
  /** Where the answer stands in the request: "" or "inputs.3". */
  readonly path: string;
}

export interface Recorded {
  /** The current version of each cell that was named, in the order of the request. */
  readonly inputs: ReportInput[];
  readonly new_version_count: number;
}

/**
 * Writes a version for every answer that says something new, all or none, with its audit event. An answer equal to the
 * current one changes nothing. Takes the lock of the audit chain, under which reports freeze their figures.
 * @throws ServiceError request.validation_failed when an answer was changed meanwhile, or when there is none to withdraw.
 */
export async function recordAnswers(
  ctx: Context,
  tx: TenantTransaction,
  year: AnswerYear,
  answers: readonly DatapointAnswer[],
): Promise<Recorded> {
  const head = await lockAuditChain(tx);
  const datapoints = [...new Set(answers.map(({ datapoint }) => datapoint))];
  const newest = await selectNewest(tx, year, datapoints);
  const current = new Map(newest.map((row) => [cellOf(row), row]));
  const issues = answers.flatMap((answer) => changeIssues(answer, current.get(cellOf(answer))));
  if (issues.length > 0) throw validationError(issues.slice(0, 50));
  const fresh = answers.filter((answer) => !isSame(answer, current.get(cellOf(answer))));
  assertRoom(newest, fresh);
  const rows = fresh.map((answer) => nextVersion(ctx.newId(), year, answer, current.get(cellOf(answer))));
  if (rows.length === 0) return { inputs: inOrder(answers, current), new_version_count: 0 };
  const entered_by = ctx.principal.actor;
  const stored = rows.map((row) => ({ ...row, member: row.member ?? "", entered_by }));
  const recorded = await insertLedgerRows(tx, "report_inputs", stored);
  const proofs = new Map(recorded.map(({ id, proof }) => [id, proof]));
  const entries = rows.map((row) => auditEntry(row, proofs.get(row.id)));
  await appendAudit(ctx, tx, entries, head);
  for (const row of await selectNewest(tx, year, datapoints)) current.set(cellOf(row), row);
  return { inputs: inOrder(answers, current), new_version_count: rows.length };
}

/** A version about to be written. */
type NewInput = Omit<ReportInput, "created_at" | "entered_by" | "entered_by_name">;

/** Names a cell of a year. */
export function cellOf({ datapoint, member }: { readonly datapoint: string; readonly member: string | null }): string {
  return `${datapoint}\n${member ?? ""}`;
}

function changeIssues(answer: DatapointAnswer, current: ReportInput | undefined): ValidationIssue[] {
  const path = (name: string) => (answer.path === "" ? name : `${answer.path}.${name}`);
  if (answer.current_id !== undefined && answer.current_id !== current?.id) {
    const message =
      current === undefined ? "nothing is answered yet" : `version ${current.version} is current by now: read it first`;
    return [{ path: path("current_id"), code: "changed_meanwhile", message }];
  }
  if (answer.status === "withdrawn" && current === undefined) {
    return [{ path: path("status"), code: "not_answered", message: "there is no answer to withdraw" }];
  }
  return [];
}

function isSame(answer: ValidAnswer, current: ReportInput | undefined): boolean {
  if (current === undefined) return false;
  const { status, value, note } = current;
  return canonicalize({ status, value, note }) === canonicalize(contentOf(answer));
}

function contentOf({ status, value, note }: ValidAnswer): Pick<ValidAnswer, "status" | "value" | "note"> {
  return { status, value, note };
}

function assertRoom(newest: readonly ReportInput[], fresh: readonly DatapointAnswer[]): void {
  const cells = new Map<string, Set<string>>();
  for (const { datapoint, member } of [...newest, ...fresh]) {
    const members = cells.get(datapoint) ?? new Set();
    cells.set(datapoint, members.add(member ?? ""));
  }
  const full = [...cells].find(([, members]) => members.size > CELLS_MAX);
  if (full === undefined) return;
  const message = `${full[0]} would have more than ${CELLS_MAX} rows in this year`;
  throw validationError([{ path: "member", code: "too_many_rows", message }]);
}

function nextVersion(
  id: string,
  { report_year, period_end }: AnswerYear,
  answer: DatapointAnswer,
  current: ReportInput | undefined,
): NewInput {
  const { datapoint, member } = answer;
  const version = (current?.version ?? 0) + 1;
  return {
    id,
    report_year,
    ...(period_end === null ? {} : { period_end }),
    datapoint,
    member,
    ...contentOf(answer),
    version,
    supersedes_id: current?.id ?? null,
  };
}

/**
 * The event proves the stored version by its hash. The value itself is written where it is a figure, or yes or no; what a
 * person wrote stays out of the log, which can never be erased.
 */
function auditEntry(row: NewInput, proof: RowProof | undefined): AuditEntry {
  if (proof === undefined) throw new Error("an answer was not written");
  const { id, note: _note, value, ...facts } = row;
  const shown = shownValue(value);
  const payload = { ...facts, ...proof, ...(shown === null ? {} : { value: shown }) };
  return { action: LEDGER_ACTIONS.report_inputs, subject: id, payload };
}

function shownValue(value: InputValue | null): string | boolean | null {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return decimalText(decimal(value));
  return null;
}

function inOrder(answers: readonly DatapointAnswer[], current: ReadonlyMap<string, ReportInput>): ReportInput[] {
  return answers.map((answer) => {
    const row = current.get(cellOf(answer));
    if (row === undefined) throw new Error(`no version of ${answer.datapoint} after it was written`);
    return row;
  });
}
