import { isRecord } from "../mcp/json-rpc.ts";
import type { Json } from "./openapi-store.ts";

/** Examples name demo records as "$entry_id"; readers get an id that looks like one. */
export function shownValue(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("$") ? "0198c0de-0000-7000-8000-000000000001" : value;
  if (Array.isArray(value)) return value.map(shownValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shownValue(inner)]));
}

/** Required members of an object schema. */
export function requiredNames(schema: Json): readonly unknown[] {
  const { required } = schema;
  return Array.isArray(required) ? required : [];
}

export function asJson(value: unknown): Json {
  return isRecord(value) ? value : {};
}
