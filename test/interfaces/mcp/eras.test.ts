import { describe, expect, test } from "vitest";
import { legacy, mcpFixture, modern, MODERN_META, payload, post } from "../../support/mcp-fixture.ts";

const { endpoint } = mcpFixture();
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

describe("initialize", () => {
  test.each([
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["1999-01-01", "2025-11-25"],
    [undefined, "2025-11-25"],
    [7, "2025-11-25"],
  ])("[contract 4.1.versions, 4.1.initialize, 9.2] a client that asks for %s gets %s", async (asked, given) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const response = await post(endpoint, legacy("initialize", params));
    expect(response.status).toBe(200);
    expect(payload(response)).toMatchObject({
      result: {
        protocolVersion: given,
        capabilities: { tools: {}, resources: {}, prompts: {} },
        serverInfo: { name: "carbon-ledger", version: "0.0.0-test" },
      },
    });
  });

  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", undefined])(
    "later requests need no handshake with version header %s",
    async (version) => {
      const response = await post(endpoint, legacy("tools/list"), { "mcp-protocol-version": version });
      expect(payload(response)).toMatchObject({ result: { tools: expect.any(Array) as unknown } });
      expect(payload(response)).not.toHaveProperty("result.resultType");
    },
  );

  test("an unknown version header is HTTP 400 with the supported versions", async () => {
    const response = await post(endpoint, legacy("tools/list"), { "mcp-protocol-version": "2030-01-01" });
    expect(response.status).toBe(400);
    expect(payload(response)).toMatchObject({
      id: 1,
      error: {
        code: -32022,
        data: {
          supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
          requested: "2030-01-01",
        },
      },
    });
  });
});

describe("2026-07-28", () => {
  test("[contract 4.1.modern] server/discover says what the server speaks and how long that may be kept", async () => {
    const { body, headers } = modern("server/discover", {}, "d");
    const response = await post(endpoint, body, headers);
    expect(response.status).toBe(200);
    expect(payload(response)).toEqual({
      jsonrpc: "2.0",
      id: "d",
      result: {
        supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
        capabilities: { tools: {}, resources: {}, prompts: {} },
        instructions: expect.stringContaining("kg CO2e") as unknown,
        ttlMs: 300_000,
        cacheScope: "public",
        resultType: "complete",
        _meta: {
          "io.modelcontextprotocol/serverInfo": {
            name: "carbon-ledger",
            title: "Carbon Ledger",
            version: "0.0.0-test",
            websiteUrl: "https://carbon.example",
          },
        },
      },
    });
  });

  test.each(["tools/list", "prompts/list", "resources/list", "resources/templates/list"])(
    "%s carries resultType, serverInfo and cache hints",
    async (method) => {
      const { body, headers } = modern(method);
      const result = { resultType: "complete", ttlMs: 300_000, cacheScope: "public" };
      const meta = { "io.modelcontextprotocol/serverInfo": { name: "carbon-ledger" } };
      expect(payload(await post(endpoint, body, headers))).toMatchObject({ result: { ...result, _meta: meta } });
    },
  );

  test.each(["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "nope"])(
    "%s is HTTP 404 with -32601",
    async (method) => {
      const { body, headers } = modern(method);
      const response = await post(endpoint, body, headers);
      expect(response.status).toBe(404);
      expect(response.headers["content-type"]).toBe("application/json");
      expect(payload(response)).toMatchObject({ id: 1, error: { code: -32601 } });
    },
  );

  const call = modern("tools/call", { name: "echo_number", arguments: { value: 3 } });

  test.each<[string, Record<string, string | undefined>, number]>([
    ["Mcp-Method is missing", { "mcp-method": undefined }, -32020],
    ["Mcp-Method differs", { "mcp-method": "tools/list" }, -32020],
    ["Mcp-Method differs in case", { "mcp-method": "Tools/Call" }, -32020],
    ["Mcp-Name is missing", { "mcp-name": undefined }, -32020],
    ["Mcp-Name differs", { "mcp-name": "list_entries" }, -32020],
    ["Mcp-Name is broken Base64", { "mcp-name": "=?base64?!!!!?=" }, -32020],
    ["Mcp-Name looks like Base64 without its end", { "mcp-name": "=?base64?ZWNobw==" }, -32020],
    ["the header says another version than the envelope", { "mcp-protocol-version": "2025-11-25" }, -32020],
    ["the header says an unknown version", { "mcp-protocol-version": "2030-01-01" }, -32020],
  ])("a request is refused when %s", async (_, headers, code) => {
    const response = await post(endpoint, call.body, { ...call.headers, ...headers });
    expect(response.status).toBe(400);
    expect(payload(response)).toMatchObject({ id: 1, error: { code } });
  });

  test("an encoded Mcp-Name is decoded before it is compared", async () => {
    const encoded = `=?base64?${Buffer.from("echo_number").toString("base64")}?=`;
    const response = await post(endpoint, call.body, { ...call.headers, "mcp-name": encoded });
    expect(response.status).toBe(200);
  });

  test.each([
    ["has no _meta", undefined],
    ["has an empty _meta", {}],
    ["has a _meta that is no object", 7],
    ["lacks the capabilities", { [VERSION]: "2026-07-28" }],
    ["has capabilities that are no object", { [VERSION]: "2026-07-28", [CAPABILITIES]: [] }],
  ])("a request is refused when it %s", async (_, meta) => {
    const body = legacy("tools/list", { _meta: meta });
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
    const response = await post(endpoint, body, headers);
    expect(response.status).toBe(400);
    expect(payload(response)).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test.each([
    ["unknown", "2030-01-01"],
    ["legacy", "2025-11-25"],
    ["no string", 20260728],
  ])("an envelope whose version is %s is -32022", async (_, version) => {
    const body = legacy("tools/list", { _meta: { ...MODERN_META, [VERSION]: version } });
    const response = await post(endpoint, body);
    expect(response.status).toBe(400);
    expect(payload(response)).toMatchObject({ error: { code: -32022 } });
  });

  test("an envelope without MCP headers is served as 2026-07-28", async () => {
    const response = await post(endpoint, call.body);
    expect(payload(response)).toMatchObject({ result: { resultType: "complete" } });
    const wrong = await post(endpoint, call.body, { "mcp-method": "tools/list" });
    expect(payload(wrong)).toMatchObject({ error: { code: -32020 } });
  });

  test("a bare server/discover is answered, except by a client that names an older version", async () => {
    const bare = await post(endpoint, legacy("server/discover"));
    expect(payload(bare)).toMatchObject({ result: { resultType: "complete" } });
    const older = await post(endpoint, legacy("server/discover"), { "mcp-protocol-version": "2025-11-25" });
    expect(payload(older)).toMatchObject({ error: { code: -32601 } });
  });

  test("subscriptions/listen acknowledges an empty filter and ends", async () => {
    const { body, headers } = modern("subscriptions/listen", { notifications: { toolsListChanged: true } }, "s");
    const response = await post(endpoint, body, headers);
    const frames = response.body.split("\n\n").filter((frame) => frame !== "");
    const meta = { "io.modelcontextprotocol/subscriptionId": "s" };
    expect(frames.map((frame) => JSON.parse(frame.replace(/^event: message\ndata: /, "")) as unknown)).toMatchObject([
      { method: "notifications/subscriptions/acknowledged", params: { notifications: {}, _meta: meta } },
      { id: "s", result: { resultType: "complete", _meta: meta } },
    ]);
  });

  test("a notification needs no envelope", async () => {
    const body = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    expect((await post(endpoint, body, { "mcp-protocol-version": "2026-07-28" })).status).toBe(202);
  });
});

test.each(["tools/list", "prompts/list", "resources/list", "resources/templates/list"])(
  "%s refuses a cursor, because it has one page",
  async (method) => {
    const response = await post(endpoint, legacy(method, { cursor: "abc" }));
    expect(payload(response)).toMatchObject({ error: { code: -32602 } });
  },
);
