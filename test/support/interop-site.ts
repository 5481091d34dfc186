import type { TestAppOptions } from "./app.ts";
import { SETTINGS } from "../../src/platform/config/settings.ts";
import { freePort } from "./free-port.ts";
import { ledgerLine, record } from "./ledger.ts";
import { type OAuthSite, oauthSite } from "./oauth-site.ts";
import { PASSWORD, type Person } from "./person.ts";

/** What a person decides in the window that a program opened. */
export interface Choice {
  readonly who?: Person;
  readonly writes?: readonly string[];
  readonly decision?: "allow" | "deny";
}

/** A company with three ledger lines, served at its public address, so that programs find everything by discovery. */
export interface InteropSite extends OAuthSite {
  readonly base_url: string;
  readonly mcp_url: string;
  /** Opens an authorization address as a browser does, logs in, decides; the address that the program is called at. */
  window(address: string | URL, choice?: Choice): Promise<URL>;
}

export async function interopSite(options: Pick<TestAppOptions, "safe_fetch"> = {}): Promise<InteropSite> {
  const main_port = await freePort();
  const base_url = `http://127.0.0.1:${main_port}`;
  const site = await oauthSite({
    ...options,
    main_port,
    // As shipped: the programs of these tests refresh several times at once.
    oauth_replay_clients: SETTINGS.OAUTH_REPLAY_CLIENTS.schema.parse(undefined),
    settings: { base_url, api_url: base_url, sandbox_api_url: `http://localhost:${main_port}` },
  });
  site.admin.forgetCookie();
  await record(site.app.db.context(site.tenant), [ledgerLine(1), ledgerLine(2), ledgerLine(3)]);
  return {
    ...site,
    base_url,
    mcp_url: `${base_url}/api/mcp`,
    async window(address, choice = {}) {
      const url = new URL(address);
      if (url.origin !== base_url) throw new Error(`the window was opened at ${url.origin}`);
      return await throughPages(url, choice.who ?? site.admin, site.tenant.id, choice);
    },
  };
}

/** Who sits in front of a browser, and what of it they use. */
export type Visitor = Pick<Person, "csrf" | "email" | "get" | "post">;

/** Pages follow each other until one sends the browser to another address. */
export async function throughPages(
  opened: URL,
  who: Visitor,
  tenant_id: string,
  choice: Omit<Choice, "who"> = {},
): Promise<URL> {
  let url = opened;
  for (let step = 0; step < 8; step += 1) {
    const answer = await onPage(url, who, tenant_id, choice);
    const { location } = answer.headers;
    if (location === undefined) throw new Error(`${url.pathname} answered ${answer.status}: ${answer.text}`);
    url = new URL(location, opened);
    if (url.origin !== opened.origin) return url;
  }
  throw new Error(`the pages do not end: ${url.pathname}`);
}

async function onPage(url: URL, who: Visitor, tenant_id: string, { writes = [], decision = "allow" }: Choice) {
  const page = await who.get(`${url.pathname}${url.search}`);
  if (page.status !== 200) return page;
  if (url.pathname === "/login") {
    const return_to = url.searchParams.get("return_to") ?? "";
    return await who.post("/login", { email: who.email, password: PASSWORD, return_to });
  }
  const request = url.searchParams.get("request") ?? "";
  return await who.post("/oauth/consent", { request, csrf_token: who.csrf(page), tenant_id, write: writes, decision });
}
