import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";
import { answered, consent, pkce, post, REDIRECT, registered, tokensOf } from "../../support/oauth-client.ts";
import { person, type Person } from "../../support/person.ts";

let app: TestApp;
let tenant: TenantIdentity;
let admin: Person;
let client_id: string;
beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  admin = await person(app, { roles: [{ tenant_id: tenant.id, role: "admin" }] });
  await admin.logIn();
  client_id = await registered(app);
});
afterAll(() => app.close());

async function connect(writes: readonly string[] = []) {
  const { verifier, challenge } = pkce();
  const answer = await consent(admin, { client_id, challenge }, { tenant_id: tenant.id, writes });
  const code = answered(answer, "code") ?? "";
  const grant = { grant_type: "authorization_code", client_id, code, code_verifier: verifier, redirect_uri: REDIRECT };
  return { answer, code, grant, tokens: await post(app, "/oauth/token", grant) };
}

describe("a program is connected", () => {
  test("[contract 5.4.5, 5.4.6] consent gives a code, the code tokens that read and last an hour", async () => {
    const { answer, tokens } = await connect();
    expect(answer.status).toBe(303);
    expect(answered(answer, "state")).toBe("xyz");
    expect(answered(answer, "iss")).toBe("http://ledger.test");
    expect(tokens.status).toBe(200);
    expect(tokens.headers["cache-control"]).toBe("no-store");
    const { access_token, expires_in, scope } = tokensOf(tokens);
    expect(expires_in).toBe(3600);
    expect(scope.split(" ").every((name) => name.endsWith(":read"))).toBe(true);
    const me = await call(app.main, "/api/v1/me", { headers: { authorization: `Bearer ${access_token}` } });
    expect(me.status).toBe(200);
    expect(JSON.parse(me.text)).toMatchObject({ tenant: { id: tenant.id } });
    app.db.clock.advance(3_601_000);
    const late = await call(app.main, "/api/v1/me", { headers: { authorization: `Bearer ${access_token}` } });
    expect(late.status).toBe(401);
    await admin.logIn();
  });

  test("a ticked box gives that one right, and no other", async () => {
    const { tokens } = await connect(["targets:write", "webhooks:manage"]);
    const { scope } = tokensOf(tokens);
    expect(scope).toContain("targets:write");
    expect(scope).not.toContain("scenarios:write");
    expect(scope).not.toContain("webhooks:manage");
  });
});

describe("codes and refresh tokens are used once", () => {
  test("[contract 5.4.6] a refresh token rotates; its second use ends the grant", async () => {
    const { tokens } = await connect();
    const first = tokensOf(tokens);
    const refresh = (refresh_token: string) =>
      post(app, "/oauth/token", { grant_type: "refresh_token", client_id, refresh_token });
    const second = tokensOf(await refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const replay = await refresh(first.refresh_token);
    expect([replay.status, JSON.parse(replay.text)]).toMatchObject([400, { error: "invalid_grant" }]);
    expect((await refresh(second.refresh_token)).status).toBe(400);
    const me = await call(app.main, "/api/v1/me", { headers: { authorization: `Bearer ${second.access_token}` } });
    expect(me.status).toBe(401);
  });

  test("a code exchanged twice ends the grant of the first exchange", async () => {
    const { grant, tokens } = await connect();
    expect((await post(app, "/oauth/token", grant)).status).toBe(400);
    const { access_token } = tokensOf(tokens);
    const me = await call(app.main, "/api/v1/me", { headers: { authorization: `Bearer ${access_token}` } });
    expect(me.status).toBe(401);
  });

  test("[contract 5.4.7] revoking either token ends the whole grant", async () => {
    for (const kind of ["access_token", "refresh_token"] as const) {
      const tokens = tokensOf((await connect()).tokens);
      expect((await post(app, "/oauth/revoke", { token: tokens[kind] })).status).toBe(200);
      const refreshed = await post(app, "/oauth/token", {
        grant_type: "refresh_token",
        client_id,
        refresh_token: tokens.refresh_token,
      });
      expect(refreshed.status).toBe(400);
      const { access_token } = tokens;
      const me = await call(app.main, "/api/v1/me", { headers: { authorization: `Bearer ${access_token}` } });
      expect(me.status).toBe(401);
    }
  });
});
