import { z } from "zod";
import { isRecord } from "./json-rpc.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Arguments of a tool as JSON Schema 2020-12: an object that names every argument and allows no other. */
export function inputJsonSchema(schema: z.ZodType): JsonSchema {
  const { properties, ...rest } = lean(z.toJSONSchema(schema, { io: "input" }));
  const named = isRecord(properties) ? Object.entries(properties) : [];
  const entries = named.map(([name, argument]) => [name, singleForm(argument)]);
  return { ...rest, properties: Object.fromEntries(entries), additionalProperties: false };
}

/**
 * An argument that is accepted in several spellings (date or datetime, "1" or 1) is advertised in the first one:
 * strings of several formats as a string, whose description says which; an enum of strings without its numbers.
 */
function singleForm(argument: unknown): unknown {
  if (!isRecord(argument) || !Array.isArray(argument["anyOf"])) return argument;
  const { anyOf: branches, ...rest } = argument;
  const [first] = branches;
  if (!isRecord(first) || first["type"] !== "string") return argument;
  const values: unknown = first["enum"];
  const isRespelled = (branch: unknown): boolean =>
    isRecord(branch) && Array.isArray(values) && values.includes(String(branch["const"]));
  if (branches.slice(1).every(isRespelled)) return { ...first, ...rest };
  const isFormat = (branch: unknown): boolean =>
    isRecord(branch) && branch["type"] === "string" && Object.keys(branch).length === 2 && "format" in branch;
  return branches.every(isFormat) ? { type: "string", ...rest } : argument;
}

/** Result of a tool. Further members stay allowed, so that a new field never fails a client that cached the list. */
export function outputJsonSchema(schema: z.ZodType): JsonSchema {
  return lean(z.toJSONSchema(schema, { io: "input" }));
}

/**
 * Drops what only costs a model's context: `$schema`, the regular expression beside a `format`, safe-integer bounds,
 * that a string is not empty, that keys are strings.
 */
function lean(schema: unknown): JsonSchema {
  const cleaned = clean(schema);
  if (!isRecord(cleaned) || cleaned["type"] !== "object") throw new Error("a tool's schema must be an object");
  return cleaned;
}

function clean(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(clean);
  if (!isRecord(node)) return node;
  const types = node["type"];
  if (Array.isArray(types)) return clean(withoutTypeList(node, types));
  const kept = Object.entries(node).filter(([key, value]) => !isNoise(node, key, value));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === "properties" && isRecord(value) ? cleanEach(value) : clean(value)]),
  );
}

/** A list of types as `anyOf`: several clients read only a single type. Null takes no further keywords. */
function withoutTypeList(node: Readonly<Record<string, unknown>>, types: readonly unknown[]): unknown {
  const { type: _, description, enum: values, ...rest } = node;
  const others = Array.isArray(values) ? { ...rest, enum: values.filter((value) => value !== null) } : rest;
  const branches = types.map((type) => (type === "null" ? { type } : { type, ...others }));
  return { anyOf: branches, ...(description === undefined ? {} : { description }) };
}

/** The keys of `properties` are names of arguments, not keywords. */
function cleanEach(properties: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, clean(schema)]));
}

function isNoise(node: Readonly<Record<string, unknown>>, key: string, value: unknown): boolean {
  if (key === "$schema") return true;
  if (key === "pattern") return typeof node["format"] === "string";
  if (key === "minLength") return value === 1;
  if (key === "propertyNames") return true;
  if (key === "minimum") return value === Number.MIN_SAFE_INTEGER;
  if (key === "maximum") return value === Number.MAX_SAFE_INTEGER;
  return false;
}
