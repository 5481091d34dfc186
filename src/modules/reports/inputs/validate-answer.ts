import type { ValidationIssue } from "../../../core/errors.ts";
import { hasHidden, isSeen, NO_HIDDEN } from "../../../core/visible-text.ts";
import { type AnswerRules, NUMBER_MIN, ROW_KEY } from "./answer-rules.ts";
import type { AnswerStatus, InputValue } from "./report-input.ts";

/** What a caller wants to say about one cell. */
export interface Answer {
  readonly member: string | null;
  readonly status: AnswerStatus;
  /** Undefined: none was given. */
  readonly value: InputValue | undefined;
  readonly note: string | null;
}

/** An answer as it is stored. */
export interface ValidAnswer {
  readonly member: string | null;
  readonly status: AnswerStatus;
  readonly value: InputValue | null;
  readonly note: string | null;
}

type Checked = { readonly answer: ValidAnswer } | { readonly issue: ValidationIssue };

/** Holds an answer against the datapoint's rules; texts come back trimmed and with plain line breaks. */
export function validAnswer(rules: AnswerRules, answer: Answer): Checked {
  const { member, status } = answer;
  const wrongMember = memberIssue(rules, member);
  if (wrongMember !== null) return { issue: wrongMember };
  const note = answer.note === null ? null : plainText(answer.note);
  if (note !== null && hasHidden(note)) return { issue: issue("note", "invalid_text", NO_HIDDEN) };
  if (status !== "reported") {
    if (answer.value !== undefined) return { issue: issue("value", "not_reported", `is only for status reported`) };
    if (status === "omitted" && note === null) {
      return { issue: issue("note", "required", "say why the datapoint is omitted") };
    }
    return { answer: { member, status, value: null, note } };
  }
  if (answer.value === undefined) return { issue: issue("value", "required", `give ${wanted(rules)}`) };
  const value = stored(rules, answer.value);
  return "refusal" in value ? { issue: value.refusal } : { answer: { member, status, value: value.value, note } };
}

function issue(path: string, code: string, message: string): ValidationIssue {
  return { path, code, message };
}

function memberIssue({ axis, datapoint }: AnswerRules, member: string | null): ValidationIssue | null {
  if (axis === null) {
    return member === null ? null : issue("member", "no_dimension", `${datapoint} has no dimension`);
  }
  if (member === null) {
    const which = axis.kind === "typed" ? "the key of the row" : "one of its members";
    return issue("member", "required", `${datapoint} is asked per ${axis.name}: name ${which}`);
  }
  if (axis.kind === "explicit") {
    return axis.members.has(member)
      ? null
      : issue("member", "unknown_member", `is no member of ${axis.name}; GET the datapoint lists them`);
  }
  return ROW_KEY.test(member)
    ? null
    : issue("member", "invalid_key", "a row's key has 1 to 40 of A-Z a-z 0-9 _ - and begins with a letter or digit");
}

type Stored = { readonly value: InputValue } | { readonly refusal: ValidationIssue };

function refused(code: string, message: string): Stored {
  return { refusal: issue("value", code, message) };
}

function stored(rules: AnswerRules, value: InputValue): Stored {
  switch (rules.kind) {
    case "number":
      return storedNumber(rules, value);
    case "boolean":
      return typeof value === "boolean" ? { value } : refused("invalid_type", `must be ${wanted(rules)}`);
    case "text":
      return storedText(rules, value);
    case "date":
      return typeof value === "string" && isDay(value)
        ? { value }
        : refused("invalid_date", `must be ${wanted(rules)}`);
    case "year":
      return typeof value === "string" && /^(19|20|21)\d\d$/.test(value)
        ? { value }
        : refused("invalid_year", `must be ${wanted(rules)}`);
    case "enumeration":
      return typeof value === "string" && rules.options.has(value)
        ? { value }
        : refused("unknown_member", `must be ${wanted(rules)}`);
    case "enumeration_set":
      return storedSet(rules, value);
    default:
      return rules.kind satisfies never;
  }
}

function storedNumber(rules: AnswerRules, value: InputValue): Stored {
  if (typeof value !== "number") return refused("invalid_type", `must be ${wanted(rules)}`);
  const refusal = rangeRefusal(rules, value);
  // Minus zero is written as zero, so that equal answers have equal texts.
  return refusal === null ? { value: value === 0 ? 0 : value } : { refusal };
}

function rangeRefusal({ minimum, maximum, is_whole }: AnswerRules, value: number): ValidationIssue | null {
  if (!(value >= minimum && value <= maximum)) {
    return issue("value", "out_of_range", `must be between ${minimum} and ${maximum}`);
  }
  if (value !== 0 && Math.abs(value) < NUMBER_MIN) {
    return issue("value", "out_of_range", `must be 0 or at least ${NUMBER_MIN}`);
  }
  return is_whole && !Number.isInteger(value) ? issue("value", "not_whole", "must be a whole number") : null;
}

function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").trim();
}

function storedText(rules: AnswerRules, value: InputValue): Stored {
  if (typeof value !== "string") return refused("invalid_type", `must be ${wanted(rules)}`);
  const text = plainText(value);
  if (!isSeen(text))
    return refused("empty", "must not be empty; status omitted or withdrawn says that there is no answer");
  if (text.length > rules.text_max) return refused("too_long", `must have at most ${rules.text_max} characters`);
  if (hasHidden(text)) return refused("invalid_text", NO_HIDDEN);
  if (rules.is_one_line && /[\n\t]/.test(text)) return refused("invalid_text", "must be one line");
  if (rules.format !== null && !rules.format.fits(text)) return refused("invalid_format", rules.format.message);
  return { value: text };
}

/** A set in the order of the catalog, so that the order in which it was ticked makes no new version. */
function storedSet(rules: AnswerRules, value: InputValue): Stored {
  if (!Array.isArray(value) || value.length === 0) return refused("invalid_type", `must be ${wanted(rules)}`);
  const members = new Set(value);
  if (members.size < value.length) return refused("repeated", "names a member twice");
  const unknown = value.filter((member) => !rules.options.has(member));
  if (unknown.length > 0) {
    return refused("unknown_member", `${unknown.length} names are no members; GET the datapoint lists them`);
  }
  return { value: [...rules.options].filter((member) => members.has(member)) };
}

function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const SHOWN_OPTIONS = 8;

/** The form of the value, in words. */
function wanted(rules: AnswerRules): string {
  switch (rules.kind) {
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "text":
      return "a text";
    case "date":
      return "a day as YYYY-MM-DD";
    case "year":
      return "a year as YYYY";
    case "enumeration": {
      const options = [...rules.options];
      return options.length > SHOWN_OPTIONS
        ? "the name of a member; GET the datapoint lists them"
        : `one of ${options.join(", ")}`;
    }
    case "enumeration_set":
      return "a list of member names";
    default:
      return rules.kind satisfies never;
  }
}
