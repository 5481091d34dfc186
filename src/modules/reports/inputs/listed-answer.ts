import type { InputValue } from "./report-input.ts";

/** Characters of a text that a list shows: answers of one line are never longer. */
const LISTED_CHARACTERS = 500;
/** Members of a set that a list shows. */
const LISTED_NAMES = 20;
/** Shows people where a text goes on, and whoever sends it back by mistake what was sent. */
const CUT_MARK = "…";

interface Answered {
  readonly value: InputValue | null;
  readonly note: string | null;
  readonly is_cut: boolean;
}

/** The answer as lists show it: only the beginning of what is long. */
export function beginning<Answer extends Answered>(answer: Answer): Answer {
  const value = shortValue(answer.value);
  const note = answer.note === null ? null : shortText(answer.note);
  return { ...answer, value, note, is_cut: value !== answer.value || note !== answer.note };
}

/** The same value where it is short. */
function shortValue(value: InputValue | null): InputValue | null {
  if (typeof value === "string") return shortText(value);
  return Array.isArray(value) && value.length > LISTED_NAMES ? value.slice(0, LISTED_NAMES) : value;
}

/** No character outside the basic plane is cut in two. */
function shortText(text: string): string {
  if (text.length <= LISTED_CHARACTERS) return text;
  const end = LISTED_CHARACTERS - CUT_MARK.length;
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, "") + CUT_MARK;
}
