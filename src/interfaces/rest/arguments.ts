import { z } from "zod";
import { type ValidationIssue, validationError } from "../../core/errors.ts";
import type { InputSchema } from "../../core/input.ts";

type Kind = "text" | "number" | "boolean";

interface Parameter {
  readonly kind: Kind;
  readonly is_list: boolean;
}

const UNKNOWN: Parameter = { kind: "text", is_list: false };

/** Turns the texts of a path or a query string into the types that the operation's schema names. */
export type TextReader = (texts: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * The conversion for one schema; what a parameter takes is looked up at its first use. Numbers and booleans are converted
 * when the text is exactly one; any other text is left for the schema to refuse. A parameter that is no list may stand once
 * only. Unknown names pass through, so that the schema's own refusal lists the allowed ones.
 */
export function textReader(schema: InputSchema): TextReader {
  const parameters = new Map<string, Parameter>();
  const parameterNamed = (name: string): Parameter => {
    const known = parameters.get(name);
    if (known !== undefined) return known;
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    // What the schema does not name is kept nowhere: such names are the callers', and without end.
    if (field === undefined) return UNKNOWN;
    const parameter = parameterOf(field);
    parameters.set(name, parameter);
    return parameter;
  };
  return (texts) => {
    const issues: ValidationIssue[] = [];
    const args: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(texts)) {
      const parameter = parameterNamed(name);
      if (Array.isArray(value) && !parameter.is_list) {
        issues.push({ path: name.slice(0, 60), code: "repeated", message: "may be given once only" });
        continue;
      }
      const converted = convertAll(value, parameter);
      Object.defineProperty(args, name, { value: converted, enumerable: true, writable: true, configurable: true });
    }
    if (issues.length > 0) throw validationError(issues);
    return args;
  };
}

/** Joins arguments from the path with those from the query or body, which may not name the same ones. */
export function joinArguments(fromPath: Readonly<Record<string, unknown>>, otherArguments: unknown): unknown {
  const names = Object.keys(fromPath);
  if (names.length === 0) return otherArguments;
  if (typeof otherArguments !== "object" || otherArguments === null || Array.isArray(otherArguments))
    return otherArguments;
  const twice = names.filter((name) => Object.hasOwn(otherArguments, name));
  if (twice.length > 0) {
    throw validationError(twice.map((path) => ({ path, code: "repeated", message: "is given by the path already" })));
  }
  return { ...otherArguments, ...fromPath };
}

function convertAll(value: unknown, parameter: Parameter): unknown {
  if (!parameter.is_list) return convert(value, parameter.kind);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((item) => convert(item, parameter.kind));
}

function convert(value: unknown, kind: Kind): unknown {
  if (typeof value !== "string") return value;
  if (kind === "number" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value);
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** The schema decides by what it accepts: text if it takes text in any form, since every query value is one. */
function parameterOf(field: z.core.$ZodType): Parameter {
  const types = jsonTypes(z.toJSONSchema(field, { io: "input", unrepresentable: "any" }));
  const list = types.find((type) => type.startsWith("array:"));
  if (list !== undefined) return { kind: kindOf([list.slice("array:".length)]), is_list: true };
  return { kind: kindOf(types), is_list: false };
}

function kindOf(types: readonly string[]): Kind {
  if (types.includes("string")) return "text";
  if (types.includes("number") || types.includes("integer")) return "number";
  return types.includes("boolean") ? "boolean" : "text";
}

function jsonTypes(schema: z.core.JSONSchema._JSONSchema): string[] {
  if (typeof schema === "boolean") return [];
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(jsonTypes);
  if (schema.type === "array") {
    const { items } = schema;
    const inner = items === undefined || Array.isArray(items) ? [] : jsonTypes(items);
    return [`array:${inner[0] ?? "string"}`];
  }
  const types = schema.type ?? (schema.enum ?? [schema.const]).map((value) => typeof value);
  return [...(Array.isArray(types) ? types : [types]), ...branches];
}
