import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import type { Operation } from "../../core/operation.ts";
import { ANY_HEADERS, RATE_HEADERS } from "./openapi-headers.ts";
import { type ComponentStore, type Json, pascalCase, reference } from "./openapi-store.ts";

/** What admission can answer for any operation, in its order, and what may go wrong with any work. */
const EVERY_OPERATION: readonly ErrorCode[] = [
  "rate_limit.ip_exceeded",
  "auth.missing_token",
  "auth.invalid_token",
  "auth.key_revoked",
  "auth.key_expired",
  "auth.key_environment_mismatch",
  "auth.ip_not_allowed",
  "rate_limit.exceeded",
  "subscription.feature_required",
  "request.validation_failed",
  "server.unavailable",
  "server.internal_error",
];

/** What an Idempotency-Key, which every POST takes, can be answered. */
const IDEMPOTENCY_CODES: readonly ErrorCode[] = [
  "idempotency.key_mismatch",
  "idempotency.in_progress",
  "idempotency.other_credential",
  "idempotency.outcome_unknown",
];

/** The codes that an operation can answer with: what its route brings about, then what it says of itself. */
export function errorCodes({ rest, access, scope, callers, client, errors }: Operation): ErrorCode[] {
  const hasClient = callers !== "tenant" && client !== "none";
  // A consultant's key may name a client wherever a client has a part; the company's own routes look at the grant first.
  const takesClient = client !== "none";
  const codes: (ErrorCode | null)[] = [
    ...EVERY_OPERATION,
    // An id that is too long, or that cannot be decoded, leads to no route.
    rest.path.includes(":") ? "route.not_found" : null,
    hasClient && client === undefined ? "third_party.tenant_header_missing" : null,
    takesClient ? "third_party.no_active_grant" : null,
    scope === null ? null : "auth.scope_required",
    callers === "any" ? null : "third_party.endpoint_only",
    ...(rest.method === "POST" ? IDEMPOTENCY_CODES : []),
    access === "write" ? "server.storage_full" : null,
    ...errors,
  ];
  return [...new Set(codes.filter((code) => code !== null))];
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  402: "PaymentRequired",
  403: "Forbidden",
  404: "NotFound",
  406: "NotAcceptable",
  409: "Conflict",
  422: "Unprocessable",
  429: "TooManyRequests",
  500: "InternalError",
  503: "Unavailable",
  507: "StorageFull",
};

/** What the commoner codes add to the name of an answer; the others add their own name. */
const CODE_NAMES: Partial<Readonly<Record<ErrorCode, string>>> = {
  "auth.scope_required": "Scope",
  "idempotency.in_progress": "Running",
  "idempotency.other_credential": "Other",
  "idempotency.outcome_unknown": "Unknown",
  "pagination.invalid_cursor": "Cursor",
  "resource.not_found": "Record",
  "route.not_found": "Route",
  "server.storage_full": "",
  "third_party.endpoint_only": "Caller",
  "third_party.no_active_grant": "Grant",
  "third_party.tenant_header_missing": "Client",
};

/** One answer per status, by reference: operations that can answer the same codes share it. */
export function problemResponses(codes: readonly ErrorCode[], store: ComponentStore): Json {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codesOfStatus = CODES.filter((code) => ERROR_CODES[code].status === status && codes.includes(code));
      return [
        String(status),
        store.keep("responses", responseName(status, codesOfStatus), problemResponse(status, codesOfStatus)),
      ];
    }),
  );
}

// The keys of the table are its codes.
const CODES = Object.keys(ERROR_CODES) as readonly ErrorCode[];

function responseName(status: number, codes: readonly ErrorCode[]): string {
  const further = codes.filter((code) => !EVERY_OPERATION.includes(code));
  const names = further.map((code) => CODE_NAMES[code] ?? pascalCase(code.slice(code.indexOf(".") + 1)));
  return [STATUS_NAMES[status] ?? `Status${status}`, ...names].join("");
}

function problemResponse(status: number, codes: readonly ErrorCode[]): Json {
  const code = { type: "string", enum: codes };
  const schema = {
    allOf: [reference("schemas", "Problem"), { type: "object", properties: { code }, required: ["code"] }],
  };
  const examples = Object.fromEntries(codes.map((name) => [name, reference("examples", name)]));
  return {
    description: codes.map((name) => `\`${name}\`: ${ERROR_CODES[name].title}`).join("; "),
    headers: {
      ...ANY_HEADERS,
      ...(status === 401 ? { "WWW-Authenticate": reference("headers", "WwwAuthenticate") } : RATE_HEADERS),
      ...(status === 429 || status === 409 || status === 503
        ? { "Retry-After": reference("headers", "RetryAfter") }
        : {}),
    },
    content: { "application/problem+json": { schema, examples } },
  };
}

/** The problem document, and an example of each code that operations answer with. */
export function keepProblems(store: ComponentStore, errors_url: string, used: ReadonlySet<ErrorCode>): void {
  store.keep("schemas", "Problem", problemSchema(errors_url));
  store.keep("schemas", "ErrorCode", { type: "string", enum: CODES, description: "Stable: clients branch on it" });
  for (const code of CODES.filter((candidate) => used.has(candidate))) {
    store.keep("examples", code, { value: exampleProblem(code, errors_url) });
  }
}

function problemSchema(errors_url: string): Json {
  const issue = { path: { type: "string" }, code: { type: "string" }, message: { type: "string" } };
  return {
    type: "object",
    description: "RFC 9457 problem document",
    required: ["type", "title", "status", "code", "detail", "instance", "request_id"],
    properties: {
      type: { type: "string", description: `${errors_url}/<code>` },
      title: { type: "string" },
      status: { type: "integer" },
      code: reference("schemas", "ErrorCode"),
      detail: { type: "string" },
      instance: { type: "string", description: "Path of the request" },
      request_id: { type: "string" },
      scope_required: { type: "string" },
      feature: { type: "string" },
      retry_after_seconds: { type: "integer" },
      issues: { type: "array", items: { type: "object", required: Object.keys(issue), properties: issue } },
    },
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
