import { createServer, type Server } from "node:http";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_INSTALL, isChromiumInstalled, launchChromium } from "../../support/chromium.ts";
import { freePort } from "../../support/free-port.ts";
import { type InteropSite, interopSite } from "../../support/interop-site.ts";
import { authorizePath, pkce, registered, tokensOf, type Tokens } from "../../support/oauth-client.ts";
import { PASSWORD, person, type Person } from "../../support/person.ts";

const title = isChromiumInstalled ? "Chromium" : `Chromium (skipped: run \`${CHROMIUM_INSTALL}\` first)`;

/** A program that is called back on one address and sends the browser on to another one, as hosted assistants do. */
interface Program {
  readonly callback: string;
  readonly end: string;
  /** Addresses and referrers that its callback got. */
  readonly called: { readonly url: URL; readonly referrer: string | undefined }[];
  close(): void;
}

async function program(): Promise<Program> {
  const [first, second] = [await freePort(), await freePort()];
  const callback = `http://127.0.0.1:${first}/callback`;
  const end = `http://localhost:${second}/done`;
  const called: Program["called"] = [];
  const servers: Server[] = [
    createServer((request, response) => {
      const url = new URL(request.url ?? "", callback);
      if (url.pathname === "/callback") called.push({ url, referrer: request.headers.referer });
      response.writeHead(302, { location: end }).end();
    }),
    createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>done</title>Connected.");
    }),
  ];
  await Promise.all(
    servers.map((server, at) => new Promise<void>((done) => server.listen([first, second][at], "127.0.0.1", done))),
  );
  const close = () =>
    servers.forEach((server) => {
      server.close();
      server.closeAllConnections();
    });
  return { callback, end, called, close };
}

describe.skipIf(!isChromiumInstalled)(title, () => {
  let site: InteropSite;
  let browser: Browser;
  let called: Program;
  let client_id: string;
  let dane: Person;
  /** What the browser said about our pages. */
  const complaints: string[] = [];
  beforeAll(async () => {
    [site, browser, called] = await Promise.all([interopSite(), launchChromium(), program()]);
    client_id = await registered(site.app, { client_name: "Hosted assistant", redirect_uris: [called.callback] });
    const names = ["Fjordens Bageri A/S", "Grønne Tage ApS"];
    const companies = await Promise.all(names.map((name) => site.app.db.tenant({ name })));
    const roles = companies.map(({ id }) => ({ tenant_id: id, role: "admin" as const }));
    dane = await person(site.app, { roles, language: "da", email: "birgitte@nordlys.example" });
  });
  afterAll(async () => {
    await browser.close();
    called.close();
    await site.close();
  });

  afterEach(() => {
    expect(complaints.splice(0)).toEqual([]);
  });

  /** Opens the program's authorization address in a fresh profile. */
  async function opened(options: BrowserContextOptions, challenge: string): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(15_000);
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(`${site.base_url}${authorizePath({ client_id, challenge, redirect_uri: called.callback })}`);
    return page;
  }

  /** Tokens for the code that came last. */
  async function exchanged(code_verifier: string): Promise<Tokens> {
    const code = called.called.at(-1)?.url.searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", client_id, code, code_verifier, redirect_uri: called.callback };
    return tokensOf(await site.exchange(form));
  }

  async function logIn(page: Page, who: Person): Promise<void> {
    await page.fill("#email", who.email);
    await page.fill("#password", PASSWORD);
    await page.click("button");
  }

  test("[contract 5.4.4, 5.4.5] login and consent without scripts; the callback may send the browser on", async () => {
    const { verifier, challenge } = pkce();
    const page = await opened({ javaScriptEnabled: false, locale: "en-GB" }, challenge);
    expect(await page.textContent("h1")).toBe("Log in");
    await logIn(page, site.admin);
    expect(await page.textContent("h1")).toBe("Hosted assistant wants to read your carbon accounts");
    expect(await page.locator("input[type=checkbox]:checked").count()).toBe(0);
    await page.check("input[value='targets:write']");
    await page.click("text=Allow");
    await page.waitForURL(called.end);
    expect(called.called).toMatchObject([{ referrer: undefined }]);
    const { scope } = await exchanged(verifier);
    expect(scope.split(" ").filter((name) => !name.endsWith(":read"))).toEqual(["targets:write"]);
    // The cookie is out of reach of any script.
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    await page.context().close();
  });

  test("in Danish; who administers several companies must choose one before allowing", async () => {
    const { verifier, challenge } = pkce();
    const page = await opened({ locale: "da-DK" }, challenge);
    expect(await page.getAttribute("html", "lang")).toBe("da");
    await logIn(page, dane);
    expect(await page.textContent("h1")).toBe("Hosted assistant vil læse jeres klimaregnskab");
    const before = called.called.length;
    await page.click("text=Tillad");
    expect(await page.locator("#tenant_id:invalid").count()).toBe(1);
    expect(called.called).toHaveLength(before);
    await page.selectOption("#tenant_id", { label: "Fjordens Bageri A/S" });
    await page.click("text=Tillad");
    await page.waitForURL(called.end);
    const { access_token } = await exchanged(verifier);
    await page.goto(`${site.base_url}/account/assistants`);
    const row = page.locator("tbody tr", { hasText: "Fjordens Bageri A/S" });
    expect(await row.textContent()).toContain("Hosted assistant");
    await row.locator("text=Afslut").click();
    await page.click('button:text-is("Afslut")');
    await page.waitForSelector("text=Ingen programmer er forbundet.");
    expect(await site.me(access_token)).toBe("401 auth.invalid_token");
    await page.context().close();
  });

  test("denying needs no choice, and the program learns of it", async () => {
    const page = await opened({ locale: "da-DK" }, pkce().challenge);
    await logIn(page, dane);
    await page.click("text=Afvis");
    await page.waitForURL(called.end);
    expect(called.called.at(-1)?.url.searchParams.get("error")).toBe("access_denied");
    await page.context().close();
  });

  test("a page of another site can neither frame the consent nor post it", async () => {
    const page = await opened({ locale: "en-GB" }, pkce().challenge);
    await logIn(page, site.admin);
    const consent = page.url();
    const token = await page.getAttribute("input[name=csrf_token]", "value");
    const request = new URL(consent).searchParams.get("request");
    page.removeAllListeners("console");
    const before = called.called.length;
    // The attacker even knows the form token; the person is logged in.
    await page.goto(called.end);
    await page.setContent(`<iframe src="${consent}"></iframe>
      <form method="post" action="${site.base_url}/oauth/consent"><input name="request" value="${request}">
      <input name="csrf_token" value="${token}"><input name="tenant_id" value="${site.tenant.id}">
      <button name="decision" value="allow">Win</button></form>`);
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    expect(await frame?.locator("text=Allow").count()).toBe(0);
    await page.click("text=Win");
    await page.waitForURL(`${site.base_url}/oauth/consent`);
    expect(called.called).toHaveLength(before);
    await page.context().close();
  });
});
