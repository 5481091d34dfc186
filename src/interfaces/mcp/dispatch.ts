import type { Operation } from "../../core/operation.ts";
import { financialYears } from "../../modules/financial-years/index.ts";
import { chargeCall, drawCall, failedCall, runCall, type ToolServer } from "./call-tool.ts";
import { type Era, negotiateVersion } from "./era.ts";
import { requestError, toServiceError } from "./errors.ts";
import { NO_HEADERS } from "./framing.ts";
import type { Admitted, McpDeps } from "./http-types.ts";
import { instructionsText } from "./instructions.ts";
import { RPC, RpcError, type RpcRequest } from "./json-rpc.ts";
import type { Pieces } from "./pieces.ts";
import { getPrompt } from "./prompts.ts";
import { readResource, type ResourceContent } from "./resources.ts";
import {
  type Answer,
  membersOf,
  type ReadyRequest,
  type ResultWriter,
  resultWriter,
  type ServerInfo,
} from "./result.ts";
import { capabilitiesOf, type StaticResults, staticResults } from "./static-results.ts";
import { subscriptionAcknowledged, subscriptionEnd } from "./subscription.ts";
import { toolOperations } from "./tool-list.ts";

/** An admitted request in the era that serves it. */
interface Exchange<A extends Admitted> {
  readonly era: Era;
  readonly admission: A;
}

export interface Dispatcher<A extends Admitted> {
  /**
   * Checks the method and draws a tool call from its bucket. The work starts when the returned function is called,
   * so that a batch draws all its calls before the first one runs.
   * @throws RpcError
   */
  prepare(exchange: Exchange<A>, request: RpcRequest): ReadyRequest | Promise<ReadyRequest>;
  /** The result of a tool call that came to nothing before its tool was looked at. */
  failedCall(era: Era, error: unknown): Pieces;
}

const LISTS: ReadonlySet<string> = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
]);

export function createDispatcher<A extends Admitted>(deps: McpDeps<A>): Dispatcher<A> {
  const operations = toolOperations(deps.operations);
  const tools = new Map(operations.map((operation) => [operation.name, operation]));
  const serverInfo = serverIdentity(deps);
  const instructions = instructionsText(new Set(tools.keys()));
  const writeResult = resultWriter(serverInfo);
  let fixed: StaticResults | undefined;
  const server: Server<A> = {
    deps,
    tools,
    serverInfo,
    instructions,
    writeResult,
    // Describing the tools is a good part of what a start would take; the first assistant that connects waits for it.
    fixed: () => (fixed ??= staticResults(operations, instructions, writeResult, deps.extension)),
  };
  return {
    prepare: (exchange, request) => prepare(server, exchange, request),
    failedCall: (era, error) => writeResult(era, failedCall(deps, error, { tool: "before admission", isOauth: false })),
  };
}

interface Server<A extends Admitted> extends ToolServer<A> {
  readonly serverInfo: ServerInfo;
  readonly instructions: string;
  readonly writeResult: ResultWriter;
  readonly fixed: () => StaticResults;
}

function prepare<A extends Admitted>(
  server: Server<A>,
  exchange: Exchange<A>,
  request: RpcRequest,
): ReadyRequest | Promise<ReadyRequest> {
  const { era, admission } = exchange;
  const fixed = server.fixed()[era].get(request.method);
  if (fixed !== undefined) {
    if (LISTS.has(request.method)) assertFirstPage(request);
    return () => withBucket(server, admission, [fixed]);
  }
  if (era === "modern" && request.method === "subscriptions/listen") {
    const result = server.writeResult(era, subscriptionEnd(request));
    const before = [subscriptionAcknowledged(request)];
    return async () => ({ ...(await withBucket(server, admission, result)), before });
  }
  const extended = prepareExtended(server, exchange, request);
  if (extended !== null) return extended;
  if (request.method === "tools/call") return prepareCall(server, exchange, request);
  const work = methodOf(server, exchange, request);
  return async () => await withBucket(server, admission, await work());
}

/** null: the operations, their prompts and resources answer. */
function prepareExtended<A extends Admitted>(
  { deps, writeResult }: Server<A>,
  { era, admission }: Exchange<A>,
  request: RpcRequest,
): Promise<ReadyRequest> | null {
  if (deps.extension === undefined) return null;
  const draw = (access: Operation["access"]) => drawCall(deps, admission, access);
  return deps.extension.prepare({ era, writeResult, draw, context: () => deps.contextFor(admission) }, request);
}

/** Requests that draw from no bucket say what is left of the one for reads (contract 8). */
function withBucket<A extends Admitted>({ deps }: Server<A>, admission: A, result: Pieces): Answer | Promise<Answer> {
  const headers = deps.showBucket?.(admission) ?? NO_HEADERS;
  return headers instanceof Promise
    ? headers.then((resolvedHeaders) => ({ result, headers: resolvedHeaders }))
    : { result, headers };
}

async function prepareCall<A extends Admitted>(
  server: Server<A>,
  { era, admission }: Exchange<A>,
  request: RpcRequest,
): Promise<ReadyRequest> {
  const call = await chargeCall(server, admission, request.params);
  return async () => {
    const members = await runCall(server.deps, admission, call);
    const headers = members.headers === undefined ? call.headers : { ...call.headers, ...members.headers };
    return { result: server.writeResult(era, members), headers };
  };
}

function methodOf<A extends Admitted>(
  server: Server<A>,
  exchange: Exchange<A>,
  request: RpcRequest,
): () => Pieces | Promise<Pieces> {
  const { era } = exchange;
  if (request.method === "resources/read") return () => readResourceResult(server, exchange, request);
  if (request.method === "prompts/get") return () => promptResult(server, exchange, request);
  if (request.method === "initialize" && era === "legacy") return () => initializeResult(server, request);
  // 2026-07-28, streamable-http: a method that is not implemented is HTTP 404; earlier revisions answer in the stream.
  throw new RpcError(
    RPC.method_not_found,
    `Method not found: ${request.method.slice(0, 100)}`,
    era === "modern" ? { status: 404 } : {},
  );
}

function initializeResult<A extends Admitted>(server: Server<A>, request: RpcRequest): Pieces {
  const result = {
    protocolVersion: negotiateVersion(request.params["protocolVersion"]),
    capabilities: capabilitiesOf("legacy", server.deps.extension),
    serverInfo: server.serverInfo,
    instructions: server.instructions,
  };
  return [JSON.stringify(result)];
}

/** Prompts name the days of a year, which are the company's own. */
async function promptResult<A extends Admitted>(
  { deps, tools, writeResult }: Server<A>,
  { era, admission }: Exchange<A>,
  { params }: RpcRequest,
): Promise<Pieces> {
  const names = new Set(tools.keys());
  // What is wrong with the request is said before the company is looked at.
  getPrompt(params, names);
  try {
    const { db } = await deps.contextFor(admission);
    return writeResult(era, membersOf({ ...getPrompt(params, names, await financialYears(db)) }));
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw requestError(toServiceError(error, deps.log, "prompts/get"), deps.base_url);
  }
}

async function readResourceResult<A extends Admitted>(
  server: Server<A>,
  { era, admission }: Exchange<A>,
  request: RpcRequest,
): Promise<Pieces> {
  const asked = request.params["uri"];
  const content = await readContent(server, admission, asked);
  if (content === null) {
    const code = era === "modern" ? RPC.invalid_params : RPC.resource_not_found;
    const data = typeof asked === "string" ? { data: { uri: asked.slice(0, 200) } } : {};
    throw new RpcError(code, "Resource not found. resources/list names the resources.", data);
  }
  const { uri, mimeType, text, cache } = content;
  return server.writeResult(era, membersOf({ contents: [{ uri, mimeType, text }] }), cache);
}

async function readContent<A extends Admitted>(
  { deps, tools }: Server<A>,
  admission: A,
  uri: unknown,
): Promise<ResourceContent | null> {
  const { base_url, errors_url } = deps;
  try {
    return await readResource(uri, { tools, base_url, errors_url, context: () => deps.contextFor(admission) });
  } catch (error) {
    throw requestError(toServiceError(error, deps.log, "resources/read"), base_url);
  }
}

/** All lists fit on one page, so no cursor was ever given out. */
function assertFirstPage(request: RpcRequest): void {
  if (request.params["cursor"] !== undefined) {
    throw new RpcError(RPC.invalid_params, "Invalid cursor: this list has one page; leave the cursor out.");
  }
}

function serverIdentity(deps: Pick<McpDeps, "version" | "base_url">): ServerInfo {
  return { name: "carbon-ledger", title: "Carbon Ledger", version: deps.version, websiteUrl: deps.base_url };
}
