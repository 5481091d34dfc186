import type { SpanRequest } from "../../core/tracing.ts";
import type { SessionPool } from "./session.ts";

/** Per text of a statement, of which there are as many as the code has. */
const spanRequests = new Map<string, SpanRequest>();

/**
 * Sends a statement inside a span of its own, within the span of what asks for it: the queue's looks, which nobody asks for,
 * would bury the rest. Of the statement its text is told, which holds places for values and never values.
 */
export async function tracedStatement<T>(
  { tracing }: SessionPool,
  { text }: { readonly text: string },
  send: () => Promise<T>,
): Promise<T> {
  if (tracing === null || tracing.traceparent() === null) return await send();
  return await tracing.span(requestOf(text), send);
}

function requestOf(text: string): SpanRequest {
  const spanRequest = spanRequests.get(text);
  if (spanRequest !== undefined) return spanRequest;
  const line = text.replaceAll(/\s+/g, " ").trim();
  const [, verb = "statement"] = /^(\w+)/.exec(line) ?? [];
  const [, table] = /\b(?:from|into|update)\s+([a-z_]+)/.exec(line) ?? [];
  const name = table === undefined ? verb : `${verb} ${table}`;
  const facts = { "db.system.name": "postgresql", "db.query.summary": name, "db.query.text": line };
  const request: SpanRequest = { name, kind: "client", facts };
  spanRequests.set(text, request);
  return request;
}
