import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import type { Operation } from "../../core/operation.ts";
import { securitySchemes } from "./openapi-security.ts";

type Json = Readonly<Record<string, unknown>>;

// The keys of the table are its codes.
const CODES = Object.keys(ERROR_CODES) as readonly ErrorCode[];

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

/** Headers of every answer, and of every authenticated one, by the names of the components below. */
const ANY_HEADERS = {
  "Access-Control-Allow-Origin": ref("headers", "AccessControlAllowOrigin"),
  "X-Request-Id": ref("headers", "RequestId"),
} as const;
const RATE_HEADERS = {
  RateLimit: ref("headers", "RateLimit"),
  "RateLimit-Policy": ref("headers", "RateLimitPolicy"),
  "X-RateLimit-Limit": ref("headers", "RateLimitLimit"),
  "X-RateLimit-Remaining": ref("headers", "RateLimitRemaining"),
  "X-RateLimit-Reset": ref("headers", "RateLimitReset"),
} as const;

export function successHeaders({ rest }: Operation): Json {
  const hasValidator = rest.method === "GET" && rest.secret !== true;
  const isRepeatable = rest.method === "POST";
  return {
    ...RATE_HEADERS,
    ...ANY_HEADERS,
    ...(hasValidator ? { ETag: ref("headers", "ETag") } : {}),
    ...(isRepeatable ? { "Idempotent-Replayed": ref("headers", "IdempotentReplayed") } : {}),
  };
}

/** Headers of 304: nothing but the validator is about the text. */
export function unchangedHeaders(): Json {
  return { ...RATE_HEADERS, ...ANY_HEADERS, ETag: ref("headers", "ETag") };
}

/** Headers of a request that say something about the operation, beside the ones of HTTP itself. */
export function headerParameters({ rest, callers, client }: Operation): Json[] {
  const isRepeatable = rest.method === "POST";
  const hasClient = callers !== "tenant" && client !== "none";
  return [
    ...(isRepeatable ? [ref("parameters", "IdempotencyKey")] : []),
    ...(hasClient ? [ref("parameters", "ClientTenant")] : []),
  ];
}

/** One response per status; its examples are the codes that can have it. */
export function problemResponses(codes: readonly ErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => ERROR_CODES[code].status === status);
      return [String(status), problemResponse(status, own)];
    }),
  );
}

function problemResponse(status: number, codes: readonly ErrorCode[]): Json {
  const schema = { allOf: [ref("schemas", "Problem"), { properties: { code: { enum: codes } } }] };
  const examples = Object.fromEntries(codes.map((code) => [code, ref("examples", code)]));
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].title}`).join("; "),
    headers: {
      ...ANY_HEADERS,
      ...(status === 401 ? { "WWW-Authenticate": ref("headers", "WwwAuthenticate") } : RATE_HEADERS),
      ...(status === 429 || status === 409 || status === 503 ? { "Retry-After": ref("headers", "RetryAfter") } : {}),
    },
    content: { "application/problem+json": { schema, examples } },
  };
}

function exampleProblem(code: ErrorCode, errors_url: string): Json {
  const { status, title } = ERROR_CODES[code];
  return {
    type: `${errors_url}/${code}`,
    title,
    status,
    code,
    detail: `${title}.`,
    instance: "/api/v1/emissions",
    request_id: "0198c0de-0000-7000-8000-0000000000ff",
  };
}

/** @param used the codes that operations answer with; those of paths that do not exist belong to no operation. */
export function components(
  { base_url, errors_url }: { readonly base_url: string; readonly errors_url: string },
  used: ReadonlySet<ErrorCode>,
): Json {
  const examples = CODES.filter((code) => used.has(code));
  return {
    securitySchemes: securitySchemes(base_url),
    parameters: {
      ClientTenant: {
        name: "X-Svc-Tenant",
        in: "header",
        required: false,
        description: "Id of the client's company; for consultant keys, which act by the grants that GET /grants lists.",
        schema: { type: "string", format: "uuid", maxLength: 36 },
      },
      IdempotencyKey: {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        description:
          "A value of your own, best a random UUID; it counts for the company and environment. Within 24 hours the same " +
          "request with the same key has no second effect: it gets the first one's answer, with the header " +
          "Idempotent-Replayed: true, or 409 while that runs, where it was another credential's, or where its process died.",
        schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
      },
    },
    headers: {
      AccessControlAllowOrigin: header(
        "string",
        "Always *: a page of any origin may read the answer, with its own key",
      ),
      RateLimit: header("string", 'Requests left and seconds until the window ends, e.g. "read";r=599;t=42'),
      RateLimitPolicy: header("string", 'Requests per window of seconds, e.g. "read";q=600;w=60'),
      WwwAuthenticate: header("string", "Challenge (RFC 6750 3)"),
      IdempotentReplayed: header("string", "true when this is the answer of an earlier request with the same key"),
      RateLimitLimit: header("integer", "Requests per minute of the bucket"),
      RateLimitRemaining: header("integer", "Requests left in this minute"),
      RateLimitReset: header("integer", "Unix second at which the next minute begins"),
      RetryAfter: header("integer", "Seconds to wait before the next request"),
      RequestId: header("string", "Id of this request in the service's log"),
      ETag: header("string", "Weak validator for If-None-Match"),
    },
    schemas: { Problem: problemSchema(errors_url) },
    examples: Object.fromEntries(examples.map((code) => [code, { value: exampleProblem(code, errors_url) }])),
  };
}

function header(type: "integer" | "string", description: string): Json {
  return { description, schema: { type } };
}

function problemSchema(errors_url: string): Json {
  return {
    type: "object",
    required: ["type", "title", "status", "code", "detail", "instance", "request_id"],
    properties: {
      type: { type: "string", description: `${errors_url}/<code>` },
      title: { type: "string" },
      status: { type: "integer" },
      code: { type: "string", enum: CODES },
      detail: { type: "string" },
      instance: { type: "string" },
      request_id: { type: "string" },
      scope_required: { type: "string" },
      feature: { type: "string" },
      retry_after_seconds: { type: "integer" },
      issues: {
        type: "array",
        items: {
          type: "object",
          required: ["path", "code", "message"],
          properties: { path: { type: "string" }, code: { type: "string" }, message: { type: "string" } },
        },
      },
    },
  };
}
