import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registered, tokensOf } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite, refusalOf } from "../../support/oauth-site.ts";

const DAY = 86_400;
const INVALID_GRANT = { status: 400, error: "invalid_grant" };

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

describe("[contract 5.4.6] refresh tokens last 60 days and rotate", () => {
  test("[contract 8.oauth-refresh] 59 days are fine, 61 are not", async () => {
    const first = await site.connect();
    site.app.db.clock.advance(59 * DAY);
    expect((await site.refresh(first.refresh_token)).status).toBe(200);
    const second = await site.connect();
    site.app.db.clock.advance(61 * DAY);
    expect(refusalOf(await site.refresh(second.refresh_token))).toEqual(INVALID_GRANT);
  });

  test("every rotation starts 60 days anew", async () => {
    let { refresh_token } = await site.connect();
    for (const days of [55, 55]) {
      site.app.db.clock.advance(days * DAY);
      const answer = await site.refresh(refresh_token);
      expect(answer.status).toBe(200);
      const next = tokensOf(answer);
      expect(next.refresh_token).not.toBe(refresh_token);
      expect(await site.me(next.access_token)).toBe("200");
      ({ refresh_token } = next);
    }
  });

  test("the old access token goes on until its hour ends", async () => {
    const { access_token, refresh_token } = await site.connect();
    expect((await site.refresh(refresh_token)).status).toBe(200);
    expect(await site.me(access_token)).toBe("200");
  });
});

describe("scope and resource of a refresh", () => {
  test("both may be left out: the grant's", async () => {
    const { refresh_token, scope } = await site.connect({ writes: ["targets:write"] });
    expect(tokensOf(await site.refresh(refresh_token)).scope).toBe(scope);
  });

  test("fewer scopes are for this access token only", async () => {
    const { refresh_token, scope } = await site.connect({ writes: ["targets:write"] });
    const narrow = tokensOf(await site.refresh(refresh_token, { scope: "emissions:read targets:write openid" }));
    expect(narrow.scope).toBe("emissions:read targets:write");
    const suppliers = await site.get(narrow.access_token, "/api/v1/suppliers");
    expect([suppliers.status, suppliers.json().code]).toEqual([403, "auth.scope_required"]);
    expect(tokensOf(await site.refresh(narrow.refresh_token)).scope).toBe(scope);
  });

  test("what was not granted is refused, and the token stays good", async () => {
    const { refresh_token } = await site.connect();
    const wider = await site.refresh(refresh_token, { scope: "emissions:read targets:write" });
    expect(refusalOf(wider)).toEqual({ status: 400, error: "invalid_scope" });
    expect((await site.refresh(refresh_token)).status).toBe(200);
  });

  test("a resource of somebody else is refused, and the token stays good", async () => {
    const { refresh_token } = await site.connect();
    const elsewhere = await site.refresh(refresh_token, { resource: "https://evil.example/api/mcp" });
    expect(refusalOf(elsewhere)).toEqual({ status: 400, error: "invalid_target" });
    expect((await site.refresh(refresh_token, { resource: "http://ledger.test/api/mcp" })).status).toBe(200);
  });
});

describe("a token that cannot be used uses nothing up", () => {
  test("another program, another kind of value, no value", async () => {
    const { access_token, refresh_token } = await site.connect();
    const other = await registered(site.app);
    expect(refusalOf(await site.refresh(refresh_token, { client_id: other }))).toEqual(INVALID_GRANT);
    expect(refusalOf(await site.refresh(access_token))).toEqual(INVALID_GRANT);
    expect(refusalOf(await site.refresh(`qo_rt_${"A".repeat(43)}`))).toEqual(INVALID_GRANT);
    expect(refusalOf(await site.refresh(""))).toEqual({ status: 400, error: "invalid_request" });
    expect(await site.me(access_token)).toBe("200");
    expect((await site.refresh(refresh_token)).status).toBe(200);
  });

  test("a refresh token opens no interface", async () => {
    const { refresh_token } = await site.connect();
    expect(await site.me(refresh_token)).toBe("401 auth.invalid_token");
  });
});

describe("a connection is refreshed at most 60 times an hour", () => {
  test("then it waits, and its token stays good", async () => {
    site.app.db.clock.set("2027-06-15T12:00:00.000Z");
    let { refresh_token } = await site.connect();
    for (let done = 0; done < 60; done += 1) {
      const answer = await site.refresh(refresh_token);
      expect(answer.status).toBe(200);
      ({ refresh_token } = tokensOf(answer));
    }
    const refused = await site.refresh(refresh_token);
    expect([refusalOf(refused), refused.headers["retry-after"]]).toEqual([
      { status: 429, error: "temporarily_unavailable" },
      "3600",
    ]);
    site.app.db.clock.advance(3600);
    expect((await site.refresh(refresh_token)).status).toBe(200);
  });
});

describe("a second use", () => {
  test("ends the grant, whoever was first", async () => {
    const { refresh_token } = await site.connect();
    const next = tokensOf(await site.refresh(refresh_token));
    expect(refusalOf(await site.refresh(refresh_token))).toEqual(INVALID_GRANT);
    expect(refusalOf(await site.refresh(next.refresh_token))).toEqual(INVALID_GRANT);
    expect(await site.me(next.access_token)).toBe("401 auth.invalid_token");
  });

  test("ends only that grant of the same program and person", async () => {
    const [one, other] = [await site.connect(), await site.connect()];
    await site.refresh(one.refresh_token);
    await site.refresh(one.refresh_token);
    expect(await site.me(one.access_token)).toBe("401 auth.invalid_token");
    expect(await site.me(other.access_token)).toBe("200");
    expect((await site.refresh(other.refresh_token)).status).toBe(200);
  });

  test("is still known 59 days later", async () => {
    const { refresh_token } = await site.connect();
    const next = tokensOf(await site.refresh(refresh_token));
    site.app.db.clock.advance(59 * DAY);
    await site.app.accounts.prune();
    expect(refusalOf(await site.refresh(refresh_token))).toEqual(INVALID_GRANT);
    expect(refusalOf(await site.refresh(next.refresh_token))).toEqual(INVALID_GRANT);
  });
});

describe("programs that are known to refresh twice at once", () => {
  async function racing() {
    const client_id = await registered(site.app, { client_name: "Claude Code (nordlys)" });
    const { refresh_token } = await site.connect({ client_id });
    return { client_id, refresh_token, refresh: (token: string) => site.refresh(token, { client_id }) };
  }

  test("get the same answer again within 30 seconds", async () => {
    const { refresh_token, refresh } = await racing();
    const first = await refresh(refresh_token);
    site.app.db.clock.advance(30);
    const again = await refresh(refresh_token);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const { access_token, refresh_token: successor } = tokensOf(again);
    expect(await site.me(access_token)).toBe("200");
    expect((await refresh(successor)).status).toBe(200);
  });

  test("end the grant after 31 seconds", async () => {
    const { refresh_token, refresh } = await racing();
    const first = tokensOf(await refresh(refresh_token));
    site.app.db.clock.advance(31);
    expect(refusalOf(await refresh(refresh_token))).toEqual(INVALID_GRANT);
    expect(await site.me(first.access_token)).toBe("401 auth.invalid_token");
  });

  test("end the grant once the successor was used", async () => {
    const { refresh_token, refresh } = await racing();
    const second = tokensOf(await refresh(refresh_token));
    const third = tokensOf(await refresh(second.refresh_token));
    expect(refusalOf(await refresh(refresh_token))).toEqual(INVALID_GRANT);
    expect(await site.me(third.access_token)).toBe("401 auth.invalid_token");
  });

  test("are all programs where the operator says so", async () => {
    const open = await oauthSite({ oauth_replay_clients: ["*"] });
    const { refresh_token } = await open.connect();
    const first = await open.refresh(refresh_token);
    expect((await open.refresh(refresh_token)).text).toBe(first.text);
    open.app.db.clock.advance(31);
    expect(refusalOf(await open.refresh(refresh_token))).toEqual(INVALID_GRANT);
    await open.close();
  });

  test("another program cannot fetch the answer", async () => {
    const { refresh_token, refresh } = await racing();
    await refresh(refresh_token);
    expect(refusalOf(await site.refresh(refresh_token))).toEqual(INVALID_GRANT);
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});
