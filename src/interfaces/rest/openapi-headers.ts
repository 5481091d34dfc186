import type { Operation } from "../../core/operation.ts";
import { type ComponentStore, type Json, reference } from "./openapi-store.ts";

/** Headers of every answer, and of every one whose request was counted. */
export const ANY_HEADERS: Json = {
  "Access-Control-Allow-Origin": reference("headers", "AllowOrigin"),
  "X-Request-Id": reference("headers", "RequestId"),
};
export const RATE_HEADERS: Json = {
  RateLimit: reference("headers", "RateLimit"),
  "RateLimit-Policy": reference("headers", "RatePolicy"),
  "X-RateLimit-Limit": reference("headers", "Limit"),
  "X-RateLimit-Remaining": reference("headers", "Remaining"),
  "X-RateLimit-Reset": reference("headers", "Reset"),
};

const HEADERS = {
  AllowOrigin: header("string", "Always *: a page of any origin may read the answer, with its own key"),
  RateLimit: header("string", 'Requests left and seconds until the window ends, e.g. "read";r=599;t=42'),
  RatePolicy: header("string", 'Requests per window of seconds, e.g. "read";q=600;w=60'),
  WwwAuthenticate: header("string", "Challenge (RFC 6750 3)"),
  IdempotentReplayed: header("string", "true when this is the answer of an earlier request with the same key"),
  Limit: header("integer", "Requests per minute of the bucket"),
  Remaining: header("integer", "Requests left in this minute"),
  Reset: header("integer", "Unix second at which the next minute begins"),
  RetryAfter: header("integer", "Seconds to wait before the next request"),
  RequestId: header("string", "Id of this request in the service's log"),
  ETag: header("string", "Weak validator for If-None-Match"),
} as const;

function header(type: "integer" | "string", description: string): Json {
  return { description, schema: { type } };
}

/** Everything that answers refer to by name. */
export function keepHeaders(store: ComponentStore): void {
  for (const [name, value] of Object.entries(HEADERS)) store.keep("headers", name, value);
  store.keep("responses", "NotModified", {
    description: "Unchanged since If-None-Match",
    headers: { ...RATE_HEADERS, ...ANY_HEADERS, ETag: reference("headers", "ETag") },
  });
}

/** How a success says that it can be asked for again: by validator, by key, or not at all. */
export type Repetition = "Read" | "Posted" | "Changed";

export function repetitionOf({ rest }: Operation): Repetition {
  if (rest.method === "GET") return "Read";
  return rest.method === "POST" ? "Posted" : "Changed";
}

export function successHeaders(operation: Operation): Json {
  const repetition = repetitionOf(operation);
  const hasValidator = repetition === "Read" && operation.rest.secret !== true;
  return {
    ...RATE_HEADERS,
    ...ANY_HEADERS,
    ...(hasValidator ? { ETag: reference("headers", "ETag") } : {}),
    ...(repetition === "Posted" ? { "Idempotent-Replayed": reference("headers", "IdempotentReplayed") } : {}),
  };
}
