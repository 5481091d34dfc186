import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Comparison,
  comparison,
  essence,
  type Headers,
  outcome,
  rpc,
  type Seen,
} from "../support/conformance-comparison.ts";

/*
 * The same requests to this service and to the official SDK's server (v2) over the same tools, in the revisions with a
 * handshake. Where the two differ on purpose, the difference itself is what the test states. The SDK's first major
 * version is no reference any more: its transport for these revisions lives on in v2, with fewer faults (it took an
 * empty batch for notifications and called every odd message a parse error). Its client is still a test of the service.
 */

let pair: Comparison;
beforeAll(async () => {
  pair = await comparison();
});
afterAll(async () => pair.close());

describe("the service answers like the official server", () => {
  test.each<[string, unknown, Headers]>([
    ["a ping", rpc("ping", undefined, "p"), {}],
    ["an id of zero", rpc("ping", {}, 0), {}],
    ["tools/list", rpc("tools/list"), {}],
    ["prompts/list", rpc("prompts/list", {}), {}],
    ["resources/list", rpc("resources/list", {}), {}],
    ["resources/templates/list", rpc("resources/templates/list", {}), {}],
    ["a prompt", rpc("prompts/get", { name: "emissions_vs_target_analysis", arguments: { year: "2025" } }), {}],
    ["an unknown prompt", rpc("prompts/get", { name: "nope" }), {}],
    ["a resource", rpc("resources/read", { uri: "svc://ghg-scopes" }), {}],
    ["a call", rpc("tools/call", { name: "list_emissions", arguments: { limit: 3 } }), {}],
    ["a call without arguments", rpc("tools/call", { name: "get_emissions_summary" }), {}],
    ["an unknown tool", rpc("tools/call", { name: "nope", arguments: {} }), {}],
    ["a tool's name that is no text", rpc("tools/call", { name: 1 }), {}],
    ["an unknown method", rpc("nope/nothing", {}), {}],
    ["a method of 2026-07-28 in an older revision", rpc("server/discover"), { "mcp-protocol-version": "2025-11-25" }],
    ["a method of the client", rpc("roots/list", {}), {}],
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }, {}],
    ["an unknown notification", { jsonrpc: "2.0", method: "notifications/nope", params: {} }, {}],
    ["a stray response", { jsonrpc: "2.0", id: 5, result: {} }, {}],
    ["a stray error", { jsonrpc: "2.0", id: 5, error: { code: 1, message: "no" } }, {}],
    ["a batch", [rpc("ping", {}, 1), rpc("ping", {}, 2)], {}],
    ["a batch of notifications", [{ jsonrpc: "2.0", method: "notifications/initialized" }], {}],
    ["an empty batch", [], {}],
    ["a body that is no JSON", "{", {}],
    ["a body of null", "null", {}],
    ["an object that is no message", { foo: 1 }, {}],
    ["an id of null", { jsonrpc: "2.0", id: null, method: "ping" }, {}],
    ["a stale session id", rpc("ping"), { "mcp-session-id": "gone" }],
  ])("%s", async (_, body, headers) => {
    const { own, official } = await pair.both(body, headers);
    expect(essence(own)).toEqual(essence(official));
  });

  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2030-01-01", "2026-07-28"])(
    "the handshake for %s",
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } };
      const { own, official } = await pair.both(rpc("initialize", params));
      expect(essence(own)).toEqual(essence(official));
    },
  );
});

type Outcome = readonly [number, number | null];

describe("the service differs from the official server on purpose", () => {
  test.each<[string, unknown, Headers, Outcome, Outcome]>([
    // Clients that send no proper Accept are served, not sent away: the revisions say MUST to clients only.
    ["an Accept that names neither type", rpc("ping"), { accept: "*/*" }, [200, null], [406, -32_000]],
    ["an Accept of JSON alone", rpc("ping"), { accept: "application/json" }, [200, null], [406, -32_000]],
    // 2026-07-28 reserves a code for it; the official server misses the envelope of that version first.
    ["an unknown version", rpc("ping"), { "mcp-protocol-version": "2030-01-01" }, [400, -32_022], [400, -32_602]],
    // 2025-06-18 removed batches.
    ["a batch of a later client", [rpc("ping")], { "mcp-protocol-version": "2025-11-25" }, [400, -32_600], [200, null]],
    // The envelope is a message; what is wrong is its parameters.
    ["parameters in a list", rpc("ping", [1]), {}, [400, -32_602], [400, -32_600]],
    // -32000 has no meaning of its own; the request is not what the endpoint takes.
    ["another media type", rpc("ping"), { "content-type": "text/plain" }, [415, -32_600], [415, -32_000]],
    // 2025-11-25 (server/resources) has a code for it; the official server uses that of 2026-07-28 in every revision.
    ["an unknown resource", rpc("resources/read", { uri: "svc://nope" }), {}, [200, -32_002], [200, -32_602]],
    // A client that names no version is served in the newest with a handshake.
    ["a handshake without a version", rpc("initialize", {}), {}, [200, null], [200, -32_603]],
    // Cursors that no list gave out SHOULD be invalid parameters (server/utilities/pagination).
    ["a cursor for a list of one page", rpc("tools/list", { cursor: "x" }), {}, [200, -32_602], [200, null]],
  ])("in %s", async (_, body, headers, expectedOwn, expectedOfficial) => {
    const { own, official } = await pair.both(body, headers);
    expect(outcome(own)).toEqual(expectedOwn);
    expect(outcome(official)).toEqual(expectedOfficial);
  });

  test("in GET and DELETE: neither has a session, and the specification (4.1) answers 204 to its end", async () => {
    const get = await pair.both("", {}, "GET");
    expect([get.own.status, get.official.status]).toEqual([405, 405]);
    const end = await pair.both("", {}, "DELETE");
    expect([end.own.status, end.official.status]).toEqual([204, 405]);
  });

  test("in arguments of a tool that are no object: the model can read what is wrong", async () => {
    const { own, official } = await pair.both(rpc("tools/call", { name: "list_emissions", arguments: [1] }));
    expect(own.messages[0]).toMatchObject({ result: { isError: true, content: [{ type: "text" }] } });
    expect(outcome(official)).toEqual([200, -32_602]);
  });

  test("in an id that is no id: it is not given back", async () => {
    const { own, official } = await pair.both({ jsonrpc: "2.0", id: 1.5, method: "ping" });
    const ids = ({ messages }: Seen) => messages.map((message) => message["id"]);
    expect([outcome(own), outcome(official)]).toEqual([
      [400, -32_600],
      [400, -32_600],
    ]);
    expect([ids(own), ids(official)]).toEqual([[null], [1.5]]);
  });
});
