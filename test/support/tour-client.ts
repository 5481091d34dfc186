import { normalText } from "./tour-normal-form.ts";
import type { ServiceProcess } from "./service-process.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Keys {
  readonly live: string;
  readonly sandbox: string;
}

/** Calls of the tour: REST with any key, and the assistants' endpoint with the live one. */
export function tourClient(service: ServiceProcess, keys: Keys) {
  const ask = async (path: string, init: RequestInit = {}, key = keys.live, base = service.base): Promise<Answer> => {
    const headers = { ...(key === "" ? {} : { authorization: `Bearer ${key}` }), ...asHeaders(init) };
    const response = await fetch(`${base}${path}`, { redirect: "manual", ...init, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const post = (path: string, body: unknown, key = keys.live, base = service.base): Promise<Answer> =>
    ask(
      path,
      { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } },
      key,
      base,
    );
  const rpc = async (method: string, params: object): Promise<Answer> => {
    const answer = await ask("/api/mcp", {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    });
    const text = /^data: (.*)$/m.exec(answer.text)?.[1] ?? answer.text;
    return { ...answer, text, body: parsed(text) };
  };
  return { ask, post, rpc };
}

/** Headers that an answer is read by; the rest are of the connection. */
export function headersOf(headers: Headers): Record<string, string> {
  const names = [
    "content-type",
    "cache-control",
    "www-authenticate",
    "x-ratelimit-limit",
    "content-disposition",
    "vary",
  ];
  return Object.fromEntries(
    names.flatMap((name) => (headers.has(name) ? [[name, normalText(headers.get(name) ?? "")]] : [])),
  );
}

export function withoutTexts(body: Readonly<Record<string, unknown>>): unknown {
  const { result, ...rest } = body;
  if (typeof result !== "object" || result === null || !("structuredContent" in result)) return body;
  const { content: _content, ...kept } = result as Record<string, unknown>;
  return { ...rest, result: kept };
}

function asHeaders({ headers }: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(headers).entries());
}

export function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    // A record, or a list, which is read as one by its indexes.
    return value as Record<string, unknown>;
  } catch {
    return {};
  }
}
