/**
 * Control characters other than line break and tab, which XML cannot carry, and marks that turn the reading direction, with
 * which a printed sentence would say something else than the stored one.
 */
const HIDDEN = /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** What a person sees something of: not white space, not a control, format or filler character. */
const SEEN = /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** How a refusal of `hasHidden` says it. */
export const NO_HIDDEN = "must not contain control characters or marks that turn the reading direction";

export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

/** Whether there is anything to see of a text. */
export function isSeen(text: string): boolean {
  return SEEN.test(text);
}

/** Whether a text is one line as people read it: for names that are shown to others. */
export function isPlainLine(text: string): boolean {
  return isSeen(text) && !HIDDEN.test(text) && !/[\n\t]/.test(text);
}
