import type { ValidationIssue } from "../../../core/errors.ts";
import { type AskedDatapoint, takesAnswers } from "./asked-datapoints.ts";
import type { AnswerStatus, InputValue } from "./report-input.ts";
import { cellOf, type DatapointAnswer } from "./record-answers.ts";
import { validAnswer } from "./validate-answer.ts";

/** An answer as a caller writes it. */
export interface GivenAnswer {
  readonly datapoint: string;
  readonly member?: string | undefined;
  readonly value?: InputValue | undefined;
  readonly status?: AnswerStatus | undefined;
  readonly note?: string | undefined;
  readonly current_id?: string | undefined;
}

export interface ReadAnswers {
  readonly answers: readonly DatapointAnswer[];
  readonly issues: readonly ValidationIssue[];
}

/**
 * Holds answers against the catalog. Each issue is named by its place in the request, e.g. inputs.3.value; two answers to
 * one cell are an issue as well.
 */
export function readAnswers(
  asked: ReadonlyMap<string, AskedDatapoint>,
  givenAnswers: readonly GivenAnswer[],
): ReadAnswers {
  const answers: DatapointAnswer[] = [];
  const issues: ValidationIssue[] = [];
  const cells = new Set<string>();
  for (const [index, givenAnswer] of givenAnswers.entries()) {
    const path = `inputs.${index}`;
    const read = readAnswer(asked, givenAnswer, path);
    if ("issue" in read) {
      issues.push({ ...read.issue, path: `${path}.${read.issue.path}` });
      continue;
    }
    const cell = cellOf(read.answer);
    if (cells.has(cell)) issues.push({ path, code: "repeated", message: "this cell is answered twice" });
    cells.add(cell);
    answers.push(read.answer);
  }
  return { answers, issues };
}

/** Holds one answer against the catalog. */
export function readAnswer(
  asked: ReadonlyMap<string, AskedDatapoint>,
  givenAnswer: GivenAnswer,
  path = "",
): { readonly answer: DatapointAnswer } | { readonly issue: ValidationIssue } {
  const { datapoint, member = null, value, status = "reported", note = null, current_id } = givenAnswer;
  const askedDatapoint = asked.get(datapoint);
  if (askedDatapoint === undefined) {
    return issue("datapoint", "unknown_datapoint", "unknown datapoint; GET /report-inputs lists them");
  }
  if (!takesAnswers(askedDatapoint)) {
    const from = askedDatapoint.source === "ledger" ? "the ledger" : "other datapoints";
    return issue("datapoint", "computed", `${datapoint} is computed from ${from} and not answered`);
  }
  const checked = validAnswer(askedDatapoint.rules, { member, value, status, note });
  if ("issue" in checked) return checked;
  return { answer: { ...checked.answer, datapoint, current_id, path } };
}

function issue(path: string, code: string, message: string): { readonly issue: ValidationIssue } {
  return { issue: { path, code, message } };
}
