import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendBytes } from "../support/http-client.ts";
import { testApp, type TestApp, type TestKey } from "../support/app.ts";

/** What the fuzzer found, kept as requests of its own. */
let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  key = await app.key(await app.db.tenant());
});
afterAll(() => app.close());

test("a Content-Type that is none is refused by the assistant endpoint in JSON-RPC, after the credential", async () => {
  const headers = { "content-type": "x" };
  const answer = await app.as(key, "/api/mcp", { method: "POST", headers, body: "{}" });
  expect([answer.status, answer.headers["content-type"]?.split(";")[0]]).toEqual([415, "application/json"]);
  expect(answer.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32600 } });
  const stranger = await app.as({ id: "", key: "x" }, "/api/mcp", { method: "POST", headers, body: "{}" });
  expect(stranger.status).toBe(401);
});

test.each([
  ["from", "yesterday", "2026-01-31"],
  ["scope", "4", "1, 2 or 3"],
])("a wrong %s is answered with what it may be", async (argument, value, hint) => {
  const answer = await app.as(key, `/api/v1/emissions?${argument}=${value}`);
  expect(answer.json()).toMatchObject({ status: 400, issues: [{ path: argument }] });
  expect(answer.json().detail).toContain(hint);
});

test("a client that leaves in the middle of its body is no failure of the service", async () => {
  const { port } = new URL(app.main);
  for (const path of ["/api/v1/departments", "/api/mcp"]) {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.key}\r\n`;
    const type = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(head + type, () => socket.end()));
      socket.on("error", () => undefined);
      socket.on("close", () => resolve());
      socket.resume();
    });
  }
  expect(app.log.filter((line) => line.level === "error")).toEqual([]);
});

test("a body above the limit that comes in chunks is refused by the assistant endpoint, not a failure", async () => {
  const chunk = `8000\r\n${"a".repeat(0x8000)}\r\n`;
  const head = `POST /api/mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.key}\r\nConnection: close\r\n`;
  const answer = await sendBytes(app.main, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(140)}0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(app.log.filter((line) => line.level === "error")).toEqual([]);
});

test("a sender of an endless body gets its answer, and its connection ends when it leaves", async () => {
  const chunk = `8000\r\n${"a".repeat(0x8000)}\r\n`;
  const own = await testApp();
  const caller = await own.key(await own.db.tenant());
  for (const path of ["/api/v1/departments", "/api/mcp"]) {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${caller.key}\r\n`;
    const status = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(own.main).port), "127.0.0.1", () =>
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(140)}`),
      );
      socket.on("error", () => undefined);
      socket.once("data", (bytes: Buffer) => {
        socket.destroy();
        resolve(bytes.toString().slice(0, 12));
      });
    });
    expect(status).toMatch(/HTTP\/1\.1 4(00|13)/);
  }
  // Waits for every connection; one that nobody reads any more would hold it up.
  await own.close();
});
