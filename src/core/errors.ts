/**
 * The closed vocabulary of failures that callers may see. One row per code: HTTP status and title.
 * Clients branch on `code`; a new code needs a row here, its meaning in interfaces/http/error-meanings.ts and a test.
 */
export const ERROR_CODES = {
  "auth.missing_token": { status: 401, title: "Missing or malformed Authorization header" },
  "auth.invalid_token": { status: 401, title: "Unknown credential" },
  "auth.key_revoked": { status: 401, title: "API key revoked" },
  "auth.key_expired": { status: 401, title: "API key expired" },
  "auth.key_environment_mismatch": { status: 401, title: "API key belongs to the other environment" },
  "auth.ip_not_allowed": { status: 403, title: "Source address not on the key's allowlist" },
  "auth.foreign_request": { status: 403, title: "Request from another page or session" },
  "auth.scope_required": { status: 403, title: "Scope required" },
  "subscription.feature_required": { status: 403, title: "Plan feature required" },
  "third_party.tenant_header_missing": { status: 400, title: "X-Svc-Tenant header missing" },
  "third_party.no_active_grant": { status: 403, title: "No active grant for this tenant" },
  "third_party.endpoint_only": { status: 403, title: "Endpoint restricted to the other key type" },
  "request.validation_failed": { status: 400, title: "Request validation failed" },
  "pagination.invalid_cursor": { status: 400, title: "Invalid cursor" },
  "resource.not_found": { status: 404, title: "Resource not found" },
  "route.not_found": { status: 404, title: "No such endpoint" },
  "idempotency.key_mismatch": { status: 422, title: "Idempotency-Key reused with a different body" },
  "idempotency.in_progress": { status: 409, title: "A request with this Idempotency-Key is still running" },
  "idempotency.other_credential": { status: 409, title: "The request was done for another credential" },
  "idempotency.outcome_unknown": { status: 409, title: "The request was done in part, its outcome is not known" },
  "api_key.limit_reached": { status: 409, title: "Too many active API keys" },
  "quota.exceeded": { status: 402, title: "Invoice quota exceeded" },
  "report.file_unavailable": { status: 503, title: "The report's file is missing or damaged" },
  "review_item.changed": { status: 409, title: "The line has changed since it was read" },
  "financial_year.closed": { status: 409, title: "The financial year is closed" },
  "report.queue_full": { status: 429, title: "Too many reports wait to be rendered" },
  "rate_limit.exceeded": { status: 429, title: "Rate limit exceeded" },
  "rate_limit.ip_exceeded": { status: 429, title: "Too many requests from this address" },
  "server.unavailable": { status: 503, title: "Service temporarily unavailable" },
  "server.storage_full": { status: 507, title: "No storage left" },
  "server.internal_error": { status: 500, title: "Internal server error" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** One bad field of a request: `path` names it, `code` is stable, `message` says what is allowed. */
export interface ValidationIssue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Members that some problem documents carry besides the fixed ones (contract 2.1). */
export interface ErrorExtras {
  readonly scope_required?: string;
  readonly feature?: string;
  readonly retry_after_seconds?: number;
  readonly issues?: readonly ValidationIssue[];
}

/** An expected failure. `detail` is shown to the caller; internals belong in `cause`, which is only logged. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, detail: string, extras: ErrorExtras = {}, cause?: unknown) {
    super(`${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = "ServiceError";
    this.code = code;
    this.detail = detail;
    this.extras = extras;
  }
}

/** `request.validation_failed` for the issues given; the detail repeats the first ones, so that it suffices alone. */
export function validationError(issues: readonly ValidationIssue[]): ServiceError {
  const shown = issues
    .slice(0, 3)
    .map((issue) => (issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`));
  const more = issues.length > 3 ? ` (and ${issues.length - 3} more)` : "";
  return new ServiceError("request.validation_failed", shown.join("; ") + more, { issues });
}

/** The refusal of a file as a whole; `code` is stable, the message says what is wrong and what would be right. */
export function unreadableFile(code: string, message: string): ServiceError {
  return validationError([{ path: "file", code, message }]);
}

/** `resource.not_found`, with the same words for an unknown and for a foreign id (contract 7.1). */
export function notFound(noun: string): ServiceError {
  return new ServiceError("resource.not_found", `No ${noun} with this id is visible to this key.`);
}
