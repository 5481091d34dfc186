import { isUtf8 } from "node:buffer";
import { outageIn } from "../../core/outage.ts";
import { hasRepeatedNames } from "../../core/repeated-names.ts";
import { createDispatcher, type Dispatcher } from "./dispatch.ts";
import { answerBatch, type Incoming } from "./batch.ts";
import { decideEra } from "./era.ts";
import { refusalError, toServiceError } from "./errors.ts";
import { emptyResponse, joinHeaders, jsonResponse, sseResponse, wantsJson } from "./framing.ts";
import {
  type Admitted,
  MCP_BODY_LIMIT_BYTES,
  type McpDeps,
  type McpEndpoint,
  type McpHttpRequest,
  type McpHttpResponse,
  type Refused,
} from "./http-types.ts";
import { errorMessage, readableId, readMessage, type RequestId, resultMessage, RPC, RpcError } from "./json-rpc.ts";
import { corsHeaders, originPolicy, preflightHeaders } from "./origin.ts";
import type { Pieces } from "./pieces.ts";
import { schemaResponder } from "./schema-document.ts";

type Headers = Readonly<Record<string, string>>;

/** The MCP endpoint over the operations that are tools: both protocol eras, no state between requests. */
export function createMcpEndpoint<A extends Admitted>(deps: McpDeps<A>): McpEndpoint {
  const isAllowedOrigin = originPolicy(deps.base_url, deps.allowed_origins ?? []);
  const service: Service<A> = { deps, dispatcher: createDispatcher(deps) };
  return {
    async handle(request) {
      const { origin } = request.headers;
      if (origin !== undefined && !isAllowedOrigin(origin)) return foreignOrigin();
      const cors = corsHeaders(origin);
      try {
        if (request.method === "POST") return await answerPost(service, request, cors);
        return answerOther(request, cors);
      } catch (error) {
        const rpcError = error instanceof RpcError ? error : internalError(error, deps);
        return refusalResponse(deps, rpcError, null, { request, headers: cors });
      }
    },
    handleSchema: schemaResponder(deps),
  };
}

interface Service<A extends Admitted> {
  readonly deps: McpDeps<A>;
  readonly dispatcher: Dispatcher<A>;
}

const ALLOWED = "POST, DELETE, OPTIONS";

/** @throws RpcError for a method that is not served */
function answerOther(request: McpHttpRequest, cors: Headers): McpHttpResponse {
  if (request.method === "DELETE") return emptyResponse(204, cors);
  if (request.method === "OPTIONS") return emptyResponse(204, { ...cors, ...preflightHeaders(), allow: ALLOWED });
  throw new RpcError(RPC.invalid_request, "This endpoint answers POST only; it has no server-to-client stream.", {
    status: 405,
    headers: { allow: "POST, DELETE" },
  });
}

async function answerPost<A extends Admitted>(
  { deps, dispatcher }: Service<A>,
  request: McpHttpRequest,
  cors: Headers,
): Promise<McpHttpResponse> {
  let admission: A | Refused;
  try {
    admission = await deps.admit(request);
  } catch (error) {
    return callDuringOutage(dispatcher, { request, headers: cors }, error) ?? Promise.reject(error);
  }
  if (admission.kind === "refused") {
    const refusal = refusalError(admission, deps.base_url);
    return refusalResponse(deps, refusal, idOfSmallBody(request), { request, headers: cors });
  }
  const incoming: Incoming<A> = { request, dispatcher, admission, headers: joinHeaders(cors, admission.headers) };
  let id: RequestId | null = null;
  try {
    const value = parseBody(request);
    if (Array.isArray(value)) return await answerBatch(incoming, value);
    id = readableId(value);
    return await answerMessage(incoming, value);
  } catch (error) {
    const answer = callDuringOutage(dispatcher, incoming, error);
    if (answer !== null) return answer;
    return refusalResponse(deps, error instanceof RpcError ? error : internalError(error, deps), id, incoming);
  }
}

/**
 * The in-band failure of a tool call that an outage kept from being admitted or drawn: a model reads results, not statuses.
 * null: it was no outage, or no single tool call.
 */
function callDuringOutage<A extends Admitted>(
  dispatcher: Dispatcher<A>,
  destination: Destination,
  error: unknown,
): McpHttpResponse | null {
  const { request } = destination;
  if (outageIn(error) === null || !isSmall(request.body)) return null;
  try {
    const message = readMessage(parseBody(request));
    if (message.kind !== "request" || message.method !== "tools/call") return null;
    const era = decideEra(request.headers, message);
    return framed(destination, [resultMessage(message.id, dispatcher.failedCall(era, error))]);
  } catch (fault) {
    if (fault instanceof RpcError) return null;
    throw fault;
  }
}

async function answerMessage<A extends Admitted>(incoming: Incoming<A>, value: unknown): Promise<McpHttpResponse> {
  const { request, dispatcher, admission, headers } = incoming;
  const message = readMessage(value);
  const era = decideEra(request.headers, message);
  if (message.kind !== "request") return emptyResponse(202, headers);
  // 2026-07-28: a closed connection cancels the request; what has not begun must not begin.
  if (request.isAbandoned()) throw new RpcError(RPC.invalid_request, "The client closed the request.");
  const run = await dispatcher.prepare({ era, admission }, message);
  const answer = await run();
  const before = (answer.before ?? []).map((text) => [text]);
  const messages = [...before, resultMessage(message.id, answer.result)];
  return framed({ request, headers: joinHeaders(headers, answer.headers) }, messages);
}

/** Where an answer goes: how its request wants it framed, and the headers that it carries in any case. */
type Destination = Pick<Incoming<Admitted>, "request" | "headers">;

function framed({ request, headers }: Destination, messages: readonly Pieces[]): McpHttpResponse {
  // Of several messages the last is the response; the ones before it are notifications, which only a stream can carry.
  if (wantsJson(request.headers["accept"])) return jsonResponse(200, messages.at(-1) ?? [], headers);
  return sseResponse(messages, headers);
}

function refusalResponse<A extends Admitted>(
  { metrics }: McpDeps<A>,
  error: RpcError,
  id: RequestId | null,
  destination: Destination,
): McpHttpResponse {
  metrics?.refused("mcp", error.options.status ?? 200, metricCode(error));
  return errorResponse(error, id, destination);
}

/** The error code of the service where it has one, else JSON-RPC's number. */
function metricCode({ code, options: { data } }: RpcError): string {
  const isCoded = typeof data === "object" && data !== null && "code" in data && typeof data.code === "string";
  return isCoded ? String(data.code) : `jsonrpc${code}`;
}

/** An error that reached dispatch is framed like a result; a rejection before it is JSON with its own status. */
function errorResponse(error: RpcError, id: RequestId | null, { request, headers }: Destination): McpHttpResponse {
  const all = { ...headers, ...error.options.headers };
  const message = errorMessage(id, error);
  const { status } = error.options;
  return status === undefined ? framed({ request, headers: all }, [message]) : jsonResponse(status, message, all);
}

function foreignOrigin(): McpHttpResponse {
  const error = new RpcError(RPC.invalid_request, "Pages of this origin may not call the endpoint.");
  return jsonResponse(403, errorMessage(null, error), { vary: "Origin" });
}

function internalError(error: unknown, deps: Pick<McpDeps, "log" | "base_url">): RpcError {
  const serviceError = toServiceError(error, deps.log, "request");
  if (outageIn(error) !== null) return refusalError({ kind: "refused", error: serviceError }, deps.base_url);
  return new RpcError(RPC.internal_error, serviceError.detail, { status: 500 });
}

/** @throws RpcError: HTTP 415 for another media type, 413 above the limit, 400 with -32700 for anything but JSON. */
function parseBody(request: McpHttpRequest): unknown {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== undefined && type !== "application/json") {
    throw new RpcError(RPC.invalid_request, "Content-Type must be application/json.", { status: 415 });
  }
  const { body } = request;
  if (body === null || body.length > MCP_BODY_LIMIT_BYTES) {
    throw new RpcError(RPC.invalid_request, "The body is larger than 4 MiB.", { status: 413 });
  }
  const value = parseJson(body);
  if (!hasRepeatedNames(body, value)) return value;
  throw new RpcError(RPC.parse_error, "An object of the body names a member twice. Name each member once.", {
    status: 400,
  });
}

function parseJson(body: Buffer): unknown {
  try {
    // Broken UTF-8 would be read as replacement characters: another text than the client meant.
    if (!isUtf8(body)) throw new SyntaxError("not UTF-8");
    const value: unknown = JSON.parse(body.toString("utf8"));
    return value;
  } catch {
    throw new RpcError(RPC.parse_error, "The body is not valid JSON in UTF-8.", { status: 400 });
  }
}

/** Bodies that are parsed for their id before the caller is known: small ones only, so that a refusal stays cheap. */
const REFUSED_BODY_LIMIT_BYTES = 16 * 1024;

function isSmall(body: Buffer | null): body is Buffer {
  return body !== null && body.length <= REFUSED_BODY_LIMIT_BYTES;
}

function idOfSmallBody({ body }: McpHttpRequest): RequestId | null {
  if (!isSmall(body)) return null;
  try {
    return readableId(parseJson(body));
  } catch {
    return null;
  }
}
