import { ERROR_CODES } from "../../core/errors.ts";
import { invoke } from "../../core/invoke.ts";
import { toJsonText } from "../../core/json-text.ts";
import type { Operation } from "../../core/operation.ts";
import { isGrantable } from "../../modules/oauth/index.ts";
import { utf8 } from "../http/utf8.ts";
import { refusalError, scopeChallenge, type ToolFailure, toolFailure, toServiceError } from "./errors.ts";
import type { Admitted, McpDeps } from "./http-types.ts";
import { RPC, RpcError } from "./json-rpc.ts";
import type { ResultMembers } from "./result.ts";

type Params = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

export interface ToolServer<A extends Admitted> {
  readonly deps: McpDeps<A>;
  readonly tools: ReadonlyMap<string, Operation>;
}

/** A tool call that has been drawn from its bucket and may run. */
export interface ChargedCall {
  readonly operation: Operation;
  readonly arguments: unknown;
  /** X-RateLimit-* of the bucket. */
  readonly headers: Headers;
}

/**
 * Finds the tool and draws the call from the credential's bucket.
 * @throws RpcError -32602 for an unknown tool, which draws nothing; -32001 with HTTP 429 when the bucket is empty.
 */
export async function chargeCall<A extends Admitted>(
  { deps, tools }: ToolServer<A>,
  admission: A,
  params: Params,
): Promise<ChargedCall> {
  const operation = findTool(tools, params["name"]);
  const headers = await drawCall(deps, admission, operation.access);
  // Some clients send null for "no arguments".
  return { operation, arguments: params["arguments"] ?? undefined, headers };
}

/** Draws one call from the credential's bucket. @throws RpcError -32001 with HTTP 429 when the bucket is empty */
export async function drawCall<A extends Admitted>(
  deps: McpDeps<A>,
  admission: A,
  access: Operation["access"],
): Promise<Headers> {
  const charge = await deps.chargeTool(admission, access);
  if (charge.kind === "refused") throw refusalError(charge, deps.base_url);
  return charge.headers;
}

/** Runs the call. Every failure, whatever its kind, is a result with isError: the model can read and correct it. */
export async function runCall<A extends Admitted>(
  deps: McpDeps<A>,
  admission: A,
  call: ChargedCall,
): Promise<ResultMembers> {
  let isOauth = false;
  try {
    const ctx = await deps.contextFor(admission);
    isOauth = ctx.principal.kind === "oauth";
    const members = successMembers(toJsonText(await invoke(call.operation, ctx, call.arguments)));
    deps.metrics?.toolCalled(call.operation.name, "ok");
    return members;
  } catch (error) {
    deps.metrics?.toolCalled(call.operation.name, "error");
    return failedCall(deps, error, { tool: call.operation.name, isOauth });
  }
}

/** The in-band form of whatever a tool threw. */
export function failedCall(
  deps: Pick<McpDeps, "log" | "base_url" | "metrics">,
  error: unknown,
  { tool, isOauth }: { readonly tool: string; readonly isOauth: boolean },
): ResultMembers {
  const failure = toServiceError(error, deps.log, `tools/call ${tool}`);
  deps.metrics?.refused("mcp", ERROR_CODES[failure.code].status, failure.code);
  const scope = failure.extras.scope_required;
  const challenge = isOauth && scope !== undefined && isGrantable(scope) ? scopeChallenge(deps.base_url, scope) : null;
  return failureMembers(toolFailure(failure, challenge));
}

function findTool(tools: ReadonlyMap<string, Operation>, name: unknown): Operation {
  if (typeof name !== "string") throw new RpcError(RPC.invalid_params, "params.name must be the name of a tool.");
  const operation = tools.get(name);
  if (operation !== undefined) return operation;
  throw new RpcError(RPC.invalid_params, `Unknown tool: ${name.slice(0, 100)}. tools/list names the tools.`);
}

/** The result's own text is spliced in twice, as a string and raw: no row is parsed or encoded again. */
function successMembers(text: string): ResultMembers {
  const json = oneLine(text);
  const quoted = utf8(JSON.stringify(json));
  return { members: ['"content":[{"type":"text","text":', quoted, '}],"structuredContent":', utf8(json)] };
}

/** No structuredContent here: clients check it against the output schema even on errors. */
function failureMembers(failure: ToolFailure): ResultMembers {
  const text = JSON.stringify(JSON.stringify(failure.body));
  const members = [`"content":[{"type":"text","text":${text}}],"isError":true`];
  const { meta, headers } = failure;
  return headers === undefined ? { members, meta } : { members, meta, headers };
}

/** A raw line break would end the SSE data line. In JSON text it can only be formatting. */
function oneLine(json: string): string {
  return json.includes("\n") || json.includes("\r") ? JSON.stringify(JSON.parse(json)) : json;
}
