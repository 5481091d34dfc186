import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../support/app.ts";
import { sendBytes } from "../support/http-client.ts";

/*
 * The conformance suite has no scenarios for 2024-11-05 and, for 2025-03-26, only one that needs sessions. These tests
 * speak for clients of that age byte by byte, as such clients do: no version header, sometimes no Accept.
 */

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await testApp();
  key = (await app.key(await app.db.tenant())).key;
});
afterAll(async () => app.close());

interface RawAnswer {
  readonly status_line: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const ACCEPT = "Accept: application/json, text/event-stream";

/** One request as bytes over a connection of its own. */
async function send(body: string, lines: readonly string[] = [ACCEPT], method = "POST"): Promise<RawAnswer> {
  const head = [
    `${method} /api/mcp HTTP/1.1`,
    "Host: ledger.test",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    ...lines,
  ];
  return parse(await sendBytes(app.main, `${head.join("\r\n")}\r\n\r\n${body}`));
}

function parse(bytes: string): RawAnswer {
  const end = bytes.indexOf("\r\n\r\n");
  const [status_line = "", ...lines] = bytes.slice(0, end).split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  return { status_line, headers, body: bytes.slice(end + 4) };
}

/** The JSON of one frame; fails unless the body is exactly that frame. */
function frame(body: string): Record<string, unknown> {
  const json = /^event: message\ndata: ([^\n\r]*)\n\n$/.exec(body)?.[1];
  if (json === undefined) throw new Error(`not one frame: ${body}`);
  // A JSON-RPC message is an object; what is in it is what the assertions check.
  return JSON.parse(json) as Record<string, unknown>;
}

const rpc = (method: string, params?: unknown, id: string | number = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });

const result = async (body: string, lines?: readonly string[]): Promise<Record<string, unknown>> => {
  const answer = frame((await send(body, lines)).body);
  expect(Object.keys(answer)).toEqual(["jsonrpc", "id", "result"]);
  return answer["result"] as Record<string, unknown>;
};

const client = { clientInfo: { name: "old", version: "0" }, capabilities: {} };

describe.each(["2024-11-05", "2025-03-26"])("a client of %s", (version) => {
  test("shakes hands in its own version", async () => {
    const answer = await send(rpc("initialize", { protocolVersion: version, ...client }));
    expect(answer.status_line).toBe("HTTP/1.1 200 OK");
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(answer.body)));
    expect(answer.headers.has("transfer-encoding")).toBe(false);
    expect(answer.headers.has("mcp-session-id")).toBe(false);
    expect(frame(answer.body)).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      result: {
        protocolVersion: version,
        capabilities: { tools: {}, resources: {}, prompts: {} },
        serverInfo: { name: "carbon-ledger", version: "0.0.0-test" },
      },
    });
  });

  test("gets 202 and no body for the notifications of its revision", async () => {
    const notifications = [
      { method: "notifications/initialized" },
      { method: "notifications/cancelled", params: { requestId: 9, reason: "gone" } },
      { method: "notifications/roots/list_changed" },
      { method: "notifications/progress", params: { progressToken: "t", progress: 1 } },
    ];
    for (const notification of notifications) {
      const answer = await send(JSON.stringify({ jsonrpc: "2.0", ...notification }));
      expect(answer).toMatchObject({ status_line: "HTTP/1.1 202 Accepted", body: "" });
      expect(answer.headers.get("content-length")).toBe("0");
    }
  });

  test("is answered a ping in these bytes, with or without Accept", async () => {
    for (const lines of [[ACCEPT], [], ["Accept: */*"], ["accept:text/event-stream"]]) {
      const { body } = await send(rpc("ping", undefined, "ping-1"), lines);
      expect(body).toBe('event: message\ndata: {"jsonrpc":"2.0","id":"ping-1","result":{}}\n\n');
    }
    const { body, headers } = await send(rpc("ping"), ["Accept: application/json"]);
    expect(body).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect(headers.get("content-type")).toMatch(/^application\/json\b/);
  });

  test("gets lists without the members of later revisions", async () => {
    for (const [method, member] of [
      ["tools/list", "tools"],
      ["prompts/list", "prompts"],
      ["resources/list", "resources"],
      ["resources/templates/list", "resourceTemplates"],
    ] as const) {
      expect(Object.keys(await result(rpc(method)))).toEqual([member]);
    }
    const { tools } = await result(rpc("tools/list"));
    expect(tools).toContainEqual(
      expect.objectContaining({
        name: "list_emissions",
        description: expect.any(String) as unknown,
        inputSchema: expect.objectContaining({ type: "object" }) as unknown,
      }),
    );
  });

  test("reads a tool's result as text", async () => {
    const called = await result(rpc("tools/call", { name: "list_emissions", arguments: { limit: 1 } }));
    expect(called["content"]).toEqual([{ type: "text", text: '{"items":[],"next_cursor":null}' }]);
    expect(called).not.toHaveProperty("isError");
    const refused = await result(rpc("tools/call", { name: "list_emissions", arguments: { limit: 0 } }));
    expect(refused).toMatchObject({ isError: true, content: [{ type: "text" }] });
    const [content] = refused["content"] as [{ text: string }];
    expect(Object.keys(JSON.parse(content.text) as object)).toEqual(["code", "title", "detail"]);
  });

  test("reads a resource and a prompt", async () => {
    const read = await result(rpc("resources/read", { uri: "svc://usage-guide" }));
    expect(read).toEqual({
      contents: [{ uri: "svc://usage-guide", mimeType: "text/markdown", text: expect.any(String) as unknown }],
    });
    const prompt = await result(rpc("prompts/get", { name: "value_chain_briefing", arguments: { year: "2025" } }));
    expect(prompt["messages"]).toMatchObject([{ role: "user", content: { type: "text" } }]);
  });

  test.each([
    ["an unknown method", rpc("sampling/createMessage", {}), -32601],
    ["a method of a later revision", rpc("server/nothing"), -32601],
    ["an unknown tool", rpc("tools/call", { name: "nope" }), -32602],
    ["an unknown prompt", rpc("prompts/get", { name: "nope" }), -32602],
    ["an unknown resource", rpc("resources/read", { uri: "svc://nope" }), -32002],
    ["a cursor that no list gave out", rpc("tools/list", { cursor: "x" }), -32602],
  ])("gets an error in the stream for %s", async (_, body, code) => {
    const answer = await send(body);
    expect(answer.status_line).toBe("HTTP/1.1 200 OK");
    expect(frame(answer.body)).toMatchObject({ jsonrpc: "2.0", id: 1, error: { code } });
  });

  test("may send a body in chunks that split a character", async () => {
    const body = Buffer.from(rpc("ping", { note: "Dørslukker" }, "ø"));
    const split = body.indexOf(Buffer.from("ø")) + 1;
    const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, CRLF]);
    const head = `POST /api/mcp HTTP/1.1\r\nhost: ledger.test\r\nauthorization: Bearer ${key}\r\n`;
    const rest =
      "content-type: application/json; charset=utf-8\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    const chunks = [chunk(body.subarray(0, split)), chunk(body.subarray(split)), Buffer.from("0\r\n\r\n")];
    const answer = parse(await sendBytes(app.main, Buffer.concat([Buffer.from(head + rest), ...chunks])));
    expect(frame(answer.body)).toEqual({ jsonrpc: "2.0", id: "ø", result: {} });
  });

  test("finds no stream to listen to and no session to end", async () => {
    const get = await send("", ["Accept: text/event-stream"], "GET");
    expect(get.status_line).toBe("HTTP/1.1 405 Method Not Allowed");
    expect(get.headers.get("allow")).toBe("POST, DELETE");
    const ended = await send("", ["Mcp-Session-Id: 0198c0de"], "DELETE");
    expect(ended).toMatchObject({ status_line: "HTTP/1.1 204 No Content", body: "" });
  });

  test("is told that its credential is missing, with the id of its request", async () => {
    const body = rpc("initialize", { protocolVersion: version, ...client }, "first");
    const head = `POST /api/mcp HTTP/1.1\r\nHost: ledger.test\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    const answer = parse(await sendBytes(app.main, `${head}Connection: close\r\n\r\n${body}`));
    expect(answer.status_line).toBe("HTTP/1.1 401 Unauthorized");
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer resource_metadata="/);
    expect(JSON.parse(answer.body)).toMatchObject({
      jsonrpc: "2.0",
      id: "first",
      error: { code: -32001, data: { code: "auth.missing_token" } },
    });
  });
});

const CRLF = Buffer.from("\r\n");

describe("batches of 2025-03-26", () => {
  const note = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

  test.each([[[ACCEPT]], [[ACCEPT, "MCP-Protocol-Version: 2025-03-26"]]])(
    "are answered in these bytes, one frame per request, in order (%j)",
    async (lines) => {
      const { status_line, body } = await send(`[${rpc("ping", {}, 1)},${note},${rpc("nope", {}, "b")}]`, lines);
      expect(status_line).toBe("HTTP/1.1 200 OK");
      expect(body).toBe(
        'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n' +
          'event: message\ndata: {"jsonrpc":"2.0","id":"b","error":{"code":-32601,"message":"Method not found: nope"}}\n\n',
      );
    },
  );

  test("run tools and say the limits once", async () => {
    const list = rpc("tools/call", { name: "list_emissions", arguments: {} }, 7);
    const { headers, body } = await send(`[${list},${rpc("ping", {}, 8)}]`, ["Accept: application/json"]);
    expect(JSON.parse(body)).toMatchObject([
      { id: 7, result: { content: [{ type: "text" }] } },
      { id: 8, result: {} },
    ]);
    expect(headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
  });

  test("of notifications alone are 202", async () => {
    expect(await send(`[${note},${note}]`)).toMatchObject({ status_line: "HTTP/1.1 202 Accepted", body: "" });
  });

  test("must not hold initialize, be empty, or come from a later client", async () => {
    const initialize = rpc("initialize", { protocolVersion: "2025-03-26", ...client }, 3);
    expect((await send(`[${initialize}]`)).body).toContain('"id":3,"error":{"code":-32600');
    expect((await send("[]")).status_line).toBe("HTTP/1.1 400 Bad Request");
    const later = await send(`[${rpc("ping")}]`, [ACCEPT, "MCP-Protocol-Version: 2025-06-18"]);
    expect(later.status_line).toBe("HTTP/1.1 400 Bad Request");
  });
});

test("requests that follow each other on one connection are answered in order", async () => {
  const request = (id: number, connection: string): string => {
    const body = rpc("ping", {}, id);
    return (
      `POST /api/mcp HTTP/1.1\r\nHost: ledger.test\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nConnection: ${connection}\r\n\r\n${body}`
    );
  };
  const answers = await sendBytes(app.main, request(1, "keep-alive") + request(2, "keep-alive") + request(3, "close"));
  expect([...answers.matchAll(/"id":(\d)/g)].map((match) => match[1])).toEqual(["1", "2", "3"]);
  expect(answers.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(3);
});
