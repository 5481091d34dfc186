import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../src/core/invoke.ts";
import { toJsonText } from "../../src/core/json-text.ts";
import { OPERATIONS } from "../../src/registry.ts";
import { testApp, type TestApp } from "../support/app.ts";
import { referenceServer, type ReferenceServer } from "../support/conformance-reference.ts";
import { type Answer, call } from "../support/http-client.ts";

/*
 * The same requests to this service and to the official SDK's server over the same tools, in the revisions with a
 * handshake. Where the two differ on purpose, the difference itself is what the test states.
 */

let app: TestApp;
let key: string;
let reference: ReferenceServer;
beforeAll(async () => {
  app = await testApp();
  const tenant = await app.db.tenant();
  key = (await app.key(tenant)).key;
  reference = await referenceServer(OPERATIONS, async (operation, args) => {
    const text = toJsonText(await invoke(operation, app.db.context(tenant), args));
    return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
  });
});
afterAll(async () => {
  await reference.close();
  await app.close();
});

type Headers = Readonly<Record<string, string>>;

interface Seen {
  readonly status: number;
  readonly type: string | undefined;
  readonly messages: readonly Record<string, unknown>[];
}

const CLIENT: Headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };

async function both(body: unknown, headers: Headers = {}): Promise<{ own: Seen; official: Seen }> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const send = (base: string, more: Headers) =>
    call(base, "/api/mcp", { method: "POST", headers: { ...CLIENT, ...headers, ...more }, body: text }).then(seen);
  const [own, official] = await Promise.all([
    send(app.main, { authorization: `Bearer ${key}` }),
    send(reference.base_url, {}),
  ]);
  return { own, official };
}

function seen({ status, headers, text }: Answer): Seen {
  const type = headers["content-type"]?.split(";", 1)[0];
  const jsons =
    type === "text/event-stream" ? [...text.matchAll(/^data: (.*)$/gm)].map((line) => line[1] ?? "") : [text];
  // Both ends write JSON-RPC messages, which are objects; what is in them is what is compared.
  const messages = jsons.filter((json) => json !== "").map((json) => JSON.parse(json) as Record<string, unknown>);
  return { status, type, messages };
}

/** What a client acts on: status, kind of body, and per message its id and its result or the code of its error. */
function essence({ status, type, messages }: Seen): unknown {
  return { status, type, messages: messages.map(({ id, result, error }) => ({ id, result, code: codeOf(error) })) };
}

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

const rpc = (method: string, params?: unknown, id: string | number = 1) => ({ jsonrpc: "2.0", id, method, params });

describe("the service answers like the official server", () => {
  test.each<[string, unknown, Headers]>([
    ["a ping", rpc("ping", undefined, "p"), {}],
    ["an id of zero", rpc("ping", {}, 0), {}],
    ["tools/list", rpc("tools/list"), {}],
    ["prompts/list", rpc("prompts/list", {}), {}],
    ["resources/list", rpc("resources/list", {}), {}],
    ["a call", rpc("tools/call", { name: "list_emissions", arguments: { limit: 3 } }), {}],
    ["a call without arguments", rpc("tools/call", { name: "get_emissions_summary" }), {}],
    ["an unknown tool", rpc("tools/call", { name: "nope", arguments: {} }), {}],
    ["an unknown resource", rpc("resources/read", { uri: "svc://nope" }), {}],
    ["an unknown method", rpc("nope/nothing", {}), {}],
    ["a method of 2026-07-28 in an older revision", rpc("server/discover"), { "mcp-protocol-version": "2025-11-25" }],
    ["a method of the client", rpc("roots/list", {}), {}],
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }, {}],
    ["an unknown notification", { jsonrpc: "2.0", method: "notifications/nope", params: {} }, {}],
    ["a stray response", { jsonrpc: "2.0", id: 5, result: {} }, {}],
    ["a stray error", { jsonrpc: "2.0", id: 5, error: { code: 1, message: "no" } }, {}],
    ["a batch", [rpc("ping", {}, 1), rpc("ping", {}, 2)], {}],
    ["a batch of notifications", [{ jsonrpc: "2.0", method: "notifications/initialized" }], {}],
    ["a body that is no JSON", "{", {}],
    ["a stale session id", rpc("ping"), { "mcp-session-id": "gone" }],
  ])("%s", async (_, body, headers) => {
    const { own, official } = await both(body, headers);
    expect(essence(own)).toEqual(essence(official));
  });

  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2030-01-01", "2026-07-28"])(
    "the handshake for %s",
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } };
      const { own, official } = await both(rpc("initialize", params));
      const handshake = ({ status, type, messages }: Seen) => {
        const result = new Map(Object.entries(messages[0]?.["result"] ?? {}));
        return { status, type, version: result.get("protocolVersion"), capabilities: result.get("capabilities") };
      };
      expect(handshake(own)).toEqual(handshake(official));
    },
  );
});

/** Status and the code of the first message's error, if it is one. */
const outcome = ({ status, messages }: Seen): unknown => [status, codeOf(messages[0]?.["error"]) ?? null];

describe("the service differs from the official server on purpose", () => {
  test.each<[string, unknown, Headers, readonly [number, number | null], readonly [number, number | null]]>([
    // Clients that send no proper Accept are served, not sent away: the revisions say MUST to clients only.
    ["an Accept that names neither type", rpc("ping"), { accept: "*/*" }, [200, null], [406, -32_000]],
    ["an Accept of JSON alone", rpc("ping"), { accept: "application/json" }, [200, null], [406, -32_000]],
    // 2026-07-28 reserves a code for it, with the supported versions as data.
    ["an unknown version", rpc("ping"), { "mcp-protocol-version": "2030-01-01" }, [400, -32_022], [400, -32_000]],
    // JSON-RPC 2.0, 6: an empty list is an invalid request. 2025-06-18 removed batches.
    ["an empty batch", [], {}, [400, -32_600], [202, null]],
    ["a batch of a later client", [rpc("ping")], { "mcp-protocol-version": "2025-11-25" }, [400, -32_600], [200, null]],
    // JSON-RPC 2.0, 5.1: a parse error is for what is no JSON; these are invalid requests or parameters.
    ["an object that is no message", { foo: 1 }, {}, [400, -32_600], [400, -32_700]],
    ["a body of null", "null", {}, [400, -32_600], [400, -32_700]],
    ["an id of null", { jsonrpc: "2.0", id: null, method: "ping" }, {}, [400, -32_600], [400, -32_700]],
    ["an id that is no integer", { jsonrpc: "2.0", id: 1.5, method: "ping" }, {}, [400, -32_600], [400, -32_700]],
    ["parameters in a list", rpc("ping", [1]), {}, [400, -32_602], [400, -32_700]],
    ["another media type", rpc("ping"), { "content-type": "text/plain" }, [415, -32_600], [415, -32_000]],
    // Faults of the caller are not internal errors.
    ["a tool's name that is no text", rpc("tools/call", { name: 1 }), {}, [200, -32_602], [200, -32_603]],
    ["a handshake without a version", rpc("initialize", {}), {}, [200, null], [200, -32_603]],
    // Cursors that no list gave out SHOULD be invalid parameters (server/utilities/pagination).
    ["a cursor for a list of one page", rpc("tools/list", { cursor: "x" }), {}, [200, -32_602], [200, null]],
  ])("in %s", async (_, body, headers, expectedOwn, expectedOfficial) => {
    const { own, official } = await both(body, headers);
    expect(outcome(own)).toEqual(expectedOwn);
    expect(outcome(official)).toEqual(expectedOfficial);
  });

  test("in arguments of a tool that are no object: the model can read what is wrong", async () => {
    const { own, official } = await both(rpc("tools/call", { name: "list_emissions", arguments: [1] }));
    expect(own.messages[0]).toMatchObject({ result: { isError: true, content: [{ type: "text" }] } });
    expect(outcome(official)).toEqual([200, -32_603]);
  });

  test("in a refusal: it carries the id of its request", async () => {
    const { own, official } = await both(rpc("ping", {}, "mine"), { "mcp-protocol-version": "2030-01-01" });
    expect(own.messages[0]?.["id"]).toBe("mine");
    expect(official.messages[0]?.["id"]).toBeNull();
  });
});
