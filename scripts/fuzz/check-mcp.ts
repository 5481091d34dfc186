import { z } from "zod";
import { ERROR_CODES } from "../../src/core/errors.ts";
import { parseJson } from "./check-rest.ts";
import type { FuzzAnswer, FuzzRequest, FuzzTarget } from "./fuzz-request.ts";

const STATUSES = new Set([200, 202, 204, 400, 401, 403, 404, 405, 413, 415, 429]);

const rpcMessage = z.union([
  z.strictObject({ jsonrpc: z.literal("2.0"), id: z.unknown(), result: z.looseObject({}) }),
  z.strictObject({
    jsonrpc: z.literal("2.0"),
    id: z.unknown(),
    error: z.strictObject({ code: z.int(), message: z.string().min(1), data: z.unknown().optional() }),
  }),
  z.strictObject({ jsonrpc: z.literal("2.0"), method: z.string(), params: z.unknown() }),
]);
type RpcMessage = z.output<typeof rpcMessage>;

const failure = z.strictObject({
  code: z.enum(Object.keys(ERROR_CODES)),
  title: z.string().min(1),
  detail: z.string().min(1),
});
const toolResult = z.looseObject({
  content: z.array(z.looseObject({ type: z.literal("text"), text: z.string() })).length(1),
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
});

/** What is wrong with an answer of the assistant endpoint; empty: nothing. */
export function checkMcp(target: FuzzTarget, request: FuzzRequest, answer: FuzzAnswer): string[] {
  const { status, headers, text } = answer;
  const faults: string[] = [];
  if (!STATUSES.has(status)) faults.push(`status ${status}`);
  if (headers["x-request-id"] === undefined) faults.push("no X-Request-Id");
  if (status === 401 && headers["www-authenticate"] === undefined) faults.push("401 without a challenge");
  if (status === 429 && !/^\d+$/.test(headers["retry-after"] ?? "")) faults.push("429 without Retry-After");
  // A page of a foreign origin is refused before anything else.
  if (request.method === "GET" && status !== 405 && status !== 403) faults.push(`GET is ${status}`);
  if (request.method === "DELETE" && status !== 204 && status !== 403) faults.push(`DELETE is ${status}`);
  if (status === 202 || status === 204 || request.method === "HEAD") {
    return text === "" ? faults : [...faults, "a body where there must be none"];
  }
  const messages = readMessages(answer);
  if (typeof messages === "string") return [...faults, messages];
  for (const message of messages) faults.push(...checkMessage(target, request, answer, message));
  return faults;
}

/** The messages of an answer, or what is wrong with its framing. */
function readMessages({ status, headers, text }: FuzzAnswer): RpcMessage[] | string {
  const type = headers["content-type"] ?? "";
  if (type === "text/event-stream") {
    if (status !== 200) return `a stream with status ${status}`;
    const frames = text.split("\n\n");
    if (frames.pop() !== "") return "the stream does not end with a frame";
    const lines = frames.map((frame) => /^event: message\ndata: ([^\r\n]*)$/.exec(frame)?.[1]);
    return parseAll(lines.map((line) => (line === undefined ? undefined : parseJson(line))));
  }
  if (!/^application\/json(?:; charset=utf-8)?$/.test(type)) return `media type ${type}`;
  const value = parseJson(text);
  return parseAll(Array.isArray(value) ? value : [value]);
}

function parseAll(values: readonly unknown[]): RpcMessage[] | string {
  const parsed = z.array(rpcMessage).min(1).safeParse(values);
  return parsed.success ? parsed.data : `JSON-RPC: ${z.prettifyError(parsed.error)}`;
}

function checkMessage(target: FuzzTarget, request: FuzzRequest, answer: FuzzAnswer, message: RpcMessage): string[] {
  const faults: string[] = [];
  if ("error" in message && message.error.code === -32603) faults.push("internal error");
  const wanted = request.expectation;
  if (request.operation === null || request.method !== "POST") return faults;
  const isLimited = answer.status === 429 || answer.status === 401;
  if ("error" in message) {
    if (wanted === "accepted" && !isLimited) faults.push(`a valid call is refused: ${message.error.message}`);
    if (wanted !== "any" && message.error.code === -32602) faults.push("arguments refused outside the result");
    return faults;
  }
  return "result" in message ? [...faults, ...checkResult(target, request, message.result)] : faults;
}

function checkResult({ contract }: FuzzTarget, request: FuzzRequest, value: unknown): string[] {
  const parsed = toolResult.safeParse(value);
  const tool = contract.tools.find((one) => one.name === request.operation);
  if (!parsed.success || tool === undefined) return ["no result of a tool"];
  const { content, isError = false, structuredContent } = parsed.data;
  const body = parseJson(content[0]?.text ?? "");
  if (isError) {
    const known = failure.safeParse(body);
    if (!known.success) return [`failed call: ${z.prettifyError(known.error)}`];
    if (known.data.code === "server.internal_error") return ["server.internal_error"];
    return request.expectation === "accepted" ? [`a valid call is refused: ${known.data.detail}`] : [];
  }
  if (request.expectation === "refused") return ["an invalid call is accepted"];
  if (JSON.stringify(body) !== JSON.stringify(structuredContent)) return ["text and structuredContent differ"];
  const misfit = contract.misfit(tool.output, structuredContent);
  return misfit === "" ? [] : [`structuredContent: ${misfit}`];
}
