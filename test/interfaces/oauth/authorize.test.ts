import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/http-client.ts";
import { answered, authorizePath, pkce, REDIRECT } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite } from "../../support/oauth-site.ts";
import { person } from "../../support/person.ts";

const { challenge } = pkce();

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

type Parameters = Readonly<Record<string, string | readonly string[] | null>>;

/** The authorization address with parameters replaced, repeated, or (null) left out. */
function pathWith(changed: Parameters): string {
  const url = new URL(authorizePath({ client_id: site.client_id, challenge }), "http://ledger.test");
  for (const [name, value] of Object.entries(changed)) {
    url.searchParams.delete(name);
    for (const one of [value ?? []].flat()) url.searchParams.append(name, one);
  }
  return url.pathname + url.search;
}

async function ask(changed: Parameters) {
  return await site.admin.get(pathWith(changed));
}

describe("a program or an address that is not known gets a page, never a redirect", () => {
  const wrong: Record<string, Parameters> = {
    "no client_id": { client_id: null },
    "an empty client_id": { client_id: "" },
    "a client_id that nobody registered": { client_id: "qo_client_AAAAAAAAAAAAAAAAAAAAAA" },
    "a client_id with a NUL": { client_id: "qo_client\0" },
    "a very long client_id": { client_id: "x".repeat(5000) },
    "two client_ids": { client_id: ["a", "b"] },
    "an address that is not registered": { redirect_uri: "https://evil.example/callback" },
    "two addresses": { redirect_uri: [REDIRECT, "https://evil.example/callback"] },
    "an address with a NUL": { redirect_uri: `${REDIRECT}\0` },
  };
  test.each(Object.keys(wrong))("%s", async (name) => {
    for (const ask of [site.admin.get, (path: string) => call(site.app.main, path)]) {
      const { status, headers, text } = await ask(pathWith(wrong[name] ?? {}));
      expect([status, headers["location"]]).toEqual([400, undefined]);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(text).not.toContain("evil.example");
    }
  });

  test("a body that is no form names no program", async () => {
    const { status, headers } = await call(site.app.main, "/oauth/authorize", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_id: site.client_id }),
    });
    expect([status, headers["location"]]).toEqual([400, undefined]);
  });
});

describe("everything else is told to the program, with its state and the issuer", () => {
  const wrong: Record<string, readonly [string, Parameters]> = {
    "no response_type": ["unsupported_response_type", { response_type: null }],
    "an implicit answer": ["unsupported_response_type", { response_type: "token" }],
    "a hybrid answer": ["unsupported_response_type", { response_type: "code token" }],
    "no challenge": ["invalid_request", { code_challenge: null }],
    "a plain challenge": ["invalid_request", { code_challenge_method: "plain" }],
    "no challenge method": ["invalid_request", { code_challenge_method: null }],
    "a method in lower case": ["invalid_request", { code_challenge_method: "s256" }],
    "a challenge that is too short": ["invalid_request", { code_challenge: challenge.slice(1) }],
    "a challenge that is too long": ["invalid_request", { code_challenge: `${challenge}a` }],
    "a padded challenge": ["invalid_request", { code_challenge: `${challenge.slice(1)}=` }],
    "two challenges": ["invalid_request", { code_challenge: [challenge, challenge] }],
    "two scopes": ["invalid_request", { scope: ["emissions:read", "targets:read"] }],
    "two response types": ["invalid_request", { response_type: ["code", "code"] }],
    "an unknown parameter twice": ["invalid_request", { unheard_of: ["1", "2"] }],
    "a fragment answer": ["invalid_request", { response_mode: "fragment" }],
    "a posted answer": ["invalid_request", { response_mode: "form_post" }],
    "a request object": ["request_not_supported", { request: "eyJhbGciOiJub25lIn0.e30." }],
    "a request address": ["request_uri_not_supported", { request_uri: "https://evil.example/r" }],
    "only foreign scopes": ["invalid_scope", { scope: "repo user" }],
    "a scope that is never granted": ["invalid_scope", { scope: "webhooks:manage activities:bulk" }],
    "a scope that is too long": ["invalid_scope", { scope: "a ".repeat(2000) }],
    "another resource": ["invalid_target", { resource: "https://evil.example/api/mcp" }],
    "a resource with a query": ["invalid_target", { resource: "http://ledger.test/api/mcp?x=1" }],
    "a resource with a fragment": ["invalid_target", { resource: "http://ledger.test/api/mcp#x" }],
    "no address": ["invalid_target", { resource: "ledger.test" }],
    "one resource of two": ["invalid_target", { resource: ["http://ledger.test", "https://evil.example"] }],
    "no person": ["consent_required", { prompt: "none" }],
  };
  test.each(Object.keys(wrong))("%s", async (name) => {
    const [error, changed] = wrong[name] ?? ["", {}];
    const answer = await ask(changed);
    expect(answer.status).toBe(303);
    expect(answer.headers["location"]?.startsWith(`${REDIRECT}?error=`)).toBe(true);
    expect(["error", "state", "iss", "code"].map((part) => answered(answer, part))).toEqual([
      error,
      "xyz",
      "http://ledger.test",
      null,
    ]);
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("a state that comes twice, is too long or is no text is refused; what cannot be returned is left out", async () => {
    const twice = await ask({ state: ["a", "b"] });
    expect([answered(twice, "error"), answered(twice, "state")]).toEqual(["invalid_request", null]);
    const noText = await ask({ state: "a\0b" });
    expect([answered(noText, "error"), answered(noText, "state")]).toEqual(["invalid_request", null]);
    const long = "x".repeat(4001);
    const answer = await ask({ state: long });
    expect([answered(answer, "error"), answered(answer, "state")]).toEqual(["invalid_request", long]);
  });
});

describe("a request in order", () => {
  test.each([
    ["resource is left out", {}],
    ["resource in upper case with a slash", { resource: "HTTP://LEDGER.TEST:80/api/mcp/" }],
    ["the service", { resource: "http://ledger.test" }],
    ["the REST interface", { resource: "http://ledger.test/api/v1" }],
    ["two addresses of one service", { resource: ["http://ledger.test/api/mcp", "http://ledger.test/"] }],
    ["names that clients send everywhere", { scope: "openid offline_access claudeai mcp:tools" }],
    ["foreign names beside ours", { scope: "repo emissions:read" }],
    ["an empty scope", { scope: "" }],
    ["a state of 4000 characters", { state: "s".repeat(4000) }],
    ["a wish for a login", { prompt: "consent" }],
  ] as const)("%s", async (_name, changed) => {
    expect((await ask(changed)).headers["location"]).toMatch(/^\/oauth\/consent\?request=[A-Za-z0-9_-]{43}$/);
  });

  test("it may be posted", async () => {
    const { pathname, searchParams } = new URL(pathWith({}), "http://ledger.test");
    const answer = await site.admin.post(pathname, searchParams);
    expect(answer.headers["location"]).toMatch(/^\/oauth\/consent\?request=/);
  });

  test("who is not logged in logs in first and comes back to the same request", async () => {
    const who = await person(site.app, { roles: [{ tenant_id: site.tenant.id, role: "admin" }] });
    const path = pathWith({ scope: "emissions:read", state: "a b&c=d%é" });
    const login = await who.get(path);
    const return_to = new URL(login.headers["location"] ?? "", "http://ledger.test").searchParams.get("return_to");
    const back = await who.post("/login", {
      email: who.email,
      password: "four words nobody combines",
      return_to: return_to ?? "",
    });
    expect(back.status).toBe(303);
    const asked = new URL(back.headers["location"] ?? "", "http://ledger.test").searchParams;
    const sorted = (parameters: URLSearchParams) => [...parameters].map((pair) => pair.join("=")).toSorted();
    expect(sorted(asked)).toEqual(sorted(new URL(path, "http://ledger.test").searchParams));
    expect((await who.get(back.headers["location"] ?? "")).headers["location"]).toMatch(/^\/oauth\/consent\?/);
  });

  test("nobody logged in and no page allowed: the program is told", async () => {
    const answer = await call(site.app.main, pathWith({ prompt: "none" }));
    expect([answered(answer, "error"), answered(answer, "iss")]).toEqual(["login_required", "http://ledger.test"]);
  });
});
