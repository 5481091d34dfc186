import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { call, sendBytes } from "../../support/http-client.ts";

let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  key = await app.key(await app.db.tenant());
});
afterAll(() => app.close());

const bytes = (lines: readonly string[], body = ""): Promise<string> =>
  sendBytes(app.main, [...lines, "Connection: close", "", body].join("\r\n"));

const statusOf = (answer: string) => answer.slice(0, answer.indexOf("\r\n"));
const RPC = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const MCP = ["POST /api/mcp HTTP/1.1", "Content-Type: application/json", `Content-Length: ${RPC.length}`];

describe("two Host headers", () => {
  test.each([
    ["REST", ["GET /api/v1/me HTTP/1.1"], ""],
    ["a page", ["GET /login HTTP/1.1"], ""],
    ["MCP", MCP, RPC],
  ])("are refused with 400 by %s, equal ones as well", async (_door, lines, body) => {
    for (const second of ["other.example", "ledger.test"]) {
      const own = [`Authorization: Bearer ${key.key}`, "Host: ledger.test", `hOsT: ${second}`];
      const answer = await bytes([...lines, ...own], body);
      expect(statusOf(answer)).toBe("HTTP/1.1 400 Bad Request");
      expect(answer).toContain("malformed_request");
    }
  });
});

describe("two Authorization headers", () => {
  test("are a malformed one for REST and MCP, whichever comes first", async () => {
    const good = `Authorization: Bearer ${key.key}`;
    const bad = `AUTHORIZATION: Bearer qk_live_${"0".repeat(64)}`;
    for (const pair of [
      [good, bad],
      [bad, good],
      [good, good],
    ]) {
      const rest = await bytes(["GET /api/v1/me HTTP/1.1", "Host: ledger.test", ...pair]);
      expect([statusOf(rest), rest.includes("auth.missing_token")]).toEqual(["HTTP/1.1 401 Unauthorized", true]);
      const mcp = await bytes([...MCP, "Host: ledger.test", ...pair], RPC);
      expect(mcp).toContain("-32001");
    }
    expect(statusOf(await bytes(["GET /api/v1/me HTTP/1.1", "Host: ledger.test", good]))).toBe("HTTP/1.1 200 OK");
  });
});

describe("a service whose public address is https", () => {
  test("tells browsers to ask it in no other way, on every door; one in clear does not", async () => {
    const secure = await testApp({ settings: { base_url: "https://ledger.test" } });
    try {
      for (const path of ["/login", "/api/v1/me", "/api/mcp", "/nowhere", "/api/v1/%ZZ"]) {
        const own = (await call(secure.main, path)).headers["strict-transport-security"];
        expect([path, own]).toEqual([path, "max-age=31536000"]);
        expect((await call(app.main, path)).headers["strict-transport-security"]).toBeUndefined();
      }
    } finally {
      await secure.close();
    }
  });
});
