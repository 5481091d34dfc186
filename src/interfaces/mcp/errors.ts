import { ERROR_CODES, ServiceError } from "../../core/errors.ts";
import { outageAnswer, outageIn } from "../../core/outage.ts";
import { READ_SCOPES } from "../../modules/oauth/index.ts";
import type { McpLog, Refused } from "./http-types.ts";
import { RPC, RpcError } from "./json-rpc.ts";

/** What a failed tool call shows: exactly three keys in the text (contract 7.2), the rest beside it. */
export interface ToolFailure {
  readonly body: { readonly code: string; readonly title: string; readonly detail: string };
  /** Members for the result's `_meta`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Headers of the HTTP answer, if any. */
  readonly headers?: Readonly<Record<string, string>>;
}

const INTERNAL_DETAIL = "The server failed to answer this request. Nothing is wrong with the request; try again later.";

/** Any thrown value as a ServiceError; outages are logged, and what nobody expected, which becomes server.internal_error. */
export function toServiceError(error: unknown, log: McpLog, what: string): ServiceError {
  if (error instanceof ServiceError && error.code !== "server.internal_error") return error;
  log.error({ err: error, what }, "MCP request failed");
  const outage = outageIn(error);
  if (outage !== null) return outageAnswer(outage);
  return error instanceof ServiceError ? error : new ServiceError("server.internal_error", INTERNAL_DETAIL, {}, error);
}

/**
 * A tool's failure in-band. `challenge` is set for OAuth callers: assistants start a step-up of the grant from it, where
 * they look for it (the key in `_meta` is the one that ChatGPT's apps read, the header is HTTP's own; others ignore both).
 */
export function toolFailure(error: ServiceError, challenge: string | null): ToolFailure {
  const body = errorBody(error);
  if (challenge === null || error.code !== "auth.scope_required") return { body, meta: { ...error.extras } };
  const meta = { ...error.extras, "mcp/www_authenticate": [challenge] };
  return { body, meta, headers: { "www-authenticate": challenge } };
}

/** A refusal before dispatch: HTTP status of the code, -32001, the precise code in `error.data`. */
export function refusalError(refused: Refused, base_url: string): RpcError {
  const { error } = refused;
  const seconds = refused.retry_after_seconds ?? error.extras.retry_after_seconds;
  const status = ERROR_CODES[error.code].status;
  const challenge = status === 401 ? { "www-authenticate": bearerChallenge(base_url, error) } : {};
  const retry = seconds === undefined ? {} : { "retry-after": String(seconds) };
  return new RpcError(status >= 500 ? RPC.internal_error : RPC.refused, error.detail, {
    status,
    data: errorBody(error),
    headers: { ...refused.headers, ...challenge, ...retry },
  });
}

/**
 * A ServiceError outside a tool call, where no in-band form exists: who-may-call failures are -32001 with their HTTP
 * status (403 insufficient_scope of MCP's authorization page), all others -32603.
 */
export function requestError(error: ServiceError, base_url: string): RpcError {
  const { status } = ERROR_CODES[error.code];
  const isRefusal = status === 401 || status === 403 || error.code.startsWith("third_party.");
  if (!isRefusal) return new RpcError(RPC.internal_error, error.detail, { data: errorBody(error) });
  const scope = error.extras.scope_required;
  const challenge = scope === undefined ? {} : { "www-authenticate": scopeChallenge(base_url, scope) };
  return new RpcError(RPC.refused, error.detail, { status, data: errorBody(error), headers: challenge });
}

/** RFC 6750 3.1 insufficient_scope with the metadata address of RFC 9728 5.1. */
export function scopeChallenge(base_url: string, scope: string): string {
  return `Bearer error="insufficient_scope", scope="${scope}", ${resourceMetadata(base_url)}`;
}

/** What to ask for first: what the metadata lists as well (MCP authorization, scope selection). */
const FIRST_SCOPES = `scope="${READ_SCOPES.join(" ")}"`;

function bearerChallenge(base_url: string, error: ServiceError): string {
  const parts = [resourceMetadata(base_url), FIRST_SCOPES];
  // RFC 6750 3.1: no error code where the request carried no credential at all.
  if (error.code !== "auth.missing_token") parts.push('error="invalid_token"');
  return `Bearer ${parts.join(", ")}`;
}

function resourceMetadata(base_url: string): string {
  return `resource_metadata="${base_url}/.well-known/oauth-protected-resource/api/mcp"`;
}

function errorBody(error: ServiceError): ToolFailure["body"] {
  return { code: error.code, title: ERROR_CODES[error.code].title, detail: error.detail };
}
