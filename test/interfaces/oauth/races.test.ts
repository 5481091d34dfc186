import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { refreshTokens } from "../../../src/modules/oauth/refresh-tokens.ts";
import { tokenDigest } from "../../../src/modules/oauth/token-text.ts";
import { answered, authorizePath, pkce, post, register, registered, tokensOf } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite, refusalOf } from "../../support/oauth-site.ts";
import { PASSWORD, type Person } from "../../support/person.ts";
import { everyRowAsText } from "../../support/database-dump.ts";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

const SEALED = statement("select 1 as found from oauth_tokens where digest = $1 and replay_sealed is not null");
const AUDIT = statement(`
  select actor from audit_events where tenant_id = $1 and environment = $2 and action = $3 order by seq limit 1000`);

const auditOf = ({ app, tenant }: OAuthSite, action: string) =>
  app.db.context(tenant).db.rows<{ actor: string }>(AUDIT, [action]);

const TEN = Array.from({ length: 10 }, (_, index) => index);

function tenTimes<T>(work: () => Promise<T>): Promise<T[]> {
  return Promise.all(TEN.map(work));
}

describe("ten at once", () => {
  test("ten exchanges of one code: one answer at most, and its grant ends (RFC 6749 4.1.2)", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { form } = await site.code();
      const answers = await tenTimes(() => site.exchange(form));
      const given = answers.filter(({ status }) => status === 200);
      expect(given).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
      for (const answer of given) {
        const { access_token, refresh_token } = tokensOf(answer);
        expect(await site.me(access_token)).toBe("401 auth.invalid_token");
        expect((await site.refresh(refresh_token)).status).toBe(400);
      }
    }
  });

  test("ten refreshes of one token: one answer at most, and the grant ends", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { access_token, refresh_token } = await site.connect();
      const answers = await tenTimes(() => site.refresh(refresh_token));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, text } of answers) {
        if (status !== 200) expect(refusalOf({ status, text } as (typeof answers)[0]).error).toBe("invalid_grant");
      }
      expect(await site.me(access_token)).toBe("401 auth.invalid_token");
    }
  });

  test("ten refreshes of a program that is known to race: one pair, ten times", async () => {
    const client_id = await registered(site.app, { client_name: "Cursor" });
    const { refresh_token } = await site.connect({ client_id });
    const answers = await tenTimes(() => site.refresh(refresh_token, { client_id }));
    expect(answers.map(({ status }) => status)).toEqual(TEN.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const [first] = answers.map(tokensOf);
    expect(await site.me(first?.access_token ?? "")).toBe("200");
    expect((await site.refresh(first?.refresh_token ?? "", { client_id })).status).toBe(200);
  });

  test("a repetition is in the company's audit log; one for other scopes is refused and ends nothing", async () => {
    const client_id = await registered(site.app, { client_name: "Cursor" });
    const { refresh_token } = await site.connect({ client_id });
    const first = tokensOf(await site.refresh(refresh_token, { client_id }));
    const narrow = await site.refresh(refresh_token, { client_id, scope: "emissions:read" });
    expect(refusalOf(narrow)).toEqual({ status: 400, error: "invalid_scope" });
    const repetitions = () => auditOf(site, "oauth_grant.refresh_repeated");
    const before = (await repetitions()).length;
    expect(tokensOf(await site.refresh(refresh_token, { client_id }))).toEqual(first);
    const after = await repetitions();
    expect([after.length - before, after.at(-1)?.actor]).toEqual([1, `oauth_client:${client_id}`]);
    expect(await site.me(first.access_token)).toBe("200");
  });

  test("the sealed answer is forgotten when its 30 seconds are over, not by the next pruning", async () => {
    const client_id = await registered(site.app, { client_name: "Cursor" });
    const { refresh_token } = await site.connect({ client_id });
    const planned: (readonly [number, () => Promise<void>])[] = [];
    const after = (ms: number, work: () => Promise<void>): void => void planned.push([ms, work]);
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token, client_id });
    await refreshTokens({ ...site.app.accounts.oauth, after }, form, undefined);
    const sealed = async () => (await site.app.db.database.system.rows(SEALED, [tokenDigest(refresh_token)])).length;
    expect([await sealed(), planned.length]).toEqual([1, 1]);
    const [[delay_ms, work] = [0, () => Promise.resolve()]] = planned;
    expect(delay_ms).toBeLessThan(32_000);
    site.app.db.clock.advance(Math.ceil(delay_ms / 1000));
    await work();
    expect(await sealed()).toBe(0);
  });

  test("refreshes beside a revocation leave nothing that works", async () => {
    const { access_token, refresh_token } = await site.connect();
    const [refreshed] = await Promise.all([
      site.refresh(refresh_token),
      post(site.app, "/oauth/revoke", { token: access_token }),
    ]);
    const later = refreshed.status === 200 ? [tokensOf(refreshed).access_token] : [];
    for (const token of [access_token, ...later]) expect(await site.me(token)).toBe("401 auth.invalid_token");
  });

  test("ten clicks on one consent page: one code", async () => {
    const { challenge } = pkce();
    const opened = await site.admin.get(authorizePath({ client_id: site.client_id, challenge }));
    const path = opened.headers["location"] ?? "";
    const page = await site.admin.get(path);
    const fields = {
      request: new URL(path, "http://x").searchParams.get("request") ?? "",
      csrf_token: site.admin.csrf(page),
      tenant_id: site.tenant.id,
      decision: "allow",
    };
    const answers = await tenTimes(() => site.admin.post("/oauth/consent", fields));
    expect(answers.filter((answer) => (answered(answer, "code") ?? "") !== "")).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  });
});

describe("what is stored", () => {
  test("no value that was issued or given stands in any row of any table", async () => {
    const secrets: string[] = [PASSWORD, site.admin.cookie()?.split("=")[1] ?? ""];
    const { text } = await register(site.app, { token_endpoint_auth_method: "client_secret_post" });
    const { client_id, client_secret } = JSON.parse(text) as { client_id: string; client_secret: string };
    const racing = await registered(site.app, { client_name: "Claude" });
    secrets.push(client_secret);
    for (const program of [{ client_id, client_secret }, { client_id: racing }]) {
      const { code, form } = await site.code(program);
      const first = tokensOf(await site.exchange({ ...form, ...program }));
      const second = tokensOf(await site.refresh(first.refresh_token, program));
      await site.me(second.access_token);
      secrets.push(code, form["code_verifier"] ?? "");
      for (const tokens of [first, second]) secrets.push(tokens.access_token, tokens.refresh_token);
    }
    secrets.push(await waitingRequest(site.admin));
    const rows = await everyRowAsText(site.app.db.connection);
    for (const table of ["oauth_clients", "oauth_grants", "oauth_tokens", "oauth_requests", "user_sessions"]) {
      expect(rows).toMatch(new RegExp(`^public\\.${table}\n\\(`, "m"));
    }
    const log = JSON.stringify(site.app.log);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      const value = secret.replace(/^qo_[a-z]{2}_/, "");
      const asBytes = Buffer.from(value, "base64url").toString("hex");
      for (const form of [
        secret,
        value,
        asBytes,
        Buffer.from(secret).toString("hex"),
        Buffer.from(secret).toString("base64"),
      ]) {
        expect([rows.includes(form), log.includes(form)]).toEqual([false, false]);
      }
    }
  });
});

/** The secret of a request that waits for a decision. */
async function waitingRequest(who: Person): Promise<string> {
  const { challenge } = pkce();
  const opened = await who.get(authorizePath({ client_id: site.client_id, challenge }));
  return new URL(opened.headers["location"] ?? "", "http://x").searchParams.get("request") ?? "";
}
