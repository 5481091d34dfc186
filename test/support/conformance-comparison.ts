import { invoke } from "../../src/core/invoke.ts";
import { toJsonText } from "../../src/core/json-text.ts";
import { readResource } from "../../src/interfaces/mcp/resources.ts";
import { toolOperations } from "../../src/interfaces/mcp/tool-list.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { testApp } from "./app.ts";
import { referenceServer } from "./conformance-reference.ts";
import { type Answer, call } from "./http-client.ts";

export type Headers = Readonly<Record<string, string>>;

/** One answer as a client sees it. */
export interface Seen {
  readonly status: number;
  readonly type: string | undefined;
  /** The lines of a stream, without what its messages say. */
  readonly framing: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

export interface Comparison {
  /** Sends the same bytes and headers to the service and to the official SDK's server. */
  both(body: unknown, headers?: Headers, method?: string): Promise<{ readonly own: Seen; readonly official: Seen }>;
  close(): Promise<void>;
}

const CLIENT: Headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** The service over a company without data, and the reference over the same operations and the same company. */
export async function comparison(): Promise<Comparison> {
  const app = await testApp();
  const tenant = await app.db.tenant();
  const { key } = await app.key(tenant);
  const context = () => app.db.context(tenant);
  const { result } = await handshake(app.main, key);
  const tools = new Map(toolOperations(OPERATIONS).map((operation) => [operation.name, operation]));
  const source = { tools, base_url: result.serverInfo.websiteUrl, errors_url: "http://ledger.test/errors", context };
  const reference = await referenceServer(OPERATIONS, result.serverInfo, {
    runTool: async (operation, args) => {
      const text = toJsonText(await invoke(operation, context(), args));
      // Results of operations are objects; what they hold is what is compared.
      return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
    },
    readResource: (uri) => readResource(uri, source),
  });
  return {
    both: async (body, headers = {}, method = "POST") => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      // No test meets a rate limit.
      app.db.clock.advance(1);
      const send = async (base: string, more: Headers): Promise<Seen> => {
        const given = { ...CLIENT, ...headers, ...more };
        return seen(await call(base, "/api/mcp", { method, headers: given, body: text }));
      };
      const [own, official] = await Promise.all([
        send(app.main, { authorization: `Bearer ${key}` }),
        send(reference.base_url, {}),
      ]);
      return { own, official };
    },
    close: async () => {
      await reference.close();
      await app.close();
    },
  };
}

interface Handshake {
  readonly result: {
    readonly serverInfo: { readonly name: string; title: string; version: string; websiteUrl: string };
  };
}

/** Who the service says it is, so that the reference can say the same. */
async function handshake(base: string, key: string): Promise<Handshake> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const headers = { ...CLIENT, authorization: `Bearer ${key}` };
  const { messages } = seen(await call(base, "/api/mcp", { method: "POST", headers, body }));
  // The handshake's own tests say that these members are there.
  return messages[0] as unknown as Handshake;
}

function seen({ status, headers, text }: Answer): Seen {
  const type = headers["content-type"]?.split(";", 1)[0];
  const isStream = type === "text/event-stream";
  const jsons = isStream ? [...text.matchAll(/^data: (.*)$/gm)].map((line) => line[1] ?? "") : [text];
  const framing = isStream ? text.replaceAll(/^data: .*$/gm, "data: {}") : "";
  // Both ends write JSON-RPC messages, which are objects; what is in them is what is compared.
  const messages = jsons.filter((json) => json !== "").map((json) => JSON.parse(json) as Record<string, unknown>);
  return { status, type, framing, messages };
}

/** What a client acts on: status, kind of body, framing, and of each message all but the words of an error. */
export function essence({ status, type, framing, messages }: Seen): unknown {
  return {
    status,
    type,
    framing,
    messages: messages.map(({ error, ...rest }) => (error === undefined ? rest : { ...rest, code: codeOf(error) })),
  };
}

/** Status and the code of the first message's error, if it is one. */
export function outcome({ status, messages }: Seen): readonly [number, unknown] {
  return [status, codeOf(messages[0]?.["error"]) ?? null];
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

export function rpc(method: string, params?: unknown, id: unknown = 1): Readonly<Record<string, unknown>> {
  return { jsonrpc: "2.0", id, method, params };
}
