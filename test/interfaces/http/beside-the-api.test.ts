import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERROR_CODES } from "../../../src/core/errors.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { call, sendBytes } from "../../support/http-client.ts";

let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  key = await app.key(await app.db.tenant());
});
afterAll(() => app.close());

describe("beside the API", () => {
  test("bytes that are not HTTP are answered 400 and the connection ends", async () => {
    const answer = await sendBytes(app.main, "NONSENSE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"request.validation_failed"');
  });

  test("probes need no key; metrics count by route pattern and stay closed to forwarded requests", async () => {
    await app.as(key, "/api/v1/me");
    expect((await call(app.main, "/healthz")).json().status).toBe("ok");
    expect((await call(app.main, "/readyz")).json().status).toBe("ready");
    const metrics = await call(app.main, "/metrics");
    expect(metrics.text).toContain(
      'carbon_ledger_http_request_duration_seconds_count{method="GET",route="/api/v1/me",status="200"}',
    );
    expect((await call(app.main, "/metrics", { headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(403);
  });

  test.each([
    { host: "ledger.test" },
    { host: "localhost.evil.test" },
    { via: "1.1 proxy" },
    { "x-real-ip": "203.0.113.7" },
    { forwarded: "for=203.0.113.7" },
    { authorization: "Bearer wrong", "x-forwarded-proto": "https" },
  ])("metrics do not take a request for one of this machine that came from elsewhere: %o", async (headers) => {
    const answer = await call(app.main, "/metrics", { headers });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain("carbon_ledger_");
  });

  test("refusals are counted by interface and code, limits by name, and no caller's word becomes a label", async () => {
    await call(app.main, "/api/v1/secret-path-of-a-caller");
    await call(app.main, "/api/v1/me", { headers: { authorization: "Bearer cl_live_nothing" } });
    await app.as(key, "/api/v1/emissions?limit=wrong");
    const line =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_company_profile","arguments":{"year":"x"}}}';
    await app.as(key, "/api/mcp", { method: "POST", headers: { "content-type": "application/json" }, body: line });
    const { text } = await call(app.main, "/metrics");
    expect(text).toContain('carbon_ledger_refusals_total{interface="rest",status="401",code="auth.missing_token"} ');
    expect(text).toContain('carbon_ledger_refusals_total{interface="rest",status="401",code="auth.invalid_token"} ');
    expect(text).toContain(
      'carbon_ledger_refusals_total{interface="rest",status="400",code="request.validation_failed"} ',
    );
    expect(text).not.toContain("secret-path");
    expect(text).not.toContain(key.id);
  });

  test("every error type has a page, and pages carry no script", async () => {
    for (const code of Object.keys(ERROR_CODES)) {
      const page = await call(app.main, `/errors/${code}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain(code);
      expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(page.text).not.toContain("<script");
    }
    expect((await call(app.main, "/errors")).text).toContain("rate_limit.ip_exceeded");
    expect((await call(app.main, "/")).text).toContain("http://ledger.test/api/mcp");
    expect((await call(app.main, "/errors/<b>")).status).toBe(404);
    expect((await call(app.main, "/nothing")).status).toBe(404);
    expect((await call(app.main, "/nothing", { method: "POST", body: "{" })).status).toBe(404);
  });
});
