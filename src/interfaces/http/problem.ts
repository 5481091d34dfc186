import { ERROR_CODES, ServiceError, validationError } from "../../core/errors.ts";
import { outageAnswer, outageIn } from "../../core/outage.ts";
import { isGrantable } from "../../modules/oauth/index.ts";

/** An RFC 9457 problem document, ready to send. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProblemFacts {
  /** Base of error types, without a trailing slash. */
  readonly errors_url: string;
  /** Path of the request, without the query string. */
  readonly instance: string;
  readonly request_id: string;
  /** Address of the protected resource's metadata (RFC 9728); absent where no access token is accepted. */
  readonly resource_metadata?: string | undefined;
}

/** The problem document of contract 2.1 with exactly its members, and request_id. */
export function problemOf(error: ServiceError, facts: ProblemFacts): Problem {
  const { status, title } = ERROR_CODES[error.code];
  const { scope_required, feature, retry_after_seconds, issues } = error.extras;
  const document = {
    type: `${facts.errors_url}/${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.detail,
    instance: facts.instance,
    request_id: facts.request_id,
    ...(scope_required === undefined ? {} : { scope_required }),
    ...(feature === undefined ? {} : { feature }),
    ...(retry_after_seconds === undefined ? {} : { retry_after_seconds }),
    ...(issues === undefined ? {} : { issues }),
  };
  return { status, headers: headersOf(error, status, facts.resource_metadata), body: JSON.stringify(document) };
}

function headersOf(error: ServiceError, status: number, metadata: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  };
  const wait = error.extras.retry_after_seconds;
  if (wait !== undefined) headers["retry-after"] = String(wait);
  const challenge = challengeOf(error, status);
  if (challenge !== null) {
    const where = metadata === undefined ? [] : [`resource_metadata="${metadata}"`];
    headers["www-authenticate"] = `Bearer ${['realm="carbon-ledger"', ...challenge, ...where].join(", ")}`;
  }
  return headers;
}

/** RFC 9110 11.6.1 wants a challenge with every 401; RFC 6750 3.1 has no error attribute when nothing was presented. */
function challengeOf(error: ServiceError, status: number): readonly string[] | null {
  const { scope_required } = error.extras;
  if (status === 401) return error.code === "auth.missing_token" ? [] : ['error="invalid_token"'];
  // Asking for a scope that no grant can hold would only ask a person again.
  return scope_required === undefined || !isGrantable(scope_required)
    ? null
    : ['error="insufficient_scope"', `scope="${scope_required}"`];
}

/**
 * What a caller may see of anything thrown while a request was served. Faults that the HTTP framework finds in a request
 * are the caller's; everything else is ours and says nothing about its cause.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const outage = outageIn(error);
  if (outage !== null) return outageAnswer(outage);
  const status = statusOf(error);
  if (status === 404) return new ServiceError("route.not_found", "No such endpoint.");
  if (status !== null && status >= 400 && status < 500) {
    return validationError([{ path: "", code: "malformed_request", message: "the request cannot be read as HTTP" }]);
  }
  return internalError(error);
}

export function noRoute(): ServiceError {
  return new ServiceError("route.not_found", "There is no endpoint with this path and method.");
}

export function internalError(cause: unknown): ServiceError {
  return new ServiceError(
    "server.internal_error",
    "The request failed inside the service. Report the request_id if it persists.",
    {},
    cause,
  );
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !("statusCode" in error)) return null;
  return typeof error.statusCode === "number" ? error.statusCode : null;
}
