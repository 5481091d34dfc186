export type AuditProblemKind =
  | "event_changed"
  | "event_missing"
  | "head_mismatch"
  | "row_changed"
  | "row_missing"
  | "row_without_event"
  | "file_changed";

export interface AuditProblem {
  readonly kind: AuditProblemKind;
  /** "event <seq>", "<table> <id>" or "head". */
  readonly subject: string;
  readonly detail: string;
}

/** Problems that a result lists; all are counted. */
const PROBLEMS_MAX = 100;

/** What a verification has found so far. */
export class Findings {
  readonly problems: AuditProblem[] = [];
  count = 0;

  add(kind: AuditProblemKind, subject: string, detail: string): void {
    this.count += 1;
    if (this.problems.length < PROBLEMS_MAX) this.problems.push({ kind, subject, detail });
  }
}
