import type { BrowserContext, Page } from "playwright-core";
import { makeLink } from "../../src/modules/users/index.ts";
import { totpCode } from "../../src/modules/users/totp.ts";
import { addAttestation, addReport, newestReport } from "./demo-reports.ts";
import type { InteropSite } from "./interop-site.ts";
import { authorizePath, pkce, registered } from "./oauth-client.ts";
import { PASSWORD, person, type Person, type PersonOptions } from "./person.ts";

/** One page that people see, and the way to it in a browser that has no cookies. */
export interface GalleryPage {
  readonly name: string;
  open(page: Page): Promise<void>;
}

const CALLBACK = "https://claude.example/callback";
const LOCAL_CALLBACK = "http://127.0.0.1:3118/callback";
const STEP_SECONDS = 30;

/** Every page that people see; half of the people read Danish. */
export async function pageGallery(site: InteropSite): Promise<GalleryPage[]> {
  const { app, base_url, tenant } = site;
  const names = ["Fjordens Bageri A/S", "Grønne Tage og Facader Entreprenørselskab ApS"];
  const companies = [tenant, ...(await Promise.all(names.map((name) => app.db.tenant({ name }))))];
  const rolesOf = (role: "admin" | "editor", count: number) =>
    companies.slice(0, count).map(({ id }) => ({ tenant_id: id, role }));
  const entered = async (options: PersonOptions) => {
    const who = await person(app, options);
    await who.logIn();
    return who;
  };
  const anne = await entered({ email: "anne@nordlys.example", roles: rolesOf("admin", 1) });
  const birgitte = await entered({ email: "birgitte@nordlys.example", roles: rolesOf("admin", 3), language: "da" });
  const lonely = await entered({
    roles: [{ tenant_id: (await app.db.tenant({ name: "Ny Start IVS" })).id, role: "admin" }],
  });
  const member = await entered({ roles: rolesOf("editor", 1), language: "da" });
  const careful = await entered({ roles: rolesOf("admin", 1), language: "da" });
  const careful_page = await careful.post("/account/second-factor", { csrf_token: await csrfOf(careful) });
  const code = codeOf(site, /<code>([A-Z2-7 ]+)</.exec(careful_page.text)?.[1] ?? "");
  await careful.post("/account/second-factor/confirm", { csrf_token: careful.csrf(careful_page), code });
  const invited = await person(app, { has_password: false, email: "ny.medarbejder@nordlys.example", language: "da" });
  const link = await makeLink(app.accounts.users, {
    user_id: invited.user_id,
    kind: "invitation",
    created_by: "operator",
    language: "en",
  });
  const client_id = await registered(app, { client_name: "Claude", redirect_uris: [CALLBACK, LOCAL_CALLBACK] });
  const asking = (redirect_uri: string, more: Readonly<Record<string, string>> = {}) =>
    authorizePath({ client_id, challenge: pkce().challenge, redirect_uri, more });
  await site.connect({ who: birgitte, client_id, redirect_uri: CALLBACK, writes: ["targets:write"] });
  await site.connect({ who: birgitte, client_id: await registered(app, { client_name: "Cursor" }) });

  const files = await attestedFiles(site);

  const to =
    (who: Person | null, path: string, act: (page: Page) => Promise<void> = () => Promise.resolve()) =>
    async (page: Page) => {
      if (who !== null) await signIn(page.context(), base_url, who);
      await page.goto(new URL(path, base_url).href);
      await act(page);
    };
  const logIn = (email: string, password: string) => async (page: Page) => {
    await page.fill("#email", email);
    await page.fill("#password", password);
    await page.click("button");
  };
  const press = (label: string) => (page: Page) => page.click(`button:text-is("${label}")`);
  const confirm = (right: boolean) => async (page: Page) => {
    await press("Turn on")(page);
    await page.fill("#code", right ? codeOf(site, (await page.textContent("code")) ?? "") : "000000");
    await press("Turn on")(page);
  };
  return [
    { name: "login", open: to(null, "/login") },
    { name: "login-again", open: to(null, "/login?again=1") },
    { name: "login-refused", open: to(null, "/login", logIn(anne.email, "wrong words entirely")) },
    { name: "login-code", open: to(null, "/login", logIn(careful.email, PASSWORD)) },
    { name: "consent-one-company", open: to(anne, asking(CALLBACK)) },
    {
      name: "consent-many-companies",
      open: to(birgitte, asking(LOCAL_CALLBACK, { scope: "emissions:read targets:write" })),
    },
    { name: "ask-administrator", open: to(member, asking(CALLBACK)) },
    { name: "request-gone", open: to(anne, "/oauth/consent?request=answered") },
    { name: "request-refused", open: to(birgitte, "/oauth/authorize?client_id=unknown") },
    { name: "account", open: to(birgitte, "/account") },
    { name: "account-with-code", open: to(careful, "/account") },
    { name: "account-member", open: to(member, "/account") },
    { name: "assistants-none", open: to(lonely, "/account/assistants") },
    { name: "assistants", open: to(birgitte, "/account/assistants") },
    {
      name: "assistants-end",
      open: to(birgitte, "/account/assistants", async (page) => await page.locator("a.button.bad").first().click()),
    },
    { name: "start", open: to(null, "/") },
    { name: "start-danish", open: to(null, "/?lang=da") },
    { name: "errors", open: to(null, "/errors?lang=da") },
    { name: "error", open: to(null, "/errors/quota.exceeded?lang=da") },
    { name: "not-found", open: to(null, "/no/such/page?lang=da") },
    { name: "documents-none", open: to(lonely, "/account/documents") },
    { name: "documents", open: to(birgitte, "/account/documents") },
    {
      name: "documents-refused",
      open: to(member, "/account/documents", async (page) => {
        await page.setInputFiles("#files", { name: "stor.xml", mimeType: "text/xml", buffer: Buffer.alloc(5_000_000) });
        await page.click('button:text-is("Læg op")');
      }),
    },
    {
      name: "people-remove",
      open: to(birgitte, "/account/people", async (page) => await page.locator("a.button.bad").first().click()),
    },
    { name: "people", open: to(birgitte, "/account/people") },
    {
      name: "people-refused",
      open: to(birgitte, "/account/people", async (page) => {
        await page.fill("#email", "alone@nordlys");
        await page.click('button:text-is("Invitér")');
      }),
    },
    { name: "second-factor", open: to(anne, "/account", press("Turn on")) },
    { name: "second-factor-wrong", open: to(anne, "/account", confirm(false)) },
    {
      name: "recovery-codes",
      open: async (page) => to(await entered({ roles: rolesOf("admin", 1) }), "/account", confirm(true))(page),
    },
    { name: "second-factor-end", open: to(careful, "/account/second-factor/end") },
    { name: "choose-password", open: to(null, link) },
    { name: "link-gone", open: to(null, "/account/password/used") },
    { name: "reset", open: to(null, "/account/password-reset") },
    { name: "verify", open: to(null, "/verify") },
    { name: "verify-issued", open: to(null, `/verify/${files.newest}`) },
    { name: "verify-superseded", open: to(null, `/verify/${files.superseded}`) },
    { name: "verify-unknown", open: to(null, `/verify/${"0".repeat(64)}`) },
    { name: "verify-malformed", open: to(null, "/verify/nonsense") },
    {
      name: "reset-sent",
      open: to(null, "/account/password-reset", async (page) => {
        await page.fill("#email", anne.email);
        await page.click("button");
      }),
    },
  ];
}

/** Hashes of two versions of a report: each is attested, the older one is superseded by that. */
async function attestedFiles({ app, tenant }: InteropSite): Promise<{ superseded: string; newest: string }> {
  const attested = async (): Promise<string> => {
    await addReport(app.db, tenant);
    const report = await newestReport(app.db, tenant);
    if (report === undefined) throw new Error("a rendered report is not listed");
    await addAttestation(app.db, tenant, report.id);
    return report.sha256;
  };
  return { superseded: await attested(), newest: await attested() };
}

async function csrfOf(who: Person): Promise<string> {
  return who.csrf(await who.get("/account"));
}

/** The code that an authenticator shows now for a key as the page writes it. */
function codeOf({ app }: InteropSite, key: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = (key.match(/[A-Z2-7]/g) ?? []).map((one) => alphabet.indexOf(one).toString(2).padStart(5, "0")).join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpCode(secret, Math.floor(app.db.clock.now().getTime() / 1000 / STEP_SECONDS));
}

/** Gives the browser a person's login. */
async function signIn(context: BrowserContext, base_url: string, who: Person): Promise<void> {
  const [name = "", value = ""] = (who.cookie() ?? "").split("=");
  await context.addCookies([{ name, value, url: base_url }]);
}
