import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post, register, registered, tokensOf } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite, refusalOf } from "../../support/oauth-site.ts";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

const revoke = (form: Readonly<Record<string, string | readonly string[]>>, headers = {}) =>
  post(site.app, "/oauth/revoke", form, headers);

describe("[contract 5.4.7] a revocation ends the whole grant at once", () => {
  test.each(["access_token", "refresh_token"] as const)("by its %s", async (kind) => {
    const first = await site.connect();
    const second = tokensOf(await site.refresh(first.refresh_token));
    const answer = await revoke({ token: second[kind], client_id: site.client_id });
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    for (const { access_token } of [first, second]) expect(await site.me(access_token)).toBe("401 auth.invalid_token");
    expect((await site.refresh(second.refresh_token)).status).toBe(400);
  });

  test("by an older token of it, and by a code", async () => {
    const first = await site.connect();
    const second = tokensOf(await site.refresh(first.refresh_token));
    expect((await revoke({ token: first.access_token })).status).toBe(200);
    expect(await site.me(second.access_token)).toBe("401 auth.invalid_token");
    const { code, form } = await site.code();
    expect((await revoke({ token: code })).status).toBe(200);
    expect((await site.exchange(form)).status).toBe(400);
  });

  test("a wrong hint changes nothing", async () => {
    for (const token_type_hint of ["refresh_token", "id_token", ""]) {
      const { access_token } = await site.connect();
      expect((await revoke({ token: access_token, token_type_hint })).status).toBe(200);
      expect(await site.me(access_token)).toBe("401 auth.invalid_token");
    }
  });

  test("other grants of the same program and person go on", async () => {
    const [one, other] = [await site.connect(), await site.connect()];
    await revoke({ token: one.refresh_token });
    expect(await site.me(other.access_token)).toBe("200");
  });
});

describe("what is no token of the caller", () => {
  test("an unknown one is no error", async () => {
    for (const token of ["abc", `qo_at_${"A".repeat(43)}`, "x".repeat(5000), "qk_live_1"]) {
      expect((await revoke({ token })).status).toBe(200);
    }
  });

  test("a second revocation is no error", async () => {
    const { access_token } = await site.connect();
    for (const time of [1, 2]) expect([time, (await revoke({ token: access_token })).status]).toEqual([time, 200]);
  });

  test("another program's is left alone", async () => {
    const { access_token } = await site.connect();
    const other = await registered(site.app);
    const answer = await revoke({ token: access_token, client_id: other });
    expect(refusalOf(answer)).toEqual({ status: 401, error: "invalid_client" });
    expect(await site.me(access_token)).toBe("200");
  });

  test("a program with a secret must prove itself", async () => {
    const { text } = await register(site.app, { token_endpoint_auth_method: "client_secret_post" });
    const { client_id, client_secret } = JSON.parse(text) as { client_id: string; client_secret: string };
    const { form } = await site.code({ client_id });
    const { access_token } = tokensOf(await site.exchange({ ...form, client_secret }));
    const refused = { status: 401, error: "invalid_client" };
    expect(refusalOf(await revoke({ token: access_token, client_id }))).toEqual(refused);
    expect(refusalOf(await revoke({ token: access_token, client_id, client_secret: "wrong" }))).toEqual(refused);
    expect(refusalOf(await revoke({ token: access_token }))).toEqual(refused);
    expect(await site.me(access_token)).toBe("200");
    expect((await revoke({ token: access_token, client_id, client_secret })).status).toBe(200);
    expect(await site.me(access_token)).toBe("401 auth.invalid_token");
  });

  test("none, two, or no form", async () => {
    const { access_token } = await site.connect();
    const refused = { status: 400, error: "invalid_request" };
    expect(refusalOf(await revoke({}))).toEqual(refused);
    expect(refusalOf(await revoke({ token: [access_token, access_token] }))).toEqual(refused);
    expect(refusalOf(await revoke({ token: access_token }, { "content-type": "application/json" }))).toEqual(refused);
    expect(await site.me(access_token)).toBe("200");
  });
});
