import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../support/http-client.ts";
import { answered, authorizePath, pkce, registered, tokensOf } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite } from "../../support/oauth-site.ts";
import { person, type Person } from "../../support/person.ts";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

interface Opened {
  readonly page: Answer;
  readonly path: string;
  /** Posts the page's form with these fields instead of its own. */
  decide(
    changed?: Readonly<Record<string, string | readonly string[]>>,
    headers?: object,
    by?: Person,
  ): Promise<Answer>;
}

async function open(
  who: Person,
  more: Readonly<Record<string, string>> = {},
  client_id = site.client_id,
): Promise<Opened> {
  const { challenge } = pkce();
  const redirect = more["redirect_uri"] === undefined ? {} : { redirect_uri: more["redirect_uri"] };
  const opened = await who.get(authorizePath({ client_id, challenge, ...redirect, more }));
  const path = opened.headers["location"] ?? "";
  const page = await who.get(path);
  const own = {
    request: new URL(path, "http://x").searchParams.get("request") ?? "",
    csrf_token: who.csrf(page),
    tenant_id: site.tenant.id,
    decision: "allow",
  };
  const decide: Opened["decide"] = (changed = {}, headers = {}, by = who) =>
    by.post("/oauth/consent", { ...own, ...changed }, { ...headers });
  return { page, path, decide };
}

async function admin(tenants: readonly string[] = [site.tenant.id]): Promise<Person> {
  const who = await person(site.app, { roles: tenants.map((tenant_id) => ({ tenant_id, role: "admin" as const })) });
  await who.logIn();
  return who;
}

const hasCode = (answer: Answer) => answer.status === 303 && answered(answer, "code") !== null;

describe("[contract 5.4.5] what the administrator sees", () => {
  test("name, host of the answer, company, what may be read, three boxes that are not ticked", async () => {
    const { page } = await open(site.admin, { scope: "emissions:read targets:write" });
    expect(page.status).toBe(200);
    for (const text of ["Test assistant", "not verified", "assistant.example", site.tenant.name, site.admin.email]) {
      expect(page.text).toContain(text);
    }
    const boxes = [...page.text.matchAll(/<input type="checkbox" name="write" value="([^"]+)" \/>/g)];
    expect(boxes.map((box) => box[1])).toEqual(["targets:write", "reports:generate", "scenarios:write"]);
    expect(page.text).not.toContain("checked");
    expect(page.text).not.toContain("goes to this computer");
  });

  test("the page is in nobody's frame, runs nothing, keeps nothing, and lets its form lead elsewhere", async () => {
    const { headers } = (await open(site.admin)).page;
    const policy = headers["content-security-policy"] ?? "";
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/form-action|script-src|unsafe/);
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
  });

  test("an answer to this computer comes with a warning", async () => {
    const redirect_uri = "http://127.0.0.1:33418/";
    const client_id = await registered(site.app, { redirect_uris: ["http://127.0.0.1/"] });
    expect((await open(site.admin, { redirect_uri }, client_id)).page.text).toContain("goes to this computer");
  });

  test("a name is text, whatever it holds", async () => {
    const client_id = await registered(site.app, { client_name: `<img src=x onerror=alert(1)>"'&` });
    const { page } = await open(site.admin, {}, client_id);
    expect(page.text).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page.text).not.toContain("<img");
  });

  test("an administrator of two companies chooses; others are not offered", async () => {
    const other = await site.app.db.tenant({ name: "Fjord ApS" });
    await site.app.db.tenant({ name: "Foreign ApS" });
    const { page, decide } = await open(await admin([site.tenant.id, other.id]));
    expect(page.text).toContain("<select");
    expect(page.text).toContain("Fjord ApS");
    expect(page.text).not.toContain("Foreign ApS");
    expect(hasCode(await decide({ tenant_id: other.id }))).toBe(true);
  });
});

describe("what is granted", () => {
  const scopes = async (more: Readonly<Record<string, string>>, write: readonly string[]) => {
    const { form } = await site.code({ more, writes: write });
    return tokensOf(await site.exchange(form)).scope.split(" ");
  };

  test("reading unless a box is ticked, even if the program asked for writing", async () => {
    const granted = await scopes({ scope: "emissions:read targets:write" }, []);
    expect(granted).toEqual(["emissions:read"]);
    expect(await scopes({}, [])).toHaveLength(11);
  });

  test("each ticked box, even if the program did not ask", async () => {
    expect(await scopes({ scope: "emissions:read" }, ["scenarios:write", "targets:write"])).toEqual([
      "emissions:read",
      "targets:write",
      "scenarios:write",
    ]);
  });

  test("nothing that a form invents: other scopes, doubled ones, reads that were not asked for", async () => {
    const invented = ["webhooks:manage", "activities:bulk", "api_keys:manage", "audit:read", "factors:read", "*", ""];
    expect(await scopes({ scope: "emissions:read" }, [...invented, "targets:write", "targets:write"])).toEqual([
      "emissions:read",
      "targets:write",
    ]);
  });

  test("whatever the program registered as its scope: that is no limit", async () => {
    const client_id = await registered(site.app, { scope: "emissions:read" });
    const { form } = await site.code({ client_id, more: { scope: "targets:read" }, writes: ["targets:write"] });
    expect(tokensOf(await site.exchange(form)).scope).toBe("targets:read targets:write");
  });

  test("writing alone keeps the reading: who steps up loses nothing", async () => {
    expect(await scopes({ scope: "targets:write" }, ["targets:write"])).toHaveLength(12);
  });
});

describe("writing needs a login of the last 12 hours", () => {
  test("within them it is given; after them the password is asked for, and the request waits", async () => {
    const who = await admin();
    site.app.db.clock.advance(11 * 3600);
    await who.get("/account");
    site.app.db.clock.advance(3600);
    expect(hasCode(await (await open(who)).decide({ write: "targets:write" }))).toBe(true);
    site.app.db.clock.advance(1);
    expect(hasCode(await (await open(who)).decide())).toBe(true);
    const { path, decide } = await open(who);
    const sent = await decide({ write: "targets:write" });
    expect(sent.headers["location"]).toBe(`/login?again=1&return_to=${encodeURIComponent(path)}`);
    await who.logIn();
    const csrf_token = who.csrf(await who.get(path));
    expect(hasCode(await decide({ write: "targets:write", csrf_token }))).toBe(true);
    await site.admin.logIn();
  });
});

describe("who may decide", () => {
  test("a member gets a page that leads back with access_denied", async () => {
    const member = await person(site.app, { roles: [{ tenant_id: site.tenant.id, role: "editor" }] });
    await member.logIn();
    const { page, decide } = await open(member);
    expect(page.status).toBe(403);
    expect(page.text).not.toContain('value="allow"');
    expect((await decide()).status).toBe(403);
    const denied = await decide({ decision: "deny" });
    expect(["error", "state", "iss", "code"].map((name) => answered(denied, name))).toEqual([
      "access_denied",
      "xyz",
      "http://ledger.test",
      null,
    ]);
  });

  test("an administrator of another company cannot name this one", async () => {
    const other = await site.app.db.tenant({ name: "Other ApS" });
    const { decide } = await open(await admin([other.id]));
    for (const tenant_id of [site.tenant.id, "", "x", "\0"]) expect(hasCode(await decide({ tenant_id }))).toBe(false);
    expect(hasCode(await decide({ tenant_id: other.id }))).toBe(true);
  });

  test("another administrator cannot answer somebody's request, nor see it", async () => {
    const { path, decide } = await open(site.admin);
    const who = await admin();
    const seen = await who.get(path);
    expect([seen.status, seen.text.includes("Test assistant")]).toEqual([400, false]);
    const csrf_token = who.csrf(await who.get("/account"));
    expect((await decide({ csrf_token }, {}, who)).status).toBe(400);
    expect(hasCode(await decide())).toBe(true);
  });
});

describe("a decision is made once, in time, on our page", () => {
  test("ten minutes, then the request is gone", async () => {
    const early = await open(site.admin);
    site.app.db.clock.advance(599);
    expect(hasCode(await early.decide())).toBe(true);
    const late = await open(site.admin);
    site.app.db.clock.advance(600);
    for (const answer of [await site.admin.get(late.path), await late.decide()]) expect(answer.status).toBe(400);
  });

  test("not twice, not after a denial, not without a decision", async () => {
    for (const decision of ["allow", "deny", ""]) {
      const { path, decide } = await open(site.admin);
      const first = await decide({ decision });
      expect(answered(first, "error")).toBe(decision === "allow" ? null : "access_denied");
      expect((await decide()).status).toBe(400);
      expect((await site.admin.get(path)).status).toBe(400);
    }
  });

  test("not with a foreign form: token, origin and site are checked, and nothing is decided", async () => {
    const { decide } = await open(site.admin);
    const tries = [
      decide({ csrf_token: "" }),
      decide({ csrf_token: "A".repeat(43) }),
      decide({}, { origin: "https://evil.example" }),
      decide({}, { origin: "null" }),
      decide({}, { "sec-fetch-site": "cross-site" }),
      decide({}, { "content-type": "text/plain" }),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(403);
    expect(hasCode(await decide({}, { origin: "http://ledger.test", "sec-fetch-site": "same-origin" }))).toBe(true);
  });

  test("not with an invented request", async () => {
    const { decide } = await open(site.admin);
    for (const request of ["", "x", "A".repeat(43), "\0"]) expect((await decide({ request })).status).toBe(400);
  });

  test("not without a login", async () => {
    const who = await admin();
    const { path, decide } = await open(who);
    who.forgetCookie();
    expect((await decide()).status).toBe(401);
    expect((await who.get(path)).headers["location"]).toBe(`/login?return_to=${encodeURIComponent(path)}`);
  });
});
