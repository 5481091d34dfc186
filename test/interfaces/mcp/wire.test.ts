import { describe, expect, test } from "vitest";
import { countedWrite, fixtureOperations } from "../../support/mcp-fixture-operations.ts";
import { legacy, mcpFixture, payload, post } from "../../support/mcp-fixture.ts";

const { endpoint } = mcpFixture();

describe("framing", () => {
  test("[contract 4.1.frame] a dispatched answer is exactly one SSE frame with its length", async () => {
    const response = await post(endpoint, legacy("ping", undefined, "p1"));
    expect(response.status).toBe(200);
    expect(response.body).toBe('event: message\ndata: {"jsonrpc":"2.0","id":"p1","result":{}}\n\n');
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "content-length": String(Buffer.byteLength(response.body)),
      "x-accel-buffering": "no",
      "x-request-id": "fixture",
    });
    expect(Object.keys(response.headers)).not.toContain("mcp-session-id");
  });

  test.each([
    ["application/json", "application/json"],
    ["application/json; charset=utf-8", "application/json"],
    ["application/json, text/event-stream;q=0", "application/json"],
    ["application/*", "application/json"],
    ["application/json, text/event-stream", "text/event-stream"],
    ["text/event-stream", "text/event-stream"],
    ["application/json, */*", "text/event-stream"],
    ["*/*", "text/event-stream"],
    ["text/html", "text/event-stream"],
    [undefined, "text/event-stream"],
  ])("Accept %s is answered as %s", async (accept, type) => {
    const response = await post(endpoint, legacy("ping"), { accept });
    expect(response.headers["content-type"]).toBe(type);
    expect(payload(response)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  test("[contract 4.1.stateless] a stale session id is ignored and none is minted", async () => {
    const response = await post(endpoint, legacy("ping"), { "mcp-session-id": "gone", "last-event-id": "7" });
    expect(response.status).toBe(200);
    expect(JSON.stringify(response.headers)).not.toContain("session");
  });
});

describe("methods of HTTP", () => {
  const bare = (method: string, headers = {}) =>
    post(endpoint, "", { authorization: undefined, ...headers }, { method });

  test("[contract 4.1.get] GET is 405 with Allow, before any credential is looked at", async () => {
    const response = await bare("GET");
    expect(response.status).toBe(405);
    expect(response.headers["allow"]).toBe("POST, DELETE");
  });

  test("[contract 4.1.delete] DELETE is 204 without a body", async () => {
    expect(await bare("DELETE")).toMatchObject({ status: 204, body: "" });
  });

  test.each(["PUT", "PATCH", "HEAD", "TRACE"])("%s is 405", async (method) => {
    expect((await bare(method)).status).toBe(405);
  });

  test("OPTIONS allows the headers that clients of both eras send", async () => {
    const response = await bare("OPTIONS", { origin: "https://carbon.example" });
    expect(response.status).toBe(204);
    const allowed = response.headers["access-control-allow-headers"] ?? "";
    for (const name of ["authorization", "mcp-protocol-version", "mcp-method", "mcp-name", "x-svc-tenant"]) {
      expect(allowed).toContain(name);
    }
  });
});

describe("origins", () => {
  const from = (origin: string, options = {}) => post(mcpFixture(options).endpoint, legacy("ping"), { origin });

  test.each(["https://evil.example", "null", "http://localhost:5173", "https://carbon.example.evil.example", ""])(
    "a page of %s is refused with 403",
    async (origin) => {
      const response = await from(origin);
      expect(response.status).toBe(403);
      expect(response.headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  test("the service's own pages and configured origins may call", async () => {
    for (const origin of ["https://carbon.example", "https://assistant.example"]) {
      const response = await from(origin, { allowed_origins: ["https://assistant.example"] });
      expect(response.status).toBe(200);
      expect(response.headers["access-control-allow-origin"]).toBe(origin);
      expect(response.headers["vary"]).toBe("Origin");
    }
  });

  test("pages of this machine may call a service on this machine, others may not", async () => {
    const base_url = "http://localhost:3000";
    for (const origin of ["http://localhost:6274", "http://127.0.0.1:8080", "http://[::1]:80"]) {
      expect((await from(origin, { base_url })).status).toBe(200);
    }
    expect((await from("http://evil.example:3000", { base_url })).status).toBe(403);
    expect((await from("http://localhost.evil.example", { base_url })).status).toBe(403);
  });
});

describe("malformed requests", () => {
  test.each([
    ["not JSON", "{", 400, -32700, null],
    ["an empty body", "", 400, -32700, null],
    ["broken UTF-8", Buffer.from('{"jsonrpc":"2.0","id":"\xe9","method":"ping"}', "latin1"), 400, -32700, null],
    ["a hundred thousand brackets", "[".repeat(100_000), 400, -32700, null],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00]), 400, -32700, null],
    ["a number", "7", 400, -32600, null],
    ["null", "null", 400, -32600, null],
    ["an old JSON-RPC version", { jsonrpc: "1.0", id: 3, method: "ping" }, 400, -32600, 3],
    ["no method", { jsonrpc: "2.0", id: 3 }, 400, -32600, 3],
    ["a method that is no string", { jsonrpc: "2.0", id: 3, method: 9 }, 400, -32600, 3],
    ["a null id", { jsonrpc: "2.0", id: null, method: "ping" }, 400, -32600, null],
    ["a fractional id", { jsonrpc: "2.0", id: 1.5, method: "ping" }, 400, -32600, null],
    ["an id beyond exact integers", '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', 400, -32600, null],
    ["an id as long as a page", { jsonrpc: "2.0", id: "x".repeat(2_000), method: "ping" }, 400, -32600, null],
    ["params that are a list", { jsonrpc: "2.0", id: 3, method: "ping", params: [1] }, 400, -32602, 3],
    ["an unknown method", { jsonrpc: "2.0", id: 3, method: "nope/nope" }, 200, -32601, 3],
    ["a batch that is empty", [], 400, -32600, null],
  ])("%s", async (_, body, status, code, id) => {
    const response = await post(endpoint, body);
    expect(response.status).toBe(status);
    expect(payload(response)).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
  });

  test("a body above 4 MiB is 413, whether it was read or not", async () => {
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 0x20);
    expect((await post(endpoint, large)).status).toBe(413);
    expect((await post(endpoint, "", {}, { body: null })).status).toBe(413);
  });

  test("another media type is 415, none at all is fine", async () => {
    expect((await post(endpoint, legacy("ping"), { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(endpoint, legacy("ping"), { "content-type": undefined })).status).toBe(200);
    const utf8 = await post(endpoint, legacy("ping"), { "content-type": "application/json; charset=utf-8" });
    expect(utf8.status).toBe(200);
  });

  test("[contract 7.2.4.internal] a failure of the admission itself is a clean 500", async () => {
    const broken = mcpFixture();
    const refused = await import("../../../src/interfaces/mcp/endpoint.ts").then(({ createMcpEndpoint }) =>
      createMcpEndpoint({
        ...broken.deps,
        admit: async () => {
          throw new Error("connect ECONNREFUSED /var/run/postgresql");
        },
      }),
    );
    const response = await post(refused, legacy("ping"));
    expect(response.status).toBe(500);
    expect(payload(response)).toMatchObject({ error: { code: -32603 } });
    expect(response.body).not.toContain("ECONNREFUSED");
    expect(broken.logged).toHaveLength(1);
  });
});

describe("notifications, responses and batches", () => {
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };

  test("a notification and a stray response are 202 with no body", async () => {
    for (const body of [note, { ...note, method: "notifications/unheard_of" }, { jsonrpc: "2.0", id: 1, result: {} }]) {
      expect(await post(endpoint, body)).toMatchObject({ status: 202, body: "" });
    }
  });

  test("a batch is answered with one frame per request, in order", async () => {
    const body = [legacy("ping", undefined, 1), note, legacy("nope", undefined, 2), 7, legacy("initialize", {}, 3)];
    for (const version of [undefined, "2025-03-26"]) {
      const response = await post(endpoint, body, { "mcp-protocol-version": version });
      expect(response.status).toBe(200);
      const frames = response.body.split("\n\n").filter((frame) => frame !== "");
      const answers = frames.map((frame) => JSON.parse(frame.replace(/^event: message\ndata: /, "")) as unknown);
      expect(answers).toMatchObject([
        { id: 1, result: {} },
        { id: 2, error: { code: -32601 } },
        { id: null, error: { code: -32600 } },
        { id: 3, error: { code: -32600 } },
      ]);
    }
  });

  test("a batch is a JSON list for a client that reads only JSON", async () => {
    const response = await post(endpoint, [legacy("ping")], { accept: "application/json" });
    expect(JSON.parse(response.body)).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
  });

  test("a batch of notifications alone is 202", async () => {
    expect((await post(endpoint, [note, note])).status).toBe(202);
  });

  test.each(["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"])("%s has no batches", async (version) => {
    const response = await post(endpoint, [legacy("ping")], { "mcp-protocol-version": version });
    expect(response.status).toBe(400);
    expect(payload(response)).toMatchObject({ error: { code: -32600 } });
  });

  test("a batch that overdraws a bucket runs nothing at all", async () => {
    const write = countedWrite();
    const fixture = mcpFixture({ operations: [...fixtureOperations, write.operation], budget: 1 });
    const call = (id: number) => legacy("tools/call", { name: "create_thing", arguments: { name: "a" } }, id);
    const response = await post(fixture.endpoint, [call(1), call(2)]);
    expect(response.status).toBe(429);
    expect(write.runs()).toBe(0);
  });

  test("more than 50 messages are refused", async () => {
    const response = await post(
      endpoint,
      Array.from({ length: 51 }, () => legacy("ping")),
    );
    expect(response.status).toBe(400);
  });
});

test("a request whose client has gone does no work", async () => {
  const write = countedWrite();
  const fixture = mcpFixture({ operations: [...fixtureOperations, write.operation] });
  const body = legacy("tools/call", { name: "create_thing", arguments: { name: "a" } });
  await post(fixture.endpoint, body, {}, { isAbandoned: () => true });
  expect(write.runs()).toBe(0);
  expect(fixture.charged).toEqual([]);
});
