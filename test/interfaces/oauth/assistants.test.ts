import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTenantRole } from "../../../src/modules/users/index.ts";
import { registered, tokensOf } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite } from "../../support/oauth-site.ts";
import { person, type Person } from "../../support/person.ts";

const PATH = "/account/assistants";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

/** The ids of the connections on a person's page. */
async function shown(who: Person): Promise<string[]> {
  const { text } = await who.get(PATH);
  return [...text.matchAll(/href="\/account\/assistants\/end\?id=([^"]+)"/g)].map((match) => match[1] ?? "");
}

async function end(who: Person, id: string, changed: Readonly<Record<string, string>> = {}, headers = {}) {
  const csrf_token = who.csrf(await who.get("/account"));
  return await who.post(`${PATH}/end`, { csrf_token, id, ...changed }, headers);
}

async function member(role: "admin" | "editor", tenant_id = site.tenant.id): Promise<Person> {
  const who = await person(site.app, { roles: [{ tenant_id, role }] });
  await who.logIn();
  return who;
}

describe("connected assistants", () => {
  test("each says who connected what, for which company, with which rights, and when it was used", async () => {
    const client_id = await registered(site.app, { client_name: "Desk <assistant>" });
    const { access_token } = await site.connect({ client_id, writes: ["reports:generate"] });
    const before = (await site.admin.get(PATH)).text;
    for (const text of [
      "Desk &lt;assistant&gt;",
      "assistant.example",
      site.tenant.name,
      "read, Order reports and answer what they ask for",
      "never",
    ]) {
      expect(before).toContain(text);
    }
    expect(before).toContain("http://ledger.test/api/mcp");
    await site.me(access_token);
    await site.app.credentials.drain();
    expect((await site.admin.get(PATH)).text).toContain("2026-06-15 12:00 UTC");
  });

  test("ending one takes a page that says what it means; of others' connections there is none", async () => {
    const { id: tenant_id } = await site.app.db.tenant({ name: "Eng ApS" });
    const one = await member("admin", tenant_id);
    const { access_token } = await site.connect({ who: one, tenant_id });
    const [id = ""] = await shown(one);
    const { status, text } = await one.get(`${PATH}/end?id=${id}`);
    expect([status, text.includes("Eng ApS"), text.includes("can no longer read")]).toEqual([200, true, true]);
    expect(await site.me(access_token)).toBe("200");
    const stranger = await member("admin", (await site.app.db.tenant({ name: "Mose ApS" })).id);
    expect((await stranger.get(`${PATH}/end?id=${id}`)).headers["location"]).toBe(PATH);
  });

  test("who administers no company is not told how to connect, but whom to ask", async () => {
    const consultants = await person(site.app);
    const nobody = await member("editor");
    await consultants.logIn();
    for (const who of [consultants, nobody]) {
      const { text } = await who.get(PATH);
      expect(text).not.toContain("/api/mcp");
      expect(text).toContain("Only an administrator of a company can connect an assistant");
    }
  });

  test("ending one stops it at once, and only it; the other administrator may do it too", async () => {
    const { id: tenant_id } = await site.app.db.tenant({ name: "Fjord ApS" });
    const [one, other] = [await member("admin", tenant_id), await member("admin", tenant_id)];
    const first = await site.connect({ who: one, tenant_id });
    const [first_id = ""] = await shown(other);
    const second = await site.connect({ who: one, tenant_id });
    expect((await end(other, first_id)).status).toBe(303);
    expect([await site.me(first.access_token), await site.me(second.access_token)]).toEqual([
      "401 auth.invalid_token",
      "200",
    ]);
    expect((await site.refresh(first.refresh_token)).status).toBe(400);
    expect(await shown(one)).toHaveLength(1);
  });

  test("what cannot be used is not shown: codes that were not exchanged, refresh tokens that ran out, lost roles", async () => {
    const { id: tenant_id } = await site.app.db.tenant();
    const who = await member("admin", tenant_id);
    const other = await member("admin", tenant_id);
    const { form } = await site.code({ who, tenant_id });
    expect(await shown(other)).toEqual([]);
    tokensOf(await site.exchange(form));
    expect(await shown(other)).toHaveLength(1);
    await setTenantRole(site.app.accounts.users, { tenant_id, user_id: who.user_id, role: "editor" }, "operator");
    expect(await shown(other)).toEqual([]);
    await site.connect({ who: other, tenant_id });
    site.app.db.clock.advance(60 * 86_400);
    await other.logIn();
    expect(await shown(other)).toEqual([]);
    await site.admin.logIn();
  });

  test("members and administrators of other companies see and end nothing", async () => {
    const { access_token } = await site.connect();
    const ids = await shown(site.admin);
    const { id: elsewhere } = await site.app.db.tenant();
    for (const who of [await member("editor"), await member("admin", elsewhere)]) {
      expect(await shown(who)).toEqual([]);
      for (const id of ids) expect((await end(who, id)).status).toBe(303);
    }
    expect(await site.me(access_token)).toBe("200");
  });

  test("a foreign form ends nothing, nonsense is no error", async () => {
    const { access_token } = await site.connect();
    for (const id of await shown(site.admin)) {
      expect((await end(site.admin, id, { csrf_token: "x" })).status).toBe(403);
      expect((await end(site.admin, id, {}, { origin: "https://evil.example" })).status).toBe(403);
    }
    for (const id of ["", "x", "\0", "00000000-0000-0000-0000-000000000000"]) {
      expect((await end(site.admin, id)).status).toBe(303);
    }
    expect(await site.me(access_token)).toBe("200");
    const stranger = await person(site.app);
    expect((await stranger.get(PATH)).headers["location"]).toBe(`/login?return_to=${encodeURIComponent(PATH)}`);
  });

  test("[contract 5.4.7] API keys and connections stay apart", async () => {
    const key = await site.app.key(site.tenant);
    const { text } = await site.app.as(key, "/api/v1/api-keys");
    const { items } = JSON.parse(text) as { items: { id: string }[] };
    for (const id of await shown(site.admin)) expect(items.map((item) => item.id)).not.toContain(id);
    expect((await site.admin.get(PATH)).text).not.toContain(key.id);
  });
});
