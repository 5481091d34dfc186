import { z } from "zod";
import { parseInput } from "../../src/core/input.ts";
import type { Operation } from "../../src/core/operation.ts";
import { isRecord } from "../../src/interfaces/mcp/json-rpc.ts";
import type { DemoInput } from "../support/demo.ts";

/** A place of an operation's input. */
export interface InputPlace {
  readonly operation: Operation;
  /** Members and indices from the input down. */
  readonly path: readonly string[];
  /** JSON Schema of the value. */
  readonly schema: Schema;
}

/** Every number that callers may send to the operation, as JSON or as decimal text; a page's length is not kept. */
export function numericInputs(operation: Operation): InputPlace[] {
  return places(operation, takesNumber).filter(({ path }) => path.at(-1) !== "limit");
}

/** Every day and moment that callers may send to the operation. */
export function dateInputs(operation: Operation): InputPlace[] {
  return places(operation, ({ format }) => format === "date" || format === "date-time");
}

/** Where the input takes what is looked for, at any depth. What multipart uploads say of files is measured, not sent. */
function places(operation: Operation, isWanted: (schema: Schema) => boolean): InputPlace[] {
  if (operation.rest.multipart === true) return [];
  const found: InputPlace[] = [];
  walk(z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }), [], (path, schema) => {
    if (isWanted(schema)) found.push({ operation, path, schema });
  });
  const names = found.map(({ path }) => path.join("."));
  // Unions name a place once per alternative.
  return found.filter(({ path }, index) => names.indexOf(path.join(".")) === index);
}

type Schema = Readonly<Record<string, unknown>>;

function walk(
  schema: unknown,
  path: readonly string[],
  visit: (path: readonly string[], schema: Schema) => void,
): void {
  // A choice between named values is no figure.
  if (!isRecord(schema) || "const" in schema || "enum" in schema) return;
  visit(path, schema);
  for (const name of ["anyOf", "oneOf", "allOf"]) {
    const parts: unknown = schema[name];
    if (Array.isArray(parts)) for (const part of parts) walk(part, path, visit);
  }
  const { properties } = schema;
  if (isRecord(properties)) for (const [name, part] of Object.entries(properties)) walk(part, [...path, name], visit);
  walk(schema["items"], [...path, "0"], visit);
}

function takesNumber({ type, pattern }: Schema): boolean {
  if (type === "number" || type === "integer") return true;
  if (type !== "string" || typeof pattern !== "string") return false;
  const form = new RegExp(pattern);
  return form.test("1.5") && form.test("7") && !form.test("a") && !form.test("7a");
}

const SIZES = [
  5e-324,
  1e-310,
  1e-300,
  1e-25,
  1e-7,
  1e-6,
  1 / 3,
  7,
  99.99999999999999,
  2025,
  999_999_999_999.9999,
  1e15,
  1e21,
  Number.MAX_VALUE,
];
const TEXTS = ["0.000000000000000000000000000001", "0.000001", "1", "9".repeat(30), "1000000000000000", "-7.5"];

/** What is hardest for a number of this kind: the smallest, the largest, at the bounds, and with the most digits. */
export function awkwardValues({ schema }: InputPlace): (number | string)[] {
  if (schema["type"] === "string") return TEXTS;
  const bounds = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"]
    .map((name) => schema[name])
    .filter((bound) => typeof bound === "number");
  return [...new Set([0, -0, ...SIZES, ...SIZES.map((size) => -size), ...bounds])];
}

/** The input with another value at the place; an object above it that is not there is made. */
export function withValue(input: DemoInput, [name = "", ...below]: readonly string[], value: unknown): DemoInput {
  const put = (part: unknown): unknown => {
    if (below.length === 0) return value;
    if (Array.isArray(part)) return Object.values(withValue(Object.fromEntries(part.entries()), below, value));
    if (part === undefined) return withValue({}, below, value);
    return isRecord(part) ? withValue(part, below, value) : part;
  };
  return { ...input, [name]: put(input[name]) };
}

/** Whether the operation's own schema takes the input. */
export function isAccepted(operation: Operation, input: DemoInput): boolean {
  try {
    parseInput(operation.input, input);
    return true;
  } catch {
    return false;
  }
}
