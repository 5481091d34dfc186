import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/http-client.ts";
import { post, REDIRECT, register, registered, tokensOf } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite, refusalOf } from "../../support/oauth-site.ts";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

const INVALID_GRANT = { status: 400, error: "invalid_grant" };
const INVALID_REQUEST = { status: 400, error: "invalid_request" };
const INVALID_CLIENT = { status: 401, error: "invalid_client" };

describe("[contract 5.4.4, 5.4.6] a code becomes tokens once", () => {
  test("the answer is opaque, uncached and says an hour", async () => {
    const answer = await site.exchange((await site.code()).form);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      pragma: "no-cache",
    });
    expect(JSON.parse(answer.text)).toEqual({
      access_token: expect.stringMatching(/^qo_at_[A-Za-z0-9_-]{43}$/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^qo_rt_[A-Za-z0-9_-]{43}$/),
      scope: expect.stringContaining("emissions:read"),
    });
  });

  test("a code lives 60 seconds", async () => {
    const early = await site.code();
    site.app.db.clock.advance(59);
    expect((await site.exchange(early.form)).status).toBe(200);
    const late = await site.code();
    site.app.db.clock.advance(60);
    expect(refusalOf(await site.exchange(late.form))).toEqual(INVALID_GRANT);
  });

  test("[contract 8.oauth-access] an access token works for 3590 seconds and not for 3605", async () => {
    const { access_token } = await site.connect();
    site.app.db.clock.advance(3590);
    expect(await site.me(access_token)).toBe("200");
    site.app.db.clock.advance(15);
    expect(await site.me(access_token)).toBe("401 auth.invalid_token");
  });

  test("redirect_uri may be left out, and must be the same if it is sent", async () => {
    const { redirect_uri: _left, ...without } = (await site.code()).form;
    expect((await site.exchange(without)).status).toBe(200);
    const other = await site.code();
    expect(refusalOf(await site.exchange({ ...other.form, redirect_uri: `${REDIRECT}/` }))).toEqual(INVALID_GRANT);
  });
});

describe("the first attempt uses a code up", () => {
  test.each([
    ["another verifier", { code_verifier: "a".repeat(43) }],
    ["another address", { redirect_uri: "https://evil.example/callback" }],
  ])("with %s", async (_name, wrong) => {
    const { form } = await site.code();
    expect(refusalOf(await site.exchange({ ...form, ...wrong }))).toEqual(INVALID_GRANT);
    expect(refusalOf(await site.exchange(form))).toEqual(INVALID_GRANT);
  });

  test("by another program", async () => {
    const { form } = await site.code();
    const client_id = await registered(site.app);
    expect(refusalOf(await site.exchange({ ...form, client_id }))).toEqual(INVALID_GRANT);
    expect(refusalOf(await site.exchange(form))).toEqual(INVALID_GRANT);
  });

  test("a second use ends what the first one gave", async () => {
    const { form } = await site.code();
    const { access_token, refresh_token } = tokensOf(await site.exchange(form));
    expect(await site.me(access_token)).toBe("200");
    expect(refusalOf(await site.exchange(form))).toEqual(INVALID_GRANT);
    expect(await site.me(access_token)).toBe("401 auth.invalid_token");
    expect(refusalOf(await site.refresh(refresh_token))).toEqual(INVALID_GRANT);
  });
});

describe("a request that is malformed uses nothing up", () => {
  const wrong: Record<string, readonly [object, Readonly<Record<string, string | readonly string[]>>]> = {
    "no verifier": [INVALID_REQUEST, { code_verifier: "" }],
    "a verifier that is too short": [INVALID_REQUEST, { code_verifier: "a".repeat(42) }],
    "a verifier that is too long": [INVALID_REQUEST, { code_verifier: "a".repeat(129) }],
    "a verifier with other characters": [INVALID_REQUEST, { code_verifier: `${"a".repeat(43)}+` }],
    "two verifiers": [INVALID_REQUEST, { code_verifier: ["a".repeat(43), "b".repeat(43)] }],
    "no code": [INVALID_REQUEST, { code: "" }],
    "two codes": [INVALID_REQUEST, { code: ["a", "b"] }],
    "an unknown parameter twice": [INVALID_REQUEST, { unheard_of: ["a", "b"] }],
    "no grant type": [INVALID_REQUEST, { grant_type: "" }],
    "another grant type": [{ status: 400, error: "unsupported_grant_type" }, { grant_type: "password" }],
    "another resource": [{ status: 400, error: "invalid_target" }, { resource: "https://evil.example/" }],
    "no program": [INVALID_CLIENT, { client_id: "" }],
    "an unknown program": [INVALID_CLIENT, { client_id: "qo_client_AAAAAAAAAAAAAAAAAAAAAA" }],
    "a program with a NUL": [INVALID_REQUEST, { client_id: "a\0b" }],
  };
  test.each(Object.keys(wrong))("%s", async (name) => {
    const [refusal, changed] = wrong[name] ?? [{}, {}];
    const { form } = await site.code();
    expect(refusalOf(await site.exchange({ ...form, ...changed }))).toEqual(refusal);
    expect((await site.exchange(form)).status).toBe(200);
  });

  test("values of another kind are no codes", async () => {
    const { form } = await site.code();
    const { access_token, refresh_token } = tokensOf(await site.exchange(form));
    for (const code of [access_token, refresh_token, "qo_ac_short", `qo_ac_${"A".repeat(43)}`, "x".repeat(3000)]) {
      expect(refusalOf(await site.exchange({ ...form, code }))).toEqual(INVALID_GRANT);
    }
    expect(await site.me(access_token)).toBe("200");
  });

  test("a body that is no form, or too large", async () => {
    const json = { "content-type": "application/json" };
    const asJson = await call(site.app.main, "/oauth/token", { method: "POST", headers: json, body: "{}" });
    expect(refusalOf(asJson)).toEqual(INVALID_REQUEST);
    expect(refusalOf(await site.exchange({ grant_type: "refresh_token", refresh_token: "x".repeat(70_000) }))).toEqual(
      INVALID_REQUEST,
    );
  });
});

interface Confidential {
  readonly client_id: string;
  readonly client_secret: string;
}

describe("programs with a secret", () => {
  const basic = ({ client_id, client_secret }: Confidential) => ({
    authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`,
  });
  let client: Confidential;
  beforeAll(async () => {
    const answer = await register(site.app, { token_endpoint_auth_method: "client_secret_basic" });
    client = JSON.parse(answer.text) as Confidential;
  });

  test("authenticate by HTTP Basic or in the body", async () => {
    const { client_id, client_secret } = client;
    const first = await site.code({ client_id });
    const { client_id: _named, ...unnamed } = first.form;
    expect((await site.exchange(unnamed, basic(client))).status).toBe(200);
    const second = await site.code({ client_id });
    const tokens = await site.exchange({ ...second.form, client_secret });
    expect(tokens.status).toBe(200);
    const { refresh_token } = tokensOf(tokens);
    expect(refusalOf(await site.refresh(refresh_token, { client_id }))).toEqual(INVALID_CLIENT);
    expect((await site.refresh(refresh_token, { client_id, client_secret })).status).toBe(200);
  });

  test("without it, or with a wrong one, nothing is looked at and nothing is used up", async () => {
    const { client_id } = client;
    const { form } = await site.code({ client_id });
    const wrong = { ...client, client_secret: `qo_cs_${"A".repeat(43)}` };
    expect(refusalOf(await site.exchange(form))).toEqual(INVALID_CLIENT);
    expect(refusalOf(await site.exchange({ ...form, client_secret: wrong.client_secret }))).toEqual(INVALID_CLIENT);
    for (const authorization of [
      basic(wrong).authorization,
      "Basic !",
      "Basic eA==",
      "Bearer x",
      "Basic Og==",
      "Basic AAA6",
      "Basic JTAwOg==",
    ]) {
      const answer = await site.exchange(form, { authorization });
      expect(refusalOf(answer)).toEqual(INVALID_CLIENT);
      expect(answer.headers["www-authenticate"]).toMatch(/^Basic realm=/);
    }
    expect((await site.exchange(form, basic(client))).status).toBe(200);
  });

  test("two ways at once are refused", async () => {
    const { client_id, client_secret } = client;
    const { form } = await site.code({ client_id });
    expect(refusalOf(await site.exchange({ ...form, client_secret }, basic(client)))).toEqual(INVALID_REQUEST);
    const other = await registered(site.app);
    expect(refusalOf(await site.exchange({ ...form, client_id: other }, basic(client)))).toEqual(INVALID_REQUEST);
    expect((await site.exchange(form, basic(client))).status).toBe(200);
  });

  test("a secret that a public program makes up proves nothing and changes nothing", async () => {
    const { form } = await site.code();
    expect((await site.exchange({ ...form, client_secret: "made-up" })).status).toBe(200);
  });

  test("the code of one program is worth nothing to another that authenticates", async () => {
    const { form } = await site.code();
    const { client_id: _named, ...unnamed } = form;
    expect(refusalOf(await post(site.app, "/oauth/token", unnamed, basic(client)))).toEqual(INVALID_GRANT);
  });
});
