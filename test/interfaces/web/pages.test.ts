import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../support/app.ts";
import { type Answer, call } from "../../support/http-client.ts";
import { linkPath, person, type Person, postForm } from "../../support/person.ts";

let app: TestApp;
let one: Person;
beforeAll(async () => {
  app = await testApp();
  const tenant = await app.db.tenant();
  one = await person(app, { roles: [{ tenant_id: tenant.id, role: "admin" }] });
  await one.logIn();
});
afterAll(() => app.close());

async function everyPage(): Promise<Record<string, Answer>> {
  const csrf_token = one.csrf(await one.get("/account"));
  const link = await linkPath(app, one.user_id);
  return {
    login: await call(app.main, "/login"),
    refused: await postForm(app, "/login", { email: "a", password: "b" }),
    unreadable: await call(app.main, "/login", { method: "POST", body: "x" }),
    code: await postForm(app, "/login/code", { pending: "x", code: "1" }),
    account: await one.get("/account"),
    people: await one.get("/account/people"),
    factor: await one.post("/account/second-factor", { csrf_token }),
    foreign: await one.post("/account/second-factor", {}),
    reset: await call(app.main, "/account/password-reset"),
    sent: await postForm(app, "/account/password-reset", { email: "nobody@nordlys.example" }),
    choose: await call(app.main, link),
    fault: await postForm(app, link, { password: "short" }),
    gone: await call(app.main, "/account/password/unknown"),
  };
}

test("every page is kept out of caches, frames and guesses, and runs no script", async () => {
  for (const [name, { headers, text }] of Object.entries(await everyPage())) {
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? "";
    expect({ name, ...headers }).toMatchObject({
      name,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; ` +
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
    });
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|<style[^>]+>|\sstyle=/i);
    expect([name, /<html lang="en">/.test(text)]).toEqual([name, true]);
    // Every field has a label, and every page a heading and a title.
    for (const [, id] of text.matchAll(/<(?:input|select) id="([\w-]+)"/g)) expect(text).toContain(`for="${id}"`);
    expect(text).toMatch(/<title>.+<\/title>[^]*<h1>/);
  }
});

test("redirects tell the next place nothing and are not cached", async () => {
  const { status, headers } = await call(app.main, "/account?x=1");
  expect([status, headers["location"]]).toEqual([303, "/login?return_to=%2Faccount%3Fx%3D1"]);
  expect([headers["cache-control"], headers["referrer-policy"]]).toEqual(["no-store", "no-referrer"]);
});

describe("methods", () => {
  test("HEAD is GET without the body", async () => {
    const { status, headers, bytes } = await call(app.main, "/login", { method: "HEAD" });
    expect([status, bytes.length, headers["x-frame-options"]]).toEqual([200, 0, "DENY"]);
    const link = await linkPath(app, one.user_id, "invitation");
    expect((await call(app.main, link, { method: "HEAD" })).status).toBe(200);
    expect((await call(app.main, link)).status).toBe(200);
  });

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])("%s does nothing", async (method) => {
    for (const path of ["/login", "/account", "/account/second-factor", "/account/password-reset"]) {
      const { status, headers } = await one.get(path).then(() => call(app.main, path, { method }));
      expect([path, status >= 400 || status === 204, headers["set-cookie"]]).toEqual([path, true, undefined]);
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  test("forms cannot be sent by an address alone", async () => {
    const query = `email=${one.email}&password=four+words+nobody+combines`;
    expect((await call(app.main, `/login?${query}`)).headers["set-cookie"]).toBeUndefined();
    for (const path of ["/logout", "/login/code", "/account/second-factor/confirm"]) {
      expect([path, (await one.get(path)).status]).toEqual([path, 404]);
    }
    expect((await one.get("/account")).status).toBe(200);
  });

  test("the sandbox host has no pages", async () => {
    for (const path of ["/login", "/account", "/account/people"]) {
      expect([path, (await call(app.sandbox, path)).status]).toEqual([path, 404]);
    }
  });
});

describe("language", () => {
  test.each([
    ["", "en"],
    ["da", "da"],
    ["da-DK,da;q=0.9,en;q=0.8", "da"],
    ["en;q=0.4, da;q=0.9", "da"],
    ["DA", "da"],
    ["da;q=0, en;q=0.1", "en"],
    ["de, fr;q=0.9", "en"],
    ["de, da;q=0.1", "da"],
    ["dansk", "en"],
    ["xx-da", "en"],
    ["*", "en"],
    [`${"x,".repeat(5000)}da`, "en"],
  ])("a browser that asks for %j gets %s", async (wanted, language) => {
    const { text } = await call(app.main, "/login", { headers: { "accept-language": wanted } });
    expect(text).toContain(`<html lang="${language}">`);
  });

  test("who is logged in reads the account's language, whatever the browser asks for", async () => {
    const dansk = await person(app, { language: "da" });
    await dansk.logIn();
    const { text } = await dansk.get("/account", { "accept-language": "en" });
    expect(text).toContain('<html lang="da">');
    expect(text).toContain("Din konto");
  });
});
