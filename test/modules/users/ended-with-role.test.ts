import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { endTenantRole, setTenantRole } from "../../../src/modules/users/index.ts";
import { type OAuthSite, oauthSite } from "../../support/oauth-site.ts";
import { person } from "../../support/person.ts";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

const ended = statement(`
  select actor, payload from audit_events
  where tenant_id = $1 and environment = $2 and action = 'oauth_grant.ended' order by seq desc limit 1`);

test.each(["demoted", "removed"])(
  "what somebody let in as an administrator ends when they are %s, and does not come back with the role",
  async (how) => {
    const { app, tenant } = site;
    const { users } = app.accounts;
    const who = await person(app, { roles: [{ tenant_id: tenant.id, role: "admin" }] });
    await who.logIn();
    const { access_token, refresh_token } = await site.connect({ who });
    const place = { tenant_id: tenant.id, user_id: who.user_id };
    const by = { user_id: site.admin.user_id };
    expect(await site.me(access_token)).toBe("200");
    if (how === "removed") await endTenantRole(users, place, by);
    else await setTenantRole(users, { ...place, role: "editor" }, by);
    expect(await site.me(access_token)).toBe("401 auth.invalid_token");
    expect(await app.db.database.tenant(tenant.id, "live").rows(ended)).toEqual([
      { actor: `user:${by.user_id}`, payload: { reason: "grantor_not_entitled" } },
    ]);
    await setTenantRole(users, { ...place, role: "admin" }, by);
    expect(await site.me(access_token)).toBe("401 auth.invalid_token");
    expect((await site.refresh(refresh_token)).status).toBe(400);
  },
);
