import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, call } from "../../support/http-client.ts";
import { type OAuthSite, oauthSite } from "../../support/oauth-site.ts";

const METADATA = "http://ledger.test/.well-known/oauth-protected-resource";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

interface Rpc {
  readonly error?: { readonly code: number; readonly data?: { readonly code: string } };
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

async function rpc(token: string | null, params: object, options: { host?: string; batch?: boolean } = {}) {
  const one = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const answer = await call(site.app.main, "/api/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(options.host === undefined ? {} : { host: options.host }),
    },
    body: JSON.stringify(options.batch === true ? [one] : one),
  });
  return { answer, body: bodyOf(answer) };
}

function bodyOf({ text }: Answer): Rpc {
  const value = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Rpc | [Rpc];
  return Array.isArray(value) ? value[0] : value;
}

interface Description {
  readonly components: {
    readonly securitySchemes: {
      readonly oauth2: { readonly flows: { readonly authorizationCode: { readonly scopes: object } } };
    };
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

interface Described {
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
}

function exampleOf(body: Described["requestBody"]): string {
  return JSON.stringify(body?.content["application/json"]?.example ?? {});
}

const UNKNOWN_ID = "0198c0de-0000-7000-8000-0000000000ee";

const newTarget = { name: "create_target", arguments: {} };

describe("[contract 5.4.1] challenges lead to the metadata", () => {
  test("the assistant endpoint: without a token no error, with a bad one invalid_token", async () => {
    const none = await rpc(null, newTarget);
    expect([none.answer.status, none.body.error?.code]).toEqual([401, -32001]);
    const { text } = await call(site.app.main, "/.well-known/oauth-protected-resource/api/mcp");
    const { scopes_supported } = JSON.parse(text) as { scopes_supported: string[] };
    const challenge = `Bearer resource_metadata="${METADATA}/api/mcp", scope="${scopes_supported.join(" ")}"`;
    expect(none.answer.headers["www-authenticate"]).toBe(challenge);
    for (const token of ["abc", `qo_at_${"A".repeat(43)}`, "qo_at_"]) {
      const bad = await rpc(token, newTarget);
      expect([bad.answer.status, bad.body.error?.data?.code]).toEqual([401, "auth.invalid_token"]);
      expect(bad.answer.headers["www-authenticate"]).toBe(`${challenge}, error="invalid_token"`);
    }
  });

  test("the REST interface likewise; the sandbox accepts no access tokens and names no metadata", async () => {
    const none = await call(site.app.main, "/api/v1/me");
    const metadata = `resource_metadata="${METADATA}/api/v1"`;
    expect(none.headers["www-authenticate"]).toBe(`Bearer realm="carbon-ledger", ${metadata}`);
    expect(none.headers["access-control-expose-headers"]).toContain("WWW-Authenticate");
    const bad = await site.get(`qo_at_${"A".repeat(43)}`);
    expect(bad.headers["www-authenticate"]).toBe(`Bearer realm="carbon-ledger", error="invalid_token", ${metadata}`);
    const sandbox = await call(site.app.sandbox, "/api/v1/me");
    expect(sandbox.headers["www-authenticate"]).toBe('Bearer realm="carbon-ledger"');
  });
});

describe("a scope that the grant does not hold", () => {
  test("on the assistant endpoint: in-band, with the challenge in _meta and in a header of that 200", async () => {
    const { access_token } = await site.connect();
    for (const batch of [false, true]) {
      const { answer, body } = await rpc(access_token, newTarget, { batch });
      expect([answer.status, body.result?.isError]).toEqual([200, true]);
      const shown = JSON.parse(body.result?.content[0]?.text ?? "") as Record<string, string>;
      expect(Object.keys(shown)).toEqual(["code", "title", "detail"]);
      expect(shown["code"]).toBe("auth.scope_required");
      const challenge = `Bearer error="insufficient_scope", scope="targets:write", resource_metadata="${METADATA}/api/mcp"`;
      expect(body.result?._meta?.["mcp/www_authenticate"]).toEqual([challenge]);
      expect(answer.headers["www-authenticate"]).toBe(challenge);
      expect(answer.text).not.toContain("emissions:read");
      expect(answer.headers["x-ratelimit-remaining"]).toBeDefined();
    }
  });

  test("an API key gets no challenge: its scopes are fixed", async () => {
    const { key } = await site.app.key(site.tenant, { scopes: ["emissions:read"] });
    const { answer, body } = await rpc(key, newTarget);
    expect(body.result?.isError).toBe(true);
    expect(body.result?._meta?.["mcp/www_authenticate"]).toBeUndefined();
    expect(answer.headers["www-authenticate"]).toBeUndefined();
  });

  test("one that no grant can hold: no challenge, since asking for it would change nothing", async () => {
    const { access_token } = await site.connect();
    const { answer, body } = await rpc(access_token, { name: "create_webhook", arguments: {} });
    expect(body.result?.content[0]?.text).toContain("auth.scope_required");
    expect(body.result?._meta?.["mcp/www_authenticate"]).toBeUndefined();
    expect(answer.headers["www-authenticate"]).toBeUndefined();
    const rest = await site.get(access_token, "/api/v1/api-keys");
    expect([rest.status, rest.headers["www-authenticate"]]).toEqual([403, undefined]);
  });

  test("a call that succeeds, or fails otherwise, has no challenge", async () => {
    const { access_token } = await site.connect({ writes: ["targets:write"] });
    const { answer, body } = await rpc(access_token, newTarget);
    expect(body.result?.content[0]?.text).toContain("request.validation_failed");
    expect(answer.headers["www-authenticate"]).toBeUndefined();
  });

  test("on REST: 403 with the challenge", async () => {
    const { access_token } = await site.connect();
    const answer = await call(site.app.main, "/api/v1/targets", {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: "{}",
    });
    expect([answer.status, answer.json().code]).toEqual([403, "auth.scope_required"]);
    expect(answer.headers["www-authenticate"]).toBe(
      `Bearer realm="carbon-ledger", error="insufficient_scope", scope="targets:write", resource_metadata="${METADATA}/api/v1"`,
    );
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
});

describe("[contract 5.1.oauth] what an access token is for", () => {
  test("the live service only: the sandbox refuses it", async () => {
    const { access_token } = await site.connect();
    const answer = await call(site.app.sandbox, "/api/v1/me", { headers: { authorization: `Bearer ${access_token}` } });
    expect([answer.status, answer.json().code]).toEqual([401, "auth.key_environment_mismatch"]);
  });

  test("in the header only: never in the query, a form or a cookie", async () => {
    const { access_token } = await site.connect();
    const tries = [
      call(site.app.main, `/api/v1/me?access_token=${access_token}`),
      call(site.app.main, "/api/v1/me", { headers: { cookie: `access_token=${access_token}` } }),
      call(site.app.main, "/api/v1/me", { headers: { "x-api-key": access_token } }),
      call(site.app.main, "/api/v1/me", { headers: { authorization: `Basic ${access_token}` } }),
    ];
    for (const { status, text } of await Promise.all(tries)) {
      expect([status, text.includes("auth.missing_token")]).toEqual([401, true]);
    }
  });

  test("/api/v1/me says what it is", async () => {
    const { access_token } = await site.connect({ writes: ["reports:generate"] });
    const { status, text } = await site.get(access_token);
    expect(status).toBe(200);
    const me = JSON.parse(text) as { scopes: string[] };
    expect(me).toMatchObject({ kind: "oauth", environment: "live", tenant: { id: site.tenant.id } });
    expect(me.scopes).toContain("reports:generate");
    expect(me.scopes.filter((scope) => !scope.endsWith(":read"))).toEqual(["reports:generate"]);
    expect(me.scopes).not.toContain("audit:read");
  });

  test("not for API keys: it makes none, lists none, changes none", async () => {
    const { access_token } = await site.connect({ writes: ["targets:write", "reports:generate", "scenarios:write"] });
    const { id } = await site.app.key(site.tenant);
    const send = (method: string, path: string, body?: object) =>
      call(site.app.main, path, {
        method,
        headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const tries: [string, Answer][] = [
      ["third_party.endpoint_only", await send("POST", "/api/v1/api-keys", { name: "x", scopes: ["emissions:read"] })],
      ["auth.scope_required", await send("GET", "/api/v1/api-keys")],
      ["auth.scope_required", await send("POST", `/api/v1/api-keys/${id}/rotate`, {})],
      ["auth.scope_required", await send("DELETE", `/api/v1/api-keys/${id}`)],
    ];
    for (const [code, answer] of tries) expect([answer.status, answer.json().code]).toEqual([403, code]);
  });

  test("for what the API description says: every operation that names OAuth, and no other", async () => {
    const writes = ["targets:write", "reports:generate", "scenarios:write"];
    const { access_token } = await site.connect({ writes });
    const description = JSON.parse((await call(site.app.main, "/api/v1/openapi.json")).text) as Description;
    const { flows } = description.components.securitySchemes.oauth2;
    expect(flows.authorizationCode).toMatchObject({
      authorizationUrl: "http://ledger.test/oauth/authorize",
      tokenUrl: "http://ledger.test/oauth/token",
    });
    expect(Object.keys(flows.authorizationCode.scopes)).toHaveLength(14);
    const refusals = new Set(["auth.scope_required", "third_party.endpoint_only"]);
    for (const [path, item] of Object.entries(description.paths)) {
      for (const [method, { security, requestBody }] of Object.entries(item)) {
        const asked = await call(site.app.main, `/api/v1${path.replaceAll(/\{\w+\}/g, UNKNOWN_ID)}`, {
          method: method.toUpperCase(),
          headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
          ...(method === "get" || method === "delete" ? {} : { body: exampleOf(requestBody) }),
        });
        // The next minute has its own budget of writes.
        site.app.db.clock.advance(5);
        const isRefused = refusals.has(asked.status === 403 ? (asked.json().code ?? "") : "");
        expect([path, method, isRefused]).toEqual([path, method, !security.some((one) => "oauth2" in one)]);
      }
    }
  });

  test("a look-up costs one statement, every time", async () => {
    const { access_token } = await site.connect();
    await site.me(access_token);
    await site.app.credentials.drain();
    for (let round = 0; round < 3; round += 1) {
      const before = site.app.systemStatements();
      await site.me(access_token);
      expect(site.app.systemStatements() - before).toBe(1);
    }
  });

  test("the budget is the grant's: a refresh gives no new one, another grant has its own", async () => {
    site.app.db.clock.set("2026-06-20T12:00:00.000Z");
    const first = await site.connect();
    const left = async (token: string) => Number((await site.get(token)).headers["x-ratelimit-remaining"]);
    const before = await left(first.access_token);
    const refreshed = JSON.parse((await site.refresh(first.refresh_token)).text) as { access_token: string };
    expect(await left(refreshed.access_token)).toBe(before - 1);
    expect(await left((await site.connect()).access_token)).toBe(before);
  });
});
