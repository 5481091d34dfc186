import type { z } from "zod";
import { isRecord } from "../mcp/json-rpc.ts";
import { answerJsonSchema, NAME_KEYWORD, requestJsonSchema } from "../mcp/json-schema.ts";
import { type ComponentStore, type Json, reference } from "./openapi-store.ts";

/**
 * Characters of the longest text that validation takes for a format whose grammar is bounded: RFC 9562, RFC 3339
 * full-date, RFC 4291 with an embedded IPv4 address, RFC 4632. A date-time is bounded by its own schema.
 */
const LONGEST: Readonly<Record<string, number>> = { uuid: 36, date: 10, ipv4: 15, ipv6: 45, cidrv4: 18, cidrv6: 49 };

/**
 * What a request may carry: every text says how long it can get, so that a gateway or a form can refuse it first. Named
 * records stand in the store once.
 */
export function requestSchema(schema: z.ZodType, store: ComponentStore): Json {
  return asObject(mapNodes(requestJsonSchema(schema), (node) => named(withLength(node), store)));
}

/**
 * What an answer carries, as a reference: named records stand in the store once, and a result without a name is called
 * after its operation.
 */
export function answerSchema(schema: z.ZodType, own_name: string, store: ComponentStore): Json {
  const kept = asObject(mapNodes(answerJsonSchema(schema), (node) => named(withNames(withNull(node)), store)));
  return "$ref" in kept ? reference("schemas", nameOf(kept)) : store.keep("schemas", own_name, kept);
}

function withLength(node: Json): Json {
  const { type, format, maxLength } = node;
  if (type !== "string" || typeof format !== "string" || maxLength !== undefined) return node;
  const longest = LONGEST[format];
  return longest === undefined ? node : { ...node, maxLength: longest };
}

/** A record of fixed keys names them, for generators of code that read nothing but properties. */
function withNames(node: Json): Json {
  const { type, required, properties, additionalProperties: member } = node;
  if (type !== "object" || !Array.isArray(required) || properties !== undefined || !isRecord(member)) return node;
  return { ...node, properties: Object.fromEntries(required.map((name) => [String(name), member])) };
}

/** A single value or null as a list of types, which generators of code read as well as `anyOf` and which is shorter. */
function withNull(node: Json): Json {
  const { anyOf: branches, ...rest } = node;
  if (!Array.isArray(branches) || branches.length !== 2) return node;
  const [value, none]: readonly unknown[] = branches;
  if (!isRecord(value) || !isRecord(none) || none["type"] !== "null") return node;
  const { type, enum: values, const: only, ...others } = value;
  if (typeof type !== "string" || type === "object" || type === "array") return node;
  const list = Array.isArray(values) ? values : only === undefined ? null : [only];
  return { type: [type, "null"], ...(list === null ? {} : { enum: [...list, null] }), ...others, ...rest };
}

/** What is said of a record in one place stays there, beside the reference. */
function named(node: Json, store: ComponentStore): Json {
  const { [NAME_KEYWORD]: name, description, ...shape } = node;
  if (typeof name !== "string") return node;
  return { ...store.keep("schemas", name, shape), ...(description === undefined ? {} : { description }) };
}

function nameOf({ $ref }: Json): string {
  return String($ref).split("/").at(-1) ?? "";
}

/** The tree with each object replaced, innermost first. Names of properties are objects' keys, never nodes. */
function mapNodes(node: unknown, replace: (node: Json) => Json): unknown {
  if (Array.isArray(node)) return node.map((inner) => mapNodes(inner, replace));
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).map(([key, inner]) => [key, mapNodes(inner, replace)]);
  return replace(Object.fromEntries(entries));
}

function asObject(value: unknown): Json {
  if (!isRecord(value)) throw new Error("a schema must be an object");
  return value;
}
