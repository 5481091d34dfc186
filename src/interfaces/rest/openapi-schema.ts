import type { z } from "zod";
import { isRecord } from "../mcp/json-rpc.ts";
import { outputJsonSchema, requestJsonSchema } from "../mcp/json-schema.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * Characters of the longest text that validation takes for a format whose grammar is bounded: RFC 9562, RFC 3339
 * full-date, RFC 4291 with an embedded IPv4 address, RFC 4632. A date-time is bounded by its own schema.
 */
const LONGEST: Readonly<Record<string, number>> = { uuid: 36, date: 10, ipv4: 15, ipv6: 45, cidrv4: 18, cidrv6: 49 };

/** What a request may carry: every text says how long it can get, so that a gateway or a form can refuse it first. */
export function requestSchema(schema: z.ZodType): Json {
  return asObject(mapNodes(requestJsonSchema(schema), withLength));
}

/** What an answer carries. A record of fixed keys names them, for generators of code that read nothing but properties. */
export function answerSchema(schema: z.ZodType): Json {
  return asObject(mapNodes(outputJsonSchema(schema), withNames));
}

function withLength(node: Json): Json {
  const { type, format, maxLength } = node;
  if (type !== "string" || typeof format !== "string" || maxLength !== undefined) return node;
  const longest = LONGEST[format];
  return longest === undefined ? node : { ...node, maxLength: longest };
}

function withNames(node: Json): Json {
  const { type, required, properties, additionalProperties: member } = node;
  if (type !== "object" || !Array.isArray(required) || properties !== undefined || !isRecord(member)) return node;
  return { ...node, properties: Object.fromEntries(required.map((name) => [String(name), member])) };
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
