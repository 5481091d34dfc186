import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { endTenantRole, setAccountDisabled, setTenantRole } from "../../../src/modules/users/index.ts";
import { call } from "../../support/http-client.ts";
import { post, type Tokens, tokensOf } from "../../support/oauth-client.ts";
import { type Code, type OAuthSite, oauthSite } from "../../support/oauth-site.ts";
import { linkPath, person, type Person } from "../../support/person.ts";

const DEACTIVATE = statement("update tenants set deactivated_at = $2 where id = $1");
const SET_PLAN = statement("update tenants set plan = $2 where id = $1");
const REFUSED = "401 auth.invalid_token";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

interface Connection {
  readonly who: Person;
  readonly tenant_id: string;
  readonly access_token: string;
  readonly refresh_token: string;
}

/** An administrator of a company of their own, with a connected program. */
async function connection(): Promise<Connection> {
  const { id: tenant_id } = await site.app.db.tenant({ name: "Fjord ApS" });
  const who = await person(site.app, { roles: [{ tenant_id, role: "admin" }] });
  const { access_token, refresh_token } = await site.connect({ who, tenant_id });
  return { who, tenant_id, access_token, refresh_token };
}

const system = () => site.app.db.database.system;
const users = () => site.app.accounts.users;

/** What happens to whom a grant rests on, and what takes it back. */
const CHANGES: Record<
  string,
  { readonly now: (on: Connection) => unknown; readonly back?: (on: Connection) => unknown }
> = {
  "the administrator is made a member": {
    now: ({ tenant_id, who: { user_id } }) =>
      setTenantRole(users(), { tenant_id, user_id, role: "editor" }, "operator"),
    back: ({ tenant_id, who: { user_id } }) =>
      setTenantRole(users(), { tenant_id, user_id, role: "admin" }, "operator"),
  },
  "the administrator leaves the company": {
    now: ({ tenant_id, who: { user_id } }) => endTenantRole(users(), { tenant_id, user_id }, "operator"),
    back: ({ tenant_id, who: { user_id } }) =>
      setTenantRole(users(), { tenant_id, user_id, role: "admin" }, "operator"),
  },
  "the account is disabled": {
    now: ({ who: { user_id } }) => setAccountDisabled(users(), user_id, true),
    back: ({ who: { user_id } }) => setAccountDisabled(users(), user_id, false),
  },
  "the company is closed": {
    now: ({ tenant_id }) => system().rows(DEACTIVATE, [tenant_id, site.app.db.clock.now().toISOString()]),
    back: ({ tenant_id }) => system().rows(DEACTIVATE, [tenant_id, null]),
  },
  "a new password is chosen": {
    async now({ who }) {
      site.app.db.clock.advance(1);
      const link = await linkPath(site.app, who.user_id);
      await who.post(link, { password: "five other words nobody combines" });
    },
  },
};

describe("what a grant rests on is asked at every request", () => {
  test.each(Object.keys(CHANGES))("%s: the next request is refused, and it does not come back", async (name) => {
    const on = await connection();
    const change = CHANGES[name];
    expect(await site.me(on.access_token)).toBe("200");
    await change?.now(on);
    expect(await site.me(on.access_token)).toBe(REFUSED);
    await site.app.accounts.prune();
    await change?.back?.(on);
    expect(await site.me(on.access_token)).toBe(REFUSED);
    expect((await site.refresh(on.refresh_token)).status).toBe(400);
  });

  test.each(Object.keys(CHANGES))("%s: a refresh is refused and ends the grant", async (name) => {
    const on = await connection();
    const change = CHANGES[name];
    await change?.now(on);
    expect((await site.refresh(on.refresh_token)).status).toBe(400);
    await change?.back?.(on);
    expect(await site.me(on.access_token)).toBe(REFUSED);
    expect((await site.refresh(on.refresh_token)).status).toBe(400);
  });

  test.each(Object.keys(CHANGES))("%s: a code is worth nothing", async (name) => {
    const { id: tenant_id } = await site.app.db.tenant();
    const who = await person(site.app, { roles: [{ tenant_id, role: "admin" }] });
    const { form } = await site.code({ who, tenant_id });
    await CHANGES[name]?.now({ who, tenant_id, access_token: "", refresh_token: "" });
    expect((await site.exchange(form)).status).toBe(400);
  });

  test("the other company of the same administrator goes on", async () => {
    const on = await connection();
    const { id: other } = await site.app.db.tenant();
    await setTenantRole(users(), { tenant_id: other, user_id: on.who.user_id, role: "admin" }, "operator");
    const { access_token } = await site.connect({ who: on.who, tenant_id: other });
    await endTenantRole(users(), { tenant_id: on.tenant_id, user_id: on.who.user_id }, "operator");
    expect([await site.me(on.access_token), await site.me(access_token)]).toEqual([REFUSED, "200"]);
  });

  test("a plan counts from the next request on", async () => {
    const on = await connection();
    await system().rows(SET_PLAN, [on.tenant_id, "starter"]);
    expect(await site.me(on.access_token)).toBe("403 subscription.feature_required");
    await system().rows(SET_PLAN, [on.tenant_id, "enterprise"]);
    expect(await site.me(on.access_token)).toBe("200");
  });
});

interface Event {
  readonly action: string;
  readonly actor: string;
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What the company's own key reads of these actions, oldest first. */
async function events(id: string, actions: RegExp): Promise<readonly Event[]> {
  const key = await site.app.key({ id, name: "", country: "DK", plan: "enterprise", environment: "live" });
  const { text } = await site.app.as(key, "/api/v1/audit?limit=200");
  const { items } = JSON.parse(text) as { items: Event[] };
  return items.filter(({ action }) => actions.test(action)).toReversed();
}

describe("the company's audit log tells of a grant", () => {
  test("who gave it with which rights, and who ended it why", async () => {
    const on = await connection();
    await post(site.app, "/oauth/revoke", { token: on.access_token });
    await site.refresh(on.refresh_token);
    const [created, ended, ...more] = await events(on.tenant_id, /^oauth_grant\./);
    expect(more).toEqual([]);
    expect(created).toMatchObject({ action: "oauth_grant.created", actor: `user:${on.who.user_id}` });
    expect(created?.payload).toMatchObject({ client_id: site.client_id });
    expect(created?.payload["scopes"]).toHaveLength(11);
    expect(ended).toMatchObject({
      action: "oauth_grant.ended",
      actor: `oauth_client:${site.client_id}`,
      subject: created?.subject,
      payload: { reason: "revoked_by_client" },
    });
  });

  test.each([
    ["code_used_twice", async ({ form }: Code) => void (await site.exchange(form))],
    ["refresh_token_used_twice", async (_: Code, { refresh_token }: Tokens) => refreshTwice(refresh_token)],
  ] as const)("%s", async (reason, misuse) => {
    const { id: tenant_id } = await site.app.db.tenant();
    const who = await person(site.app, { roles: [{ tenant_id, role: "admin" }] });
    const code = await site.code({ who, tenant_id });
    await misuse(code, tokensOf(await site.exchange(code.form)));
    const [ended] = await events(tenant_id, /^oauth_grant\.ended$/);
    expect(ended?.payload).toEqual({ reason });
  });

  test("a grant that nobody is entitled to any more is ended by the service", async () => {
    const on = await connection();
    await setAccountDisabled(users(), on.who.user_id, true);
    await site.app.accounts.prune();
    await site.app.accounts.prune();
    const ended = await events(on.tenant_id, /^oauth_grant\.ended$/);
    expect(ended).toMatchObject([{ actor: "operator", payload: { reason: "grantor_not_entitled" } }]);
  });

  test("what a program writes names the grant and the person", async () => {
    const on = await connection();
    const { access_token } = await site.connect({ who: on.who, tenant_id: on.tenant_id, writes: ["targets:write"] });
    const made = await call(site.app.main, "/api/v1/targets", {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: JSON.stringify({
        name: "Half",
        baseline_year: 2025,
        target_year: 2030,
        target_reduction_percent: 50,
        baseline_emissions: 1000,
      }),
    });
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const [, grant] = await events(on.tenant_id, /^oauth_grant\.created$/);
    const [event] = await events(on.tenant_id, /^target\./);
    expect(event?.actor).toBe(`oauth_grant:${grant?.subject}@user:${on.who.user_id}`);
  });
});

async function refreshTwice(refresh_token: string): Promise<void> {
  await site.refresh(refresh_token);
  await site.refresh(refresh_token);
}
