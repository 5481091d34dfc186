import { createDispatcher, type Dispatcher } from "./dispatch.ts";
import { answerBatch } from "./batch.ts";
import { decideEra } from "./era.ts";
import { refusalError, toServiceError } from "./errors.ts";
import { emptyResponse, jsonResponse, sseResponse, wantsJson } from "./framing.ts";
import {
  type Admitted,
  MCP_BODY_LIMIT_BYTES,
  type McpDeps,
  type McpEndpoint,
  type McpHttpRequest,
  type McpHttpResponse,
} from "./http-types.ts";
import { errorText, readableId, readMessage, type RequestId, resultText, RPC, RpcError } from "./json-rpc.ts";
import { corsHeaders, originPolicy, preflightHeaders } from "./origin.ts";
import { schemaResponder } from "./schema-document.ts";
import { subscriptionTexts } from "./subscription.ts";

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
        return await answerMethod(service, request, cors);
      } catch (error) {
        const known = error instanceof RpcError ? error : internalError(error, deps);
        return errorResponse(known, null, request, cors);
      }
    },
    handleSchema: schemaResponder(deps),
  };
}

interface Service<A extends Admitted> {
  readonly deps: McpDeps<A>;
  readonly dispatcher: Dispatcher<A>;
}

async function answerMethod<A extends Admitted>(
  service: Service<A>,
  request: McpHttpRequest,
  cors: Headers,
): Promise<McpHttpResponse> {
  if (request.method === "POST") return await answerPost(service, request, cors);
  if (request.method === "DELETE") return emptyResponse(204, cors);
  if (request.method === "OPTIONS") return emptyResponse(204, { ...cors, ...preflightHeaders(), allow: ALLOWED });
  throw new RpcError(RPC.invalid_request, "This endpoint answers POST only; it has no server-to-client stream.", {
    status: 405,
    headers: { allow: "POST, DELETE" },
  });
}

const ALLOWED = "POST, DELETE, OPTIONS";

async function answerPost<A extends Admitted>(
  service: Service<A>,
  request: McpHttpRequest,
  cors: Headers,
): Promise<McpHttpResponse> {
  const admission = await service.deps.admit(request);
  if (admission.kind === "refused") {
    return errorResponse(refusalError(admission, service.deps.base_url), idOfSmallBody(request), request, cors);
  }
  const headers = { ...cors, ...admission.headers };
  let id: RequestId | null = null;
  try {
    const value = parseBody(request);
    if (Array.isArray(value)) return await answerBatch(service.dispatcher, admission, request, value, headers);
    id = readableId(value);
    return await answerMessage(service.dispatcher, admission, request, value, headers);
  } catch (error) {
    const known = error instanceof RpcError ? error : internalError(error, service.deps);
    return errorResponse(known, id, request, headers);
  }
}

async function answerMessage<A extends Admitted>(
  dispatcher: Dispatcher<A>,
  admission: A,
  request: McpHttpRequest,
  value: unknown,
  headers: Headers,
): Promise<McpHttpResponse> {
  const message = readMessage(value);
  const era = decideEra(request.headers, message);
  if (message.kind !== "request") return emptyResponse(202, headers);
  if (era === "modern" && message.method === "subscriptions/listen") {
    return success(request, subscriptionTexts(message), headers);
  }
  // 2026-07-28: a closed connection cancels the request; what has not begun must not begin.
  if (request.signal.aborted) throw new RpcError(RPC.invalid_request, "The client closed the request.");
  const run = await dispatcher.prepare({ era, admission }, message);
  const answer = await run();
  return success(request, [resultText(message.id, answer.result)], { ...headers, ...answer.headers });
}

function success(request: McpHttpRequest, texts: readonly string[], headers: Headers): McpHttpResponse {
  if (wantsJson(request.headers["accept"])) return jsonResponse(200, texts.at(-1) ?? "", headers);
  return sseResponse(texts, headers);
}

/** An error that reached dispatch is framed like a result; a rejection before it is JSON with its own status. */
function errorResponse(
  error: RpcError,
  id: RequestId | null,
  request: McpHttpRequest,
  headers: Headers,
): McpHttpResponse {
  const all = { ...headers, ...error.options.headers };
  const text = errorText(id, error);
  const { status } = error.options;
  return status === undefined ? success(request, [text], all) : jsonResponse(status, text, all);
}

function foreignOrigin(): McpHttpResponse {
  const error = new RpcError(RPC.invalid_request, "Pages of this origin may not call the endpoint.");
  return jsonResponse(403, errorText(null, error), { vary: "Origin" });
}

function internalError(error: unknown, deps: Pick<McpDeps, "log">): RpcError {
  const { detail } = toServiceError(error, deps.log, "request");
  return new RpcError(RPC.internal_error, detail, { status: 500 });
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
  return parseJson(body);
}

function parseJson(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return value;
  } catch {
    throw new RpcError(RPC.parse_error, "The body is not valid JSON.", { status: 400 });
  }
}

/** Bodies that are parsed for their id before the caller is known: small ones only, so that a refusal stays cheap. */
const REFUSED_BODY_LIMIT_BYTES = 16 * 1024;

function idOfSmallBody({ body }: McpHttpRequest): RequestId | null {
  if (body === null || body.length > REFUSED_BODY_LIMIT_BYTES) return null;
  try {
    return readableId(parseJson(body));
  } catch {
    return null;
  }
}
