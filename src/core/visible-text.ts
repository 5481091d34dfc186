import { z } from "zod";

/**
 * Control characters other than tab and the two line breaks, which XML cannot carry, marks that turn the reading direction,
 * with which a printed sentence would say something else than the stored one, and what takes no room: two names that look the
 * same would be two (Unicode UTS 39, UAX 9, UAX 44 Default_Ignorable_Code_Point; U+FFF9-FFFB and U+2800 are as invisible).
 */
const HIDDEN =
  /[^\P{Cc}\n\t]|\p{Noncharacter_Code_Point}|[\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB\u2800]|\p{Default_Ignorable_Code_Point}/u;

/** Emoji as Unicode recommends them for interchange: their joiners and selectors change what is seen. Needs the flag v. */
const EMOJI = new RegExp(String.raw`\p{RGI_Emoji}`, "gv");

/** What a person sees something of: not white space, not a control, format or filler character. */
const SEEN = /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** How a refusal of `hasHidden` says it. */
export const NO_HIDDEN = "must not contain invisible or control characters, or marks that turn the reading direction";

const ONE_LINE = "must be one line of visible characters";

/** Whether a text has characters that nobody sees or that turn its reading direction. Line breaks and tabs are none. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text) && HIDDEN.test(text.replaceAll(EMOJI, "").replaceAll("\r\n", "\n"));
}

/** Whether there is anything to see of a text. */
export function isSeen(text: string): boolean {
  return SEEN.test(text);
}

/** Whether a text is one line as people read it: for names that are shown to others. */
export function isPlainLine(text: string): boolean {
  return isSeen(text) && !hasHidden(text) && !/[\n\t\r]/.test(text);
}

/** The input of a name, or of any other text that people read as one line: blanks around it do not count. */
export function lineInput(characters_max: number) {
  // What is empty has no other fault besides.
  return z.string().trim().min(1, { abort: true }).max(characters_max).refine(isPlainLine, ONE_LINE);
}

/** Inputs that are kept and sent as given, whatever characters they have: secrets, files, our own cursors. */
const AS_GIVEN = z.registry<{ readonly is_as_given: true }>();

/** Marks a member of an operation's input in which `parseInput` looks for no hidden characters. */
export function asGiven<Schema extends z.ZodType>(schema: Schema): Schema {
  AS_GIVEN.add(schema, { is_as_given: true });
  return schema;
}

export function isAsGiven(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && AS_GIVEN.has(schema);
}
