import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { isRecord } from "./json-rpc.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Arguments of a tool as JSON Schema 2020-12: an object that names every argument and allows no other. */
export function inputJsonSchema(schema: z.ZodType): JsonSchema {
  return withArguments(lean(z.toJSONSchema(schema, { io: "input" }), isToolNoise), singleForm);
}

/**
 * The same for the REST description, whose readers are generators of code: every length, every format by name, and each
 * named record marked with its name.
 */
export function requestJsonSchema(schema: z.ZodType): JsonSchema {
  return withArguments(lean(markedJsonSchema(schema), isNoise), singleEnum);
}

function withArguments({ properties, ...rest }: JsonSchema, form: (argument: unknown) => unknown): JsonSchema {
  const named = isRecord(properties) ? Object.entries(properties) : [];
  const entries = named.map(([name, argument]) => [name, form(argument)]);
  return { ...rest, properties: Object.fromEntries(entries), additionalProperties: false };
}

/**
 * An argument that is accepted in several spellings (date or datetime, "1" or 1) is advertised in the first one:
 * strings of several formats as a string, whose description says which; an enum of strings without its numbers.
 */
function singleForm(argument: unknown): unknown {
  const single = singleEnum(argument);
  if (!isRecord(single) || !Array.isArray(single["anyOf"])) return single;
  const { anyOf: branches, ...rest } = single;
  const isFormat = (branch: unknown): boolean =>
    isRecord(branch) && branch["type"] === "string" && Object.keys(branch).length === 2 && "format" in branch;
  return branches.every(isFormat) ? { type: "string", ...rest } : argument;
}

function singleEnum(argument: unknown): unknown {
  if (!isRecord(argument) || !Array.isArray(argument["anyOf"])) return argument;
  const { anyOf: branches, ...rest } = argument;
  const [first] = branches;
  if (!isRecord(first) || first["type"] !== "string") return argument;
  const values: unknown = first["enum"];
  const isRespelled = (branch: unknown): boolean =>
    isRecord(branch) && Array.isArray(values) && values.includes(String(branch["const"]));
  return branches.slice(1).every(isRespelled) ? { ...first, ...rest } : argument;
}

/** Result of a tool. Further members stay allowed, so that a new field never fails a client that cached the list. */
export function outputJsonSchema(schema: z.ZodType): JsonSchema {
  return lean(z.toJSONSchema(schema, { io: "input" }), isToolNoise);
}

/** Keyword under which a schema of a request or an answer carries the name of its record; no description shows it. */
export const NAME_KEYWORD = "x-name";

/** Result of an operation for the REST description: as for a tool, each named record marked with its name. */
export function answerJsonSchema(schema: z.ZodType): JsonSchema {
  return lean(markedJsonSchema(schema), isToolNoise);
}

function markedJsonSchema(schema: z.ZodType) {
  return z.toJSONSchema(schema, {
    io: "input",
    override({ zodSchema, jsonSchema }) {
      const name = SCHEMA_NAMES.get(zodSchema)?.name;
      if (name !== undefined) jsonSchema[NAME_KEYWORD] = name;
    },
  });
}

/**
 * Drops what only costs a model's context: `$schema`, the regular expression beside a `format`, safe-integer bounds,
 * that a string is not empty, that keys are strings.
 */
function lean(schema: unknown, isDropped: Noise): JsonSchema {
  const cleaned = clean(schema, isDropped);
  if (!isRecord(cleaned) || cleaned["type"] !== "object") throw new Error("a tool's schema must be an object");
  return cleaned;
}

type Noise = (node: JsonSchema, key: string, value: unknown) => boolean;

function clean(node: unknown, isDropped: Noise): unknown {
  if (Array.isArray(node)) return node.map((inner) => clean(inner, isDropped));
  if (!isRecord(node)) return node;
  const types = node["type"];
  if (Array.isArray(types)) return clean(withoutTypeList(node, types), isDropped);
  const kept = Object.entries(node).filter(([key, value]) => !isDropped(node, key, value));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      const isNamed = key === "properties" && isRecord(value);
      return [key, isNamed ? cleanEach(value, isDropped) : clean(value, isDropped)];
    }),
  );
}

/** A list of types as `anyOf`: several clients read only a single type. Null takes no further keywords. */
function withoutTypeList(node: JsonSchema, types: readonly unknown[]): unknown {
  const { type: _, description, enum: values, ...rest } = node;
  const others = Array.isArray(values) ? { ...rest, enum: values.filter((value) => value !== null) } : rest;
  const branches = types.map((type) => (type === "null" ? { type } : { type, ...others }));
  return { anyOf: branches, ...(description === undefined ? {} : { description }) };
}

/** The keys of `properties` are names of arguments, not keywords. */
function cleanEach(properties: JsonSchema, isDropped: Noise): unknown {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, clean(schema, isDropped)]));
}

function isNoise(node: JsonSchema, key: string, value: unknown): boolean {
  if (key === "$schema") return true;
  if (key === "pattern") return typeof node["format"] === "string";
  if (key === "minLength") return value === 1;
  if (key === "propertyNames") return true;
  if (key === "minimum") return value === Number.MIN_SAFE_INTEGER;
  if (key === "maximum") return value === Number.MAX_SAFE_INTEGER;
  return false;
}

/** Bounds of cursors and of whole texts, which no model comes near. Longer ones are refused all the same. */
const UNREACHED_LENGTH = 1_000;

/** A model writes a date or `^[A-Z]{2}$` as it is; how long it can get says nothing more. */
function isToolNoise(node: JsonSchema, key: string, value: unknown): boolean {
  if (key !== "maxLength") return isNoise(node, key, value);
  if (typeof value === "number" && value >= UNREACHED_LENGTH) return true;
  const { format, pattern } = node;
  return typeof format === "string" || (typeof pattern === "string" && /^\^(\[[^\]]+\](\{\d+\})?)+\$$/.test(pattern));
}
