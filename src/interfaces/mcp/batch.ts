import type { Dispatcher } from "./dispatch.ts";
import { assertBatchAllowed } from "./era.ts";
import { emptyResponse, jsonResponse, sseResponse, wantsJson } from "./framing.ts";
import type { Admitted, McpHttpRequest, McpHttpResponse } from "./http-types.ts";
import { errorMessage, readableId, readMessage, type RequestId, resultMessage, RPC, RpcError } from "./json-rpc.ts";
import type { Pieces } from "./pieces.ts";
import type { Answer, ReadyRequest } from "./result.ts";

type Headers = Readonly<Record<string, string>>;

/** Messages in one batch at most. */
const BATCH_SIZE_MAX = 50;

/** An admitted POST and the headers that every answer to it carries. */
export interface Incoming<A extends Admitted> {
  readonly request: McpHttpRequest;
  readonly dispatcher: Dispatcher<A>;
  readonly admission: A;
  readonly headers: Headers;
}

interface Entry {
  readonly id: RequestId | null;
  readonly ready: ReadyRequest | RpcError;
}

/**
 * A JSON-RPC batch (2025-03-26 only). All tool calls are drawn from their buckets first: when one is refused nothing
 * runs and the whole batch is refused. Then the requests run one after the other, in order; each failure is its own.
 * @throws RpcError for the batch as a whole
 */
export async function answerBatch<A extends Admitted>(
  incoming: Incoming<A>,
  values: readonly unknown[],
): Promise<McpHttpResponse> {
  const { request, dispatcher, admission, headers } = incoming;
  assertBatchAllowed(request.headers);
  if (values.length === 0 || values.length > BATCH_SIZE_MAX) {
    throw new RpcError(RPC.invalid_request, `A batch holds 1 to ${BATCH_SIZE_MAX} messages.`, { status: 400 });
  }
  const entries: Entry[] = [];
  for (const value of values) {
    const ready = await prepareEntry(dispatcher, admission, value);
    if (ready !== null) entries.push({ id: readableId(value), ready });
  }
  if (entries.length === 0) return emptyResponse(202, headers);
  const isList = wantsJson(request.headers["accept"]);
  const messages: Pieces[] = [];
  let limits: Headers = {};
  for (const { id, ready } of entries) {
    if (request.isAbandoned()) break;
    const answer = await settle(ready);
    if (answer instanceof RpcError) {
      messages.push(errorMessage(id, answer));
      continue;
    }
    if (!isList) messages.push(...(answer.before ?? []).map((text) => [text]));
    messages.push(resultMessage(id, answer.result));
    limits = { ...limits, ...answer.headers };
  }
  const all = { ...headers, ...limits };
  return isList ? jsonResponse(200, listOf(messages), all) : sseResponse(messages, all);
}

function listOf(messages: readonly Pieces[]): Pieces {
  return ["[", ...messages.flatMap((message, index) => (index === 0 ? message : [",", ...message])), "]"];
}

/** null: a notification or a response, which have no answer. @throws RpcError when a bucket is empty */
async function prepareEntry<A extends Admitted>(
  dispatcher: Dispatcher<A>,
  admission: A,
  value: unknown,
): Promise<ReadyRequest | RpcError | null> {
  try {
    const message = readMessage(value);
    if (message.kind !== "request") return null;
    if (message.method === "initialize") {
      return new RpcError(RPC.invalid_request, "initialize must not be part of a batch.");
    }
    return await dispatcher.prepare({ era: "legacy", admission }, message);
  } catch (error) {
    if (error instanceof RpcError && error.code !== RPC.refused) return error;
    throw error;
  }
}

async function settle(ready: ReadyRequest | RpcError): Promise<Answer | RpcError> {
  if (ready instanceof RpcError) return ready;
  try {
    return await ready();
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}
