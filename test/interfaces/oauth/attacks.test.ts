import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/http-client.ts";
import {
  answered,
  authorizePath,
  pkce,
  post,
  REDIRECT,
  register,
  registered,
  tokensOf,
} from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite, refusalOf } from "../../support/oauth-site.ts";
import { person } from "../../support/person.ts";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

describe("RFC 9700, in its order", () => {
  test("4.1 redirects: an attacker's program gets only its own answers", async () => {
    const evil = await registered(site.app, { redirect_uris: ["https://evil.example/cb"] });
    const { challenge } = pkce();
    const stolen = await site.admin.get(authorizePath({ client_id: evil, challenge, redirect_uri: REDIRECT }));
    expect([stolen.status, stolen.headers["location"]]).toEqual([400, undefined]);
    const own = await site.admin.get(
      authorizePath({ client_id: site.client_id, challenge, redirect_uri: "https://evil.example/cb" }),
    );
    expect([own.status, own.headers["location"]]).toEqual([400, undefined]);
  });

  test("4.2 leaks: the page with the answer's address sends no referrer, and keeps nothing", async () => {
    const { answer } = await site.code();
    expect(answer.headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
    expect(answer.text).toBe("");
  });

  test("4.4 mix-up: the issuer is in every answer, and is not what a proxy or a host header says", async () => {
    const forged = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
    };
    for (const path of ["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/api/mcp"]) {
      expect((await call(site.app.main, path, { headers: forged })).text).not.toContain("evil");
    }
    const none = await call(site.app.main, "/api/mcp", {
      method: "POST",
      headers: { ...forged, "content-type": "application/json" },
      body: "{}",
    });
    expect(none.headers["www-authenticate"]).not.toContain("evil");
    const { challenge } = pkce();
    const path = authorizePath({ client_id: site.client_id, challenge, more: { prompt: "none" } });
    expect(answered(await site.admin.get(path, forged), "iss")).toBe("http://ledger.test");
  });

  test("4.5 code injection: a code of one sign-in is worth nothing in another", async () => {
    const [mine, theirs] = [await site.code(), await site.code()];
    const injected = { ...mine.form, code: theirs.code };
    expect(refusalOf(await site.exchange(injected))).toEqual({ status: 400, error: "invalid_grant" });
    expect((await site.exchange(mine.form)).status).toBe(200);
  });

  test("4.7 a state comes back as it was", async () => {
    const state = `{"a":"b c","d":"é+%25&=#?/\\"}`;
    expect(answered((await site.code({ more: { state } })).answer, "state")).toBe(state);
  });

  test("4.8 PKCE downgrade: without a challenge no code, with one no tokens without its verifier", async () => {
    const { challenge } = pkce();
    const path = authorizePath({ client_id: site.client_id, challenge });
    const url = new URL(path, "http://x");
    url.searchParams.delete("code_challenge");
    url.searchParams.delete("code_challenge_method");
    expect(answered(await site.admin.get(url.pathname + url.search), "error")).toBe("invalid_request");
    const { form } = await site.code();
    const { code_verifier: _left, ...without } = form;
    expect(refusalOf(await site.exchange(without)).error).toBe("invalid_request");
    expect(refusalOf(await site.exchange({ ...form, code_verifier: form["code_verifier"] + "x" })).error).toBe(
      "invalid_grant",
    );
  });

  test("4.11 open redirects: every redirect of these pages is 303, to the program or to a path of ours", async () => {
    const { challenge } = pkce();
    const who = await person(site.app, { roles: [{ tenant_id: site.tenant.id, role: "admin" }] });
    const asked = authorizePath({ client_id: site.client_id, challenge, more: { return_to: "https://evil.example/" } });
    const answers = [await who.get(asked), await site.admin.get(asked), (await site.code()).answer];
    for (const { status, headers } of answers) {
      expect(status).toBe(303);
      expect(headers["location"]).toMatch(
        /^(\/login\?return_to=%2Foauth%2F|\/oauth\/consent\?|https:\/\/assistant\.example\/callback\?)/,
      );
    }
  });

  test("4.12 a decision is answered by 303, so that no form with a password or a decision is posted on", async () => {
    expect((await site.code()).answer.status).toBe(303);
  });
});

describe("credentials come in one place only", () => {
  test("not in the query of the token endpoint", async () => {
    const { form } = await site.code();
    const query = new URLSearchParams(form).toString();
    expect(refusalOf(await post(site.app, `/oauth/token?${query}`, {})).error).toBe("invalid_request");
    expect((await site.exchange(form)).status).toBe(200);
  });

  test("what the caller wrote is not written back", async () => {
    const marker = "<b>marker</b>";
    const answers = [
      await site.exchange({ grant_type: marker }),
      await site.exchange(
        new URLSearchParams([
          [marker, "1"],
          [marker, "2"],
        ]),
      ),
      await site.exchange({ grant_type: "authorization_code", client_id: marker }),
      await post(site.app, "/oauth/revoke", { token: marker, client_id: marker }),
      await register(site.app, { redirect_uris: [marker] }),
      await register(site.app, { token_endpoint_auth_method: marker }),
      await site.admin.get(`/oauth/authorize?client_id=${encodeURIComponent(marker)}`),
    ];
    for (const { status, text } of answers) expect([status >= 400, text.includes("marker")]).toEqual([true, false]);
  });
});

describe("rights are flat", () => {
  test("no right in another: writing targets does not read them", async () => {
    const { form } = await site.code({ more: { scope: "emissions:read" }, writes: ["targets:write"] });
    const { access_token } = tokensOf(await site.exchange(form));
    expect((await site.get(access_token, "/api/v1/targets")).json().code).toBe("auth.scope_required");
  });
});

describe("a token names one company", () => {
  test("no header changes it", async () => {
    const { id: elsewhere } = await site.app.db.tenant({ name: "Elsewhere ApS" });
    const { access_token } = await site.connect();
    const { text } = await call(site.app.main, "/api/v1/me", {
      headers: { authorization: `Bearer ${access_token}`, "x-svc-tenant": elsewhere },
    });
    expect(JSON.parse(text)).toMatchObject({ tenant: { id: site.tenant.id } });
  });
});

describe("floods", () => {
  test("thousands of parameters are one refusal, not work", async () => {
    const names = Array.from({ length: 12_000 }, (_, index): [string, string] => [`p${index}`, ""]);
    expect(refusalOf(await site.exchange(new URLSearchParams(names))).error).toBe("invalid_request");
    const resources = Array.from({ length: 1000 }, () => ["resource", "http://ledger.test/api/mcp"]);
    const { form } = await site.code();
    const many = new URLSearchParams([...Object.entries(form), ...resources] as [string, string][]);
    expect(refusalOf(await site.exchange(many)).error).toBe("invalid_target");
    expect((await site.exchange(form)).status).toBe(200);
  });

  test("requests of one address are bounded at every endpoint, in the form that programs read", async () => {
    const limited = await oauthSite({ settings: { ip_rate_limit: 20 } });
    const from = "127.0.0.21";
    const token = () => call(limited.app.main, "/oauth/token", { method: "POST", from });
    for (let asked = 0; asked < 20; asked += 1) expect((await token()).status).toBe(400);
    const refused = await token();
    expect(refusalOf(refused)).toEqual({ status: 429, error: "temporarily_unavailable" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.headers["access-control-allow-origin"]).toBe("*");
    for (const path of [
      "/oauth/authorize",
      "/oauth/consent",
      "/account/assistants",
      "/.well-known/oauth-authorization-server",
    ]) {
      const { status, headers } = await call(limited.app.main, path, { from });
      expect([path, status, headers["retry-after"]]).toEqual([path, 429, refused.headers["retry-after"]]);
    }
    await limited.close();
  });
});

describe("a refresh between two attempts", () => {
  test("does not do work twice: the repeated Idempotency-Key is refused", async () => {
    const first = await site.connect({ writes: ["targets:write"] });
    const send = (access_token: string) =>
      call(site.app.main, "/api/v1/targets", {
        method: "POST",
        headers: {
          authorization: `Bearer ${access_token}`,
          "content-type": "application/json",
          "idempotency-key": "once",
        },
        body: JSON.stringify({
          name: "Half",
          baseline_year: 2025,
          target_year: 2030,
          target_reduction_percent: 50,
          baseline_emissions: 1,
        }),
      });
    expect((await send(first.access_token)).status).toBe(201);
    const second = tokensOf(await site.refresh(first.refresh_token));
    expect((await send(second.access_token)).status).toBe(409);
    const { text } = await site.get(second.access_token, "/api/v1/targets");
    expect((JSON.parse(text) as { items: unknown[] }).items).toHaveLength(1);
  });
});
