import type { Context } from "../../src/core/context.ts";
import { ServiceError } from "../../src/core/errors.ts";
import type { CursorPurpose } from "../../src/core/page.ts";
import { failedCall } from "../../src/interfaces/mcp/call-tool.ts";
import type { Era } from "../../src/interfaces/mcp/era.ts";
import { requestError, toServiceError } from "../../src/interfaces/mcp/errors.ts";
import type { ExtensionExchange } from "../../src/interfaces/mcp/extension.ts";
import { isRecord, RPC, RpcError, type RpcRequest } from "../../src/interfaces/mcp/json-rpc.ts";
import { membersOf, type ReadyRequest, type ResultMembers } from "../../src/interfaces/mcp/result.ts";
import {
  type ExtensionAnswer,
  type ExtensionCall,
  type ExtensionWork,
  type InputRequest,
  LOG_LEVELS,
} from "./conformance-answer.ts";

type Members = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

const META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const META_LOG_LEVEL = "io.modelcontextprotocol/logLevel";
/** A client that did not declare what a question needs (2026-07-28, basic/index). */
const MISSING_CAPABILITY = -32021;

/** What failures are told with; one that nobody expected fails the test that asked, so it is not kept. */
const FAILING = { base_url: "https://carbon.example", log: { error: () => undefined } };

/** Draws a tool call from its bucket; the work starts when the returned function is called. @throws RpcError */
export async function prepareWork(
  exchange: ExtensionExchange,
  work: ExtensionWork,
  request: RpcRequest,
): Promise<ReadyRequest> {
  const { era, writeResult } = exchange;
  const headers = request.method === "tools/call" ? await exchange.draw(work.access) : {};
  return async () => {
    try {
      const { members, cache, before } = await settle(exchange, work, request);
      return { result: writeResult(era, members, cache), before, headers: { ...headers, ...members.headers } };
    } catch (error) {
      throw error instanceof RpcError ? withHeaders(error, headers) : error;
    }
  };
}

/** A drawn call says what is left of its bucket, however it ends. */
function withHeaders({ code, message, options }: RpcError, headers: Headers): RpcError {
  return new RpcError(code, message, { ...options, headers: { ...headers, ...options.headers } });
}

interface Settled {
  readonly members: ResultMembers;
  readonly before: readonly string[];
  readonly cache?: Extract<ExtensionAnswer, { kind: "complete" }>["cache"];
}

async function settle({ era, context }: ExtensionExchange, work: ExtensionWork, request: RpcRequest): Promise<Settled> {
  const before: string[] = [];
  let isOauth = false;
  try {
    const ctx = await context();
    isOauth = ctx.principal.kind === "oauth";
    const call = { ...factsOf(era, request), ...notifiers(era, request, before), state: openState(ctx, request) };
    const answer = await work.run(call);
    if (answer.kind === "complete") {
      return {
        members: membersOf(answer.members),
        before,
        ...(answer.cache === undefined ? {} : { cache: answer.cache }),
      };
    }
    assertAnswerable(call, answer.requests);
    const state =
      answer.state === undefined ? {} : { requestState: ctx.cursors.seal(purposeOf(ctx, request), answer.state) };
    const members = membersOf({ inputRequests: answer.requests, ...state });
    return { members: { ...members, resultType: "input_required" }, before };
  } catch (error) {
    if (error instanceof RpcError) throw error;
    if (request.method === "tools/call") {
      return { members: failedCall(FAILING, error, { tool: "of an extension", isOauth }), before };
    }
    throw requestError(toServiceError(error, FAILING.log, request.method), FAILING.base_url);
  }
}

function metaOf({ params }: RpcRequest): Members {
  return isRecord(params["_meta"]) ? params["_meta"] : {};
}

function factsOf(era: Era, request: RpcRequest): Pick<ExtensionCall, "era" | "params" | "capabilities" | "responses"> {
  const { params } = request;
  const declared = era === "modern" ? metaOf(request)[META_CAPABILITIES] : undefined;
  return {
    era,
    params,
    capabilities: isRecord(declared) ? declared : {},
    responses: objectsOf(params["inputResponses"]),
  };
}

function notifiers(era: Era, request: RpcRequest, before: string[]): Pick<ExtensionCall, "progress" | "log"> {
  const { progressToken: token, [META_LOG_LEVEL]: named } = metaOf(request);
  // Before 2026-07-28 the level is a setting of a session, which nothing here remembers.
  const threshold = era === "legacy" ? 0 : LOG_LEVELS.findIndex((level) => level === named);
  const notify = (method: string, params: Members): void => {
    before.push(JSON.stringify({ jsonrpc: "2.0", method, params }));
  };
  return {
    progress(progress, total) {
      if (typeof token !== "string" && typeof token !== "number") return;
      notify("notifications/progress", { progressToken: token, progress, total });
    },
    log(level, data) {
      if (threshold < 0 || LOG_LEVELS.indexOf(level) < threshold) return;
      notify("notifications/message", { level, logger: "carbon-ledger", data });
    },
  };
}

function objectsOf(value: unknown): Readonly<Record<string, Members>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, response]) => (isRecord(response) ? [[key, response]] : [])),
  );
}

/** The capability that each kind of question needs (2026-07-28, basic/patterns/mrtr). */
const CAPABILITY_OF = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
} as const;

/** @throws RpcError -32021 when the client did not declare that it can answer; -32600 before 2026-07-28 */
function assertAnswerable(
  { era, capabilities }: Pick<ExtensionCall, "era" | "capabilities">,
  requests: Readonly<Record<string, InputRequest>>,
): void {
  if (era === "legacy") {
    throw new RpcError(RPC.invalid_request, "This asks the client back, which needs protocol version 2026-07-28.");
  }
  const needed = Object.values(requests).map(({ method }) => CAPABILITY_OF[method]);
  const missing = [...new Set(needed)].filter((capability) => !isRecord(capabilities[capability]));
  if (missing.length === 0) return;
  throw new RpcError(MISSING_CAPABILITY, `The client must declare the capability ${missing.join(", ")}.`, {
    status: 400,
    data: { requiredCapabilities: Object.fromEntries(missing.map((capability) => [capability, {}])) },
  });
}

/** @throws RpcError -32602 for a state that was not given to this caller for this request */
function openState(ctx: Context, request: RpcRequest): readonly string[] | null {
  const state = request.params["requestState"];
  if (state === undefined) return null;
  try {
    if (typeof state === "string") return ctx.cursors.open(purposeOf(ctx, request), state);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  throw new RpcError(RPC.invalid_params, "requestState was not issued for this request. Send the request anew.");
}

/** What a state is good for: the same caller, method, target and arguments. */
function purposeOf(ctx: Context, { method, params }: RpcRequest): CursorPurpose {
  const target = params["name"] ?? params["uri"];
  return { list: `mcp ${method}`, filters: { actor: ctx.principal.actor, target, arguments: params["arguments"] } };
}
