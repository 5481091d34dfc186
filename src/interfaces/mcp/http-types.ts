import type { Context } from "../../core/context.ts";
import type { ServiceError } from "../../core/errors.ts";
import type { Operation } from "../../core/operation.ts";
import type { RequestMetrics } from "../../core/request-metrics.ts";
import type { McpExtension } from "./extension.ts";
import type { Pieces } from "./pieces.ts";

/** Largest request body that the endpoint reads. Bounds memory per request; a tool's arguments are a few kilobytes. */
export const MCP_BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** One HTTP request to /api/mcp, free of any framework. */
export interface McpHttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Names in lower case; a repeated header arrives joined with ", ". */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Raw bytes, empty when there is no body; null: more than MCP_BODY_LIMIT_BYTES, the rest was not read. */
  readonly body: Buffer | null;
  /** Address of the client after trusted proxies. */
  readonly remote_address: string;
  /** Value of the Host header. */
  readonly host: string;
  /** Whether the client closed the connection before its answer: the 2026-07-28 form of cancellation. */
  readonly isAbandoned: () => boolean;
}

/** The whole answer. `content-length` is set; send the body as it is, uncompressed. */
export interface McpHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Pieces;
}

/** A refusal before dispatch: HTTP 401, 403 or 429 by the code of `error`, JSON-RPC -32001. */
export interface Refused {
  readonly kind: "refused";
  readonly error: ServiceError;
  /** Seconds, for rate limits; becomes Retry-After. */
  readonly retry_after_seconds?: number;
  /** Further headers of the answer, e.g. X-RateLimit-*. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A request whose address limit, credential, environment and address allowlist were checked. The interface that admits
 * extends it with what `contextFor` and `chargeTool` need.
 */
export interface Admitted {
  readonly kind: "admitted";
  /** Headers that every answer to this request carries. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Outcome of drawing one call from a bucket; `headers` are the X-RateLimit-* of the bucket. */
export type Charge = { readonly kind: "charged"; readonly headers: Readonly<Record<string, string>> } | Refused;

/** Structural part of the logger that the endpoint needs; `cause` and stack go here and never to the caller. */
export interface McpLog {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface McpDeps<A extends Admitted = Admitted> {
  readonly operations: readonly Operation[];
  /** IP limit, then Authorization header, key, revocation, expiry, environment, address allowlist. Draws no bucket. */
  admit(request: McpHttpRequest): Promise<A | Refused>;
  /** Draws one call from the credential's read or write bucket. */
  chargeTool(admission: A, access: "read" | "write"): Charge | Promise<Charge>;
  /** X-RateLimit-* of the read bucket for requests that draw nothing: initialize, lists, resources and prompts. */
  showBucket?(admission: A): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /**
   * Consultant tenant and grant are resolved here. @throws ServiceError third_party.*, answered in-band by tools.
   */
  contextFor(admission: A): Context | Promise<Context>;
  /** Application address without a trailing slash. */
  readonly base_url: string;
  /** Base of error types without a trailing slash. */
  readonly errors_url: string;
  /** Version of this service, for serverInfo. */
  readonly version: string;
  /** Origins of browser clients that may call, besides base_url's own. */
  readonly allowed_origins?: readonly string[];
  /** What is offered beside the operations. */
  readonly extension?: McpExtension;
  readonly log: McpLog;
  /** Told of tool calls and of what was refused. */
  readonly metrics?: Pick<RequestMetrics, "refused" | "toolCalled">;
}

export interface McpEndpoint {
  /** Answers POST, GET, DELETE, OPTIONS and any other method of /api/mcp. Never throws. */
  handle(request: McpHttpRequest): Promise<McpHttpResponse>;
  /** Answers /api/mcp/schema; needs no credential. Never throws. */
  handleSchema(request: Pick<McpHttpRequest, "method" | "headers">): McpHttpResponse;
}
