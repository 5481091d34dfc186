import { z } from "zod";
import { type ValidationIssue, validationError } from "./errors.ts";
import { issueSentence } from "./issue-sentence.ts";
import { hasHidden, isAsGiven, NO_HIDDEN } from "./visible-text.ts";

/** Shape of an operation's input: a zod object; unknown keys are refused whatever its own mode is. */
export type InputSchema = z.ZodObject;

/**
 * Parses a caller's arguments: absent means {}, a null optional argument counts as absent (strict function calling
 * sends nulls), an unknown name is refused with the allowed ones listed. No text holds characters that nobody sees, unless its
 * member is marked `asGiven`.
 * @throws ServiceError request.validation_failed with one issue per bad argument.
 */
export function parseInput<Schema extends InputSchema>(schema: Schema, raw: unknown): z.output<Schema> {
  if (raw !== undefined && !isPlainObject(raw)) {
    throw validationError([{ path: "", code: "invalid_type", message: "arguments must be a JSON object" }]);
  }
  const fields = withoutNulls(schema, raw ?? {});
  const unknown = Object.keys(fields).filter((key) => !Object.hasOwn(schema.shape, key));
  if (unknown.length > 0) throw validationError(unknown.slice(0, 20).map((key) => unknownIssue(schema, key)));
  const parsed = schema.safeParse(fields, { error: issueSentence });
  if (!parsed.success) throw validationError(parsed.error.issues.slice(0, 50).map(toIssue));
  const unstorable = pathOf(parsed.data, isUnstorable);
  if (unstorable !== null) throw textError(unstorable, "must not contain U+0000 or half a character");
  const read = Object.entries(parsed.data).filter(([name]) => !isAsGiven(schema.shape[name]));
  const hidden = pathOf(Object.fromEntries(read), hasHidden);
  if (hidden !== null) throw textError(hidden, NO_HIDDEN);
  return parsed.data;
}

function textError(path: string, message: string): Error {
  return validationError([{ path, code: "invalid_text", message }]);
}

/** Matches a surrogate that is not one of a pair: no UTF-8 text has one. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether PostgreSQL cannot store a text as it is: U+0000, lone surrogates. */
function isUnstorable(text: string): boolean {
  return text.includes("\0") || LONE_SURROGATE.test(text);
}

/** Where a text of the value is `bad`; null: nowhere. */
function pathOf(value: unknown, isBad: (text: string) => boolean): string | null {
  if (typeof value === "string") return isBad(value) ? "" : null;
  // Received bytes hold no texts, and are members of their array one by one.
  if (ArrayBuffer.isView(value)) return null;
  const members = Array.isArray(value) || isPlainObject(value) ? Object.entries(value) : [];
  for (const [key, member] of members) {
    const below = pathOf(member, isBad);
    if (below !== null) return below === "" ? key : `${key}.${below}`;
  }
  return null;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutNulls(schema: InputSchema, raw: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    const field = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
    if (value === null && field instanceof z.ZodOptional) continue;
    Object.defineProperty(kept, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return kept;
}

function unknownIssue(schema: InputSchema, key: string): ValidationIssue {
  const allowed = Object.keys(schema.shape);
  const list = allowed.length === 0 ? "this operation takes no arguments" : `allowed: ${allowed.join(", ")}`;
  return { path: key.slice(0, 60), code: "unknown_argument", message: `unknown argument; ${list}` };
}

function toIssue(issue: z.core.$ZodIssue): ValidationIssue {
  const code = issue.code === "unrecognized_keys" ? "unknown_argument" : issue.code;
  return { path: issue.path.map(String).join("."), code, message: issue.message };
}
