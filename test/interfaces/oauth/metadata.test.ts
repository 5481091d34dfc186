import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "../../../src/core/scopes.ts";
import { call } from "../../support/http-client.ts";
import { type OAuthSite, oauthSite } from "../../support/oauth-site.ts";

/** The audit log stays with people and keys. */
const READS = SCOPES.filter((scope) => scope.endsWith(":read") && scope !== "audit:read");
const BASE = "http://ledger.test";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite({ settings: { api_url: "http://api.ledger.test" } });
});
afterAll(() => site.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => call(site.app.main, path, { headers });

describe("[contract 4.4.well-known, 5.4.1, 5.4.2] the documents of discovery", () => {
  test("the protected resource at the root and at the assistant endpoint", async () => {
    for (const path of ["", "/api/mcp"]) {
      const answer = await get(`/.well-known/oauth-protected-resource${path}`);
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("public, max-age=300");
      const document = JSON.parse(answer.text) as { scopes_supported: string[] };
      expect(document).toMatchObject({
        resource: `${BASE}${path}`,
        authorization_servers: [BASE],
        bearer_methods_supported: ["header"],
      });
      expect(document.scopes_supported.toSorted()).toEqual(READS.toSorted());
    }
  });

  test("the REST interface under its own address", async () => {
    const path = "/.well-known/oauth-protected-resource/api/v1";
    const answer = await get(path, { host: "api.ledger.test" });
    expect(JSON.parse(answer.text)).toMatchObject({
      resource: "http://api.ledger.test/api/v1",
      authorization_servers: [BASE],
    });
    expect((await get(path)).status).toBe(404);
  });

  test("the authorization server: S256 only, public programs and documents, issuer in answers", async () => {
    const answer = await get("/.well-known/oauth-authorization-server");
    const document = JSON.parse(answer.text) as Record<string, unknown> & { scopes_supported: string[] };
    expect(document).toMatchObject({
      issuer: BASE,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      token_endpoint: `${BASE}/oauth/token`,
      registration_endpoint: `${BASE}/oauth/register`,
      revocation_endpoint: `${BASE}/oauth/revoke`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_post", "client_secret_basic"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    const writes = ["targets:write", "reports:generate", "scenarios:write"];
    expect(document.scopes_supported.toSorted()).toEqual([...READS, ...writes].toSorted());
    expect(document.scopes_supported).not.toContain("offline_access");
  });

  test("HEAD answers as GET without the document; other methods say which are served", async () => {
    const head = await call(site.app.main, "/.well-known/oauth-authorization-server", { method: "HEAD" });
    expect([head.status, head.headers["content-type"], head.text]).toEqual([
      200,
      "application/json; charset=utf-8",
      "",
    ]);
    const posted = await call(site.app.main, "/.well-known/oauth-authorization-server", { method: "POST", body: "{}" });
    expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("whatever else is asked for there is a 404 in JSON, never a page and never a redirect", () => {
  test.each([
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server/api/mcp",
    "/.well-known/oauth-authorization-server/",
    "/.well-known/oauth-protected-resource/",
    "/.well-known/oauth-protected-resource/api/mcp/",
    "/.well-known/oauth-protected-resource/other",
    "/.well-known/",
    "/.well-known/%2e%2e/oauth/token",
  ])("%s", async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers["location"]]).toEqual([404, undefined]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(answer.text)).toEqual({ error: "not_found" });
  });

  test("on hosts that are no authorization server", async () => {
    for (const host of ["sandbox.ledger.test", "api.ledger.test"]) {
      const answer = await get("/.well-known/oauth-authorization-server", { host });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([404, { error: "not_found" }]);
      for (const path of ["/oauth/token", "/oauth/register", "/oauth/revoke", "/oauth/authorize"]) {
        expect((await call(site.app.main, path, { method: "POST", headers: { host } })).status).toBe(404);
      }
    }
  });
});

describe("programs in browsers", () => {
  test("may read the documents and call the endpoints from any origin, without credentials", async () => {
    const preflight = { origin: "https://inspector.example", "access-control-request-method": "POST" };
    for (const path of [
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-protected-resource/api/mcp",
      "/oauth/register",
      "/oauth/token",
      "/oauth/revoke",
    ]) {
      const asked = await call(site.app.main, path, { method: "OPTIONS", headers: preflight });
      expect(asked.status).toBe(204);
      expect(asked.headers["access-control-allow-origin"]).toBe("*");
      expect(asked.headers["access-control-allow-headers"]?.toLowerCase()).toContain("mcp-protocol-version");
      expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
    }
    const refused = await call(site.app.main, "/oauth/token", { method: "POST" });
    expect(refused.headers["access-control-allow-origin"]).toBe("*");
  });

  test("the pages for people are open to no other origin", async () => {
    const asked = await get("/oauth/authorize", { origin: "https://evil.example" });
    expect(asked.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("endpoints answer POST only, in JSON", async () => {
    for (const path of ["/oauth/register", "/oauth/token", "/oauth/revoke"]) {
      const answer = await get(path);
      expect([answer.status, answer.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
      expect(JSON.parse(answer.text)).toMatchObject({ error: "invalid_request" });
    }
  });
});
