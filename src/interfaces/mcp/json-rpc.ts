import type { Pieces } from "./pieces.ts";

/** JSON-RPC codes that this server sends. -32020 and -32022 are defined by MCP 2026-07-28, basic/index. */
export const RPC = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  /** Credentials and rate limits (contract 7.2). */
  refused: -32001,
  /** Unknown resource up to 2025-11-25; later revisions use invalid_params. */
  resource_not_found: -32002,
  header_mismatch: -32020,
  unsupported_version: -32022,
} as const;

export type RequestId = string | number;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface RpcNotification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A client's answer to a server request. This server sends none, so there is nothing to match it with. */
interface RpcResponse {
  readonly kind: "response";
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

export interface RpcErrorOptions {
  /** HTTP status of a rejection before dispatch; absent: the error is a normal answer with HTTP 200. */
  readonly status?: number;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure of the protocol. `message` is shown to the caller. */
export class RpcError extends Error {
  readonly code: number;
  readonly options: RpcErrorOptions;

  constructor(code: number, message: string, options: RpcErrorOptions = {}) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.options = options;
  }
}

/** Longest id that is echoed, in characters: an answer must not grow with what a client chose as its id. */
const ID_LENGTH_MAX = 1_024;

/**
 * Reads one parsed JSON value as a JSON-RPC 2.0 message; absent params read as {}.
 * @throws RpcError -32600 or -32602, both HTTP 400.
 */
export function readMessage(value: unknown): RpcMessage {
  if (!isRecord(value)) throw invalidRequest("The body must be a JSON-RPC 2.0 object.");
  if (value["jsonrpc"] !== "2.0") throw invalidRequest('Member "jsonrpc" must be "2.0".');
  const method = value["method"];
  if (method === undefined && ("result" in value || "error" in value)) return { kind: "response" };
  if (typeof method !== "string" || method === "") throw invalidRequest('Member "method" must be a non-empty string.');
  const params = value["params"] ?? {};
  if (!isRecord(params)) {
    throw new RpcError(RPC.invalid_params, 'Member "params" must be an object.', { status: 400 });
  }
  if (!("id" in value)) return { kind: "notification", method, params };
  const id = readableId(value);
  if (id === null) throw invalidRequest('Member "id" must be a string of at most 1,024 characters or an integer.');
  return { kind: "request", id, method, params };
}

/** The id of a value that may be a request, or null where it has none that can be echoed exactly. */
export function readableId(value: unknown): RequestId | null {
  if (!isRecord(value)) return null;
  const id = value["id"];
  if (typeof id === "string") return id.length <= ID_LENGTH_MAX ? id : null;
  return Number.isSafeInteger(id) && typeof id === "number" ? id : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A response; `result` is JSON text already. */
export function resultMessage(id: RequestId | null, result: Pieces): Pieces {
  return [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, ...result, "}"];
}

/** An error response. JSON-RPC 2.0, 5: the id is null where it could not be read. */
export function errorMessage(id: RequestId | null, error: RpcError): Pieces {
  const { data } = error.options;
  const members = { code: error.code, message: error.message, ...(data === undefined ? {} : { data }) };
  return [JSON.stringify({ jsonrpc: "2.0", id, error: members })];
}

function invalidRequest(message: string): RpcError {
  return new RpcError(RPC.invalid_request, message, { status: 400 });
}
