import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeLink } from "../../../src/modules/users/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";
import { browserOf, PASSWORD, person, postForm } from "../../support/person.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const switchOf = (text: string): string | undefined =>
  /<a href="([^"]+)" lang="(?:da|en)" hreflang/.exec(text)?.[1]?.replaceAll("&amp;", "&");

describe("the switch", () => {
  test.each([
    ["/", "/?lang=da"],
    ["/errors", "/errors?lang=da"],
    ["/errors/quota.exceeded", "/errors/quota.exceeded?lang=da"],
    ["/login?again=1&return_to=%2Faccount", "/login?again=1&return_to=%2Faccount&lang=da"],
    ["/account/password-reset", "/account/password-reset?lang=da"],
    ["/verify", "/verify?lang=da"],
    [`/verify/${"0".repeat(64)}`, `/verify/${"0".repeat(64)}?lang=da`],
    ["/oauth/authorize", "/oauth/authorize?lang=da"],
  ])("of %s leads to the same page in the other language, and the browser remembers it", async (path, there) => {
    const browser = browserOf(app);
    expect(switchOf((await browser.get(path)).text)).toBe(there);
    const switched = await browser.get(there);
    expect([switched.status, switched.headers["location"]]).toEqual([303, path]);
    expect(String(switched.headers["set-cookie"])).toMatch(
      /^carbon_language=da; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
    );
    expect((await browser.get(path, { "accept-language": "en" })).text).toContain('<html lang="da">');
  });

  test.each([
    ["/nowhere/marker?marker=1", "/?lang=da"],
    ["/errors/marker", "/?lang=da"],
    ["/verify/marker", "/?lang=da"],
    ["/account/password/marker", "/?lang=da"],
    ["/verify?sha256=marker!&marker=1", "/verify?lang=da"],
    ["/login?again=marker&return_to=//marker.example/&marker=1", "/login?lang=da"],
    ["/login?return_to=%2F%3Cmarker%3E%5C&company=marker&cursor=%3Cmarker%3E", "/login?lang=da"],
    ["/oauth/authorize?client_id=marker", "/oauth/authorize?lang=da"],
  ])("of %s holds nothing that the caller wrote", async (path, there) => {
    const { text } = await browserOf(app).get(path);
    expect(switchOf(text)).toBe(there);
    expect(text).not.toContain("marker");
  });

  test("stays with the person, in every browser, and whatever the browser asks for", async () => {
    const who = await person(app);
    await who.logIn();
    const { headers } = await who.get("/account?lang=da");
    expect(headers["location"]).toBe("/account");
    await who.logIn();
    expect((await who.get("/account", { "accept-language": "en" })).text).toContain("Din konto");
    const elsewhere = browserOf(app);
    await elsewhere.post("/login", { email: who.email, password: PASSWORD });
    expect((await elsewhere.get("/account")).text).toContain("Din konto");
  });

  test("before the login it becomes the person's by the login, and by choosing a password", async () => {
    const who = await person(app);
    const cookie = { cookie: "carbon_language=da" };
    const entered = await postForm(app, "/login", { email: who.email, password: PASSWORD }, { headers: cookie });
    const [session = ""] = [entered.headers["set-cookie"] ?? []].flat().map((set) => set.split(";")[0]);
    expect((await call(app.main, "/account", { headers: { cookie: session } })).text).toContain("Din konto");

    const invited = await person(app, { has_password: false });
    const link = new URL(
      await makeLink(app.accounts.users, {
        user_id: invited.user_id,
        kind: "invitation",
        created_by: "operator",
        language: "en",
      }),
    ).pathname;
    expect((await call(app.main, link, { headers: cookie })).text).toContain("Vælg en adgangskode");
    const chosen = await postForm(app, link, { password: PASSWORD }, { headers: cookie });
    const [first = ""] = [chosen.headers["set-cookie"] ?? []].flat().map((set) => set.split(";")[0]);
    expect((await call(app.main, "/account", { headers: { cookie: first } })).text).toContain("Din konto");
  });

  test("behind a link is what was chosen in this browser, else the link's, else the browser's, and used links keep it", async () => {
    const invited = await person(app, { has_password: false });
    const shown = async (language: "da" | "en" | null, headers: Readonly<Record<string, string>>): Promise<string> => {
      const of = { user_id: invited.user_id, kind: "invitation" as const, created_by: "operator", language };
      const link = new URL(await makeLink(app.accounts.users, of)).pathname;
      return /<html lang="(..)"/.exec((await call(app.main, link, { headers })).text)?.[1] ?? "";
    };
    const danish = { "accept-language": "da" };
    const english = { "accept-language": "en-GB" };
    expect(await shown("da", english)).toBe("da");
    expect(await shown("en", danish)).toBe("en");
    expect(await shown("en", { ...english, cookie: "carbon_language=da" })).toBe("da");
    expect(await shown(null, danish)).toBe("da");
    expect(await shown(null, english)).toBe("en");
    const last = {
      user_id: invited.user_id,
      kind: "invitation" as const,
      created_by: "operator",
      language: "da" as const,
    };
    const link = new URL(await makeLink(app.accounts.users, last)).pathname;
    await postForm(app, link, { password: PASSWORD });
    const gone = await call(app.main, link, { headers: english });
    expect([gone.status, gone.text.includes('<html lang="da">')]).toEqual([404, true]);
  });

  test("of a link that nobody chose one for becomes the account's with the password", async () => {
    const invited = await person(app, { has_password: false });
    const of = { user_id: invited.user_id, kind: "invitation" as const, created_by: "operator", language: null };
    const link = new URL(await makeLink(app.accounts.users, of)).pathname;
    const headers = { "accept-language": "da" };
    const chosen = await postForm(app, link, { password: PASSWORD }, { headers });
    const [first = ""] = [chosen.headers["set-cookie"] ?? []].flat().map((set) => set.split(";")[0]);
    expect((await call(app.main, "/account", { headers: { cookie: first } })).text).toContain("Din konto");
  });

  test("of the page about a report file is that of the person who is logged in", async () => {
    const who = await person(app);
    await who.logIn();
    await who.get("/account?lang=da");
    const elsewhere = browserOf(app);
    await elsewhere.post("/login", { email: who.email, password: PASSWORD });
    expect((await elsewhere.get("/verify", { "accept-language": "en" })).text).toContain('<html lang="da">');
  });

  test("is offered after a refused form, and not where it would lose what is shown only once", async () => {
    const refused = await postForm(app, "/login", { email: "a", password: "b" });
    expect(switchOf(refused.text)).toBe("/login?lang=da");
    const who = await person(app);
    await who.logIn();
    const csrf_token = who.csrf(await who.get("/account"));
    const secret = await who.post("/account/second-factor", { csrf_token });
    expect([secret.status, switchOf(secret.text)]).toEqual([200, undefined]);
  });

  test.each(["//evil.example/?lang=da", "/\\evil.example?lang=da", "/login?lang=de", "/login?lang="])(
    "%s leads to no other host and chooses nothing that is not there",
    async (path) => {
      const { headers } = await call(app.main, path);
      expect(headers["location"] ?? "/").toMatch(/^\/(?![/\\])/);
      if (!path.includes("=da")) expect(headers["set-cookie"]).toBeUndefined();
    },
  );

  test("a cookie of another value is as good as none", async () => {
    const { text } = await call(app.main, "/login", { headers: { cookie: "carbon_language=xx" } });
    expect(text).toContain('<html lang="en">');
  });
});
