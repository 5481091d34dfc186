import type { Document } from "./truth-table-documents.ts";

/** A decision that is refused: HTTP status, error code, and code of its issue where it has one. */
export type Refused = readonly [status: number, code: string, issue?: string];

/** The line counts what a company's total is that handed in only this document. */
interface Counts {
  readonly as: Document;
  /** As a sum that is taken off. */
  readonly is_negative?: true;
}

/** Worked out by hand; `left_out`: the line is excluded, and other lines count this in its place. */
interface CountsKg {
  readonly kg: number;
  readonly left_out?: true;
}

/** "told": the line counts what was told of its suggestion. */
export type Outcome = Refused | Counts | CountsKg | "told" | "excluded";

/** What a person states beside the documents. */
interface Request {
  readonly method: "PUT" | "POST";
  /** Below /api/v1. */
  readonly path: string;
  readonly body: object;
}

/** Accepting with these facts. */
interface WithFacts {
  readonly facts: object;
  readonly outcome: Outcome;
}

/** A line that waits: why, what is told that it needs, and what each decision about it does. */
export interface Case {
  readonly title: string;
  readonly country?: "SE";
  /** Handed in or stated one after the other; the line of `text` is the one that waits. */
  readonly documents: readonly (Document | Request)[];
  readonly text: string;
  /** Closed before the documents are handed in: what the line counts is pending. */
  readonly closed_year?: string;
  readonly waits_for: string;
  /** What the code is about; absent members are null. */
  readonly parameters?: Partial<Record<"category_id" | "unit" | "currency" | "date", string>>;
  readonly says: readonly [da: string, en: string];
  readonly needs: readonly string[];
  /** Options that are told with kg: categories, or countries. */
  readonly options: number;
  /** Currency in which an amount is asked for: one that can be counted. */
  readonly amount_in?: string;
  readonly accept: Outcome;
  /** One way or several. */
  readonly with_facts?: WithFacts | readonly WithFacts[];
  /** To `CHOSEN`. */
  readonly recategorize: Outcome;
  readonly exclude: Outcome;
  readonly mark_duplicate: Outcome;
}

/** Category that a person chooses; it is counted by money. */
export const CHOSEN = "purchases.services.cleaning";

export const INVALID = "request.validation_failed";
export const NOT_HELD: Refused = [400, INVALID, "not_a_possible_duplicate"];
/** Refused for what the line waits for. */
export const lacks = (code: string): Refused => [400, INVALID, code];
