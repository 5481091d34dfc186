import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { call, sendBytes } from "../../support/http-client.ts";
import { mcpBytes, toolNamed } from "../../support/mcp-bytes.ts";

/** Every length in UTF-8, what JSON escapes, and half a character, which UTF-8 cannot carry. */
const WORDS = 'grön €𝄞 "\\" \u2028 \ud800';
const words = toolNamed("test_words", () => Promise.resolve({ words: WORDS.repeat(100) }));

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const PONG = 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n';
const toolAnswer = z.object({
  result: z.object({ content: z.tuple([z.object({ text: z.string() })]), structuredContent: z.unknown() }),
});

let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  app = await testApp({
    settings: { api_url: "http://api.ledger.test", mcp_allowed_origins: ["https://assistant.example"] },
    operations: [words],
  });
  key = await app.key(await app.db.tenant());
});
afterAll(() => app.close());

const ping = (path: string, headers: Record<string, string> = {}, body = PING) =>
  app.as(key, path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });

const raw = (target: string, body = PING, headers: readonly string[] = []): string =>
  mcpBytes(key, body, { target, headers });
const LAST = ["Connection: close"];

describe("headers of every answer", () => {
  test.each([
    ["an answer", () => ping("/api/mcp"), 200],
    ["a refusal", () => call(app.main, "/api/mcp", { method: "POST", body: PING }), 401],
    ["a wrong method", () => call(app.main, "/api/mcp"), 405],
    ["the end of a session", () => call(app.main, "/api/mcp", { method: "DELETE" }), 204],
    ["a foreign page", () => ping("/api/mcp", { origin: "https://evil.example" }), 403],
    ["the schema document", () => call(app.main, "/api/mcp/schema"), 200],
  ])("%s has a request id of its own and forbids guessing its type", async (_name, ask, status) => {
    const [first, second] = [await ask(), await ask()];
    expect(first.status).toBe(status);
    expect(first.headers["x-content-type-options"]).toBe("nosniff");
    expect(first.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  });

  test("a given request id is kept when it is one, and replaced when it is not", async () => {
    expect((await ping("/api/mcp", { "x-request-id": "trace.1_A-b" })).headers["x-request-id"]).toBe("trace.1_A-b");
    for (const odd of ["a b", "x".repeat(65), 'a"b']) {
      expect((await ping("/api/mcp", { "x-request-id": odd })).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("a length is sent, not chunks, and the connection stays open", async () => {
    const answer = await ping("/api/mcp", { connection: "keep-alive" });
    expect(answer.headers).toMatchObject({ "content-length": String(PONG.length), connection: "keep-alive" });
    expect(answer.headers["transfer-encoding"]).toBeUndefined();
  });
});

describe("where it is mounted", () => {
  test.each(["/api/mcp", "/api/mcp/", "/api/mcp?session=1", "/api/%6dcp", "http://ledger.test/api/mcp"])(
    "%s is the endpoint",
    async (target) => {
      expect(await sendBytes(app.main, raw(target, PING, LAST))).toContain(PONG);
    },
  );

  test.each(["/api/mcpx", "/api/MCP", "//api/mcp", "/api/mcp/schema/x"])("%s is not", async (path) => {
    expect((await ping(path)).status).toBe(404);
  });

  test("a host that has the REST interface alone answers 404 as for any other path", async () => {
    const host = "api.ledger.test";
    const [endpoint, nothing] = [await ping("/api/mcp", { host }), await ping("/api/nothing", { host })];
    expect([endpoint.status, endpoint.text]).toEqual([404, nothing.text]);
    expect(endpoint.headers["content-type"]).toBe(nothing.headers["content-type"]);
  });

  test("the schema document needs no key, takes HEAD, and answers other methods with 405", async () => {
    const whole = await call(app.main, "/api/mcp/schema?x=1");
    const head = await call(app.main, "/api/mcp/schema", { method: "HEAD" });
    expect([whole.status, head.status, head.text]).toEqual([200, 200, ""]);
    expect(head.headers["content-length"]).toBe(String(whole.bytes.length));
    expect((await call(app.main, "/api/mcp/schema", { method: "PUT" })).status).toBe(405);
  });
});

describe("methods and bodies", () => {
  test("HEAD is refused like GET, without a body", async () => {
    const [head, get] = [await call(app.main, "/api/mcp", { method: "HEAD" }), await call(app.main, "/api/mcp")];
    expect([head.status, head.text, head.headers["allow"]]).toEqual([405, "", "POST, DELETE"]);
    expect(head.headers["content-length"]).toBe(String(get.bytes.length));
  });

  test("a page that is allowed gets its preflight answered without a key", async () => {
    const headers = { origin: "https://assistant.example", "access-control-request-method": "POST" };
    const answer = await call(app.main, "/api/mcp", { method: "OPTIONS", headers });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([204, headers.origin]);
  });

  test("a body may come in chunks, in pieces and after 100-continue", async () => {
    const chunks = `5\r\n${PING.slice(0, 5)}\r\n${(PING.length - 5).toString(16)}\r\n${PING.slice(5)}\r\n0\r\n\r\n`;
    const head = raw("/api/mcp", "", LAST).replace("Content-Length: 0", "Transfer-Encoding: chunked");
    expect(await sendBytes(app.main, head + chunks)).toContain(PONG);
    const expecting = await sendBytes(app.main, raw("/api/mcp", PING, [...LAST, "Expect: 100-continue"]));
    expect(expecting).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(expecting).toContain(PONG);
  });

  test("a body beyond the limit is 413 by its length alone", async () => {
    const { port } = new URL(app.main);
    const head = raw("/api/mcp", "").replace("Content-Length: 0", `Content-Length: ${4 * 1024 * 1024 + 1}`);
    const status = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(head));
      socket.on("error", reject);
      socket.once("data", (bytes: Buffer) => {
        socket.destroy();
        resolve(bytes.toString().slice(0, 12));
      });
    });
    expect(status).toBe("HTTP/1.1 413");
  });

  test("characters beyond ASCII come back whole, with their length in bytes", async () => {
    const id = "grön €𝄞";
    const answer = await ping("/api/mcp", {}, `{"jsonrpc":"2.0","id":"${id}","method":"tools/list"}`);
    expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
    expect(JSON.parse(answer.text.slice("event: message\ndata: ".length))).toMatchObject({ id });
  });

  test("a result beyond ASCII is the same as text and as structured content, with its length in bytes", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_words"}}';
    const answer = await ping("/api/mcp", { accept: "application/json" }, body);
    expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
    const { result } = toolAnswer.parse(JSON.parse(answer.text));
    expect(result.structuredContent).toEqual({ words: WORDS.repeat(100) });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    const rest = await app.as(key, "/api/v1/test_words", { headers: { host: "api.ledger.test" } });
    expect(rest.json()).toEqual(result.structuredContent);
  });

  test("requests that follow each other on a connection without waiting are answered in their order", async () => {
    const numbered = (id: number, headers: readonly string[] = []): string =>
      raw("/api/mcp", `{"jsonrpc":"2.0","id":${id},"method":"ping"}`, headers);
    const health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    const answers = await sendBytes(app.main, numbered(1) + health + numbered(2) + numbered(3, LAST));
    const seen = [...answers.matchAll(/"id":(\d)|"status":"(ok)"/g)].map((match) => match[1] ?? match[2]);
    expect(seen).toEqual(["1", "ok", "2", "3"]);
  });
});

test("requests are counted by method, status and route", async () => {
  const own = await testApp();
  const caller = await own.key(await own.db.tenant());
  const headers = { "content-type": "application/json" };
  for (const path of ["/api/mcp", "/api/mcp?x=1", "/api/%6dcp"]) {
    await own.as(caller, path, { method: "POST", headers, body: PING });
  }
  await call(own.main, "/api/mcp", { method: "POST" });
  await call(own.main, "/api/mcp");
  const { text } = await call(own.main, "/metrics");
  await own.close();
  const count = (labels: string): string | undefined =>
    text
      .split("\n")
      .find((line) => line.startsWith(`carbon_ledger_http_request_duration_seconds_count{${labels}}`))
      ?.split(" ")[1];
  expect(count('method="POST",route="/api/mcp",status="200"')).toBe("3");
  expect(count('method="POST",route="/api/mcp",status="401"')).toBe("1");
  expect(count('method="GET",route="/api/mcp",status="405"')).toBe("1");
});
