import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

/**
 * Our own sentence for what is wrong with an argument, so that callers read what is allowed and not the words of the
 * library that checks it. Schemas that say more in their own `error` keep it.
 */
export function issueSentence(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${typeName(issue.expected)}`;
    case "too_small":
      return atLeast(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case "too_big":
      return atMost(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case "invalid_value":
      return `must be ${alternatives(issue.values.map(String))}`;
    case "invalid_format":
      return (
        FORMATS[issue.format] ?? (issue.pattern === undefined ? "has the wrong form" : `must match ${issue.pattern}`)
      );
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `unknown field ${issue.keys.map((key) => key.slice(0, 60)).join(", ")}`;
    case "invalid_union":
      return unionSentence(issue.errors);
    case "invalid_key":
      return "has a name that is not allowed";
    case "invalid_element":
      return "has a value that is not allowed";
    default:
      return "is not allowed";
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function typeName(expected: string): string {
  return TYPES[expected] ?? expected;
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "must be a UUID, as lists and answers give it in id",
  guid: "must be a UUID, as lists and answers give it in id",
  email: "must be an e-mail address",
  url: "must be an address, e.g. https://example.com/hooks",
  date: "must be a day as YYYY-MM-DD, e.g. 2026-06-30",
  datetime: "must be a datetime with offset, e.g. 2026-06-30T12:00:00Z",
  cidrv4: "must be a range of addresses, e.g. 192.0.2.0/24",
  cidrv6: "must be a range of addresses, e.g. 2001:db8::/32",
  ipv4: "must be an IPv4 address",
  ipv6: "must be an IPv6 address",
};

function atLeast(origin: string, minimum: number, is_inclusive: boolean): string {
  const bound = count(origin, minimum);
  if (bound === null) return is_inclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
  return minimum === 1 ? "must not be empty" : `must have at least ${bound}`;
}

function atMost(origin: string, maximum: number, is_inclusive: boolean): string {
  const bound = count(origin, maximum);
  if (bound !== null) return `must have at most ${bound}`;
  return is_inclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
}

/** "3 characters", "1 item"; null where the value itself is bounded. */
function count(origin: string, number: number): string | null {
  const noun = origin === "string" ? "character" : origin === "array" || origin === "set" ? "item" : null;
  return noun === null ? null : `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function alternatives(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : `one of ${values.join(", ")}`;
}

/** What one of several forms wants, each told once: "must be a UUID or null". */
function unionSentence(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const sentences = branches.map(([first]) => first?.message ?? "is not allowed");
  const [first = "is not allowed", ...others] = [...new Set(sentences)];
  return [first, ...others.map((sentence) => sentence.replace(/^must be /, ""))].join(" or ");
}
