import { createServer, type Server } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_INSTALL, isChromiumInstalled, launchChromium } from "../../support/chromium.ts";
import { freePort } from "../../support/free-port.ts";
import { type InteropSite, interopSite } from "../../support/interop-site.ts";
import { pkce } from "../../support/oauth-client.ts";

const title = isChromiumInstalled
  ? "a program that is a page in a browser"
  : `a program that is a page in a browser (skipped: run \`${CHROMIUM_INSTALL}\` first)`;

/** What page code sees of an answer; headers that are not exposed to it are null. */
interface Seen {
  readonly status: number;
  readonly challenge: string | null;
  readonly body: string;
}

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe.skipIf(!isChromiumInstalled)(title, () => {
  let site: InteropSite;
  let browser: Browser;
  let page: Page;
  let pages: Server;
  let origin: string;
  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    pages = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>program</title>");
    });
    await new Promise<void>((done) => pages.listen(port, "127.0.0.1", done));
    [site, browser] = await Promise.all([interopSite(), launchChromium()]);
    page = await browser.newPage();
    await page.goto(origin);
  });
  afterAll(async () => {
    await browser.close();
    pages.closeAllConnections();
    pages.close();
    await site.close();
  });

  /** `fetch` by the page's own code, under all rules of the browser. */
  async function fetched(url: string, init: Readonly<Record<string, unknown>> = {}): Promise<Seen> {
    return await page.evaluate(
      async (asked) => {
        const answer = await fetch(asked.url, asked.init);
        return {
          status: answer.status,
          challenge: answer.headers.get("www-authenticate"),
          body: await answer.text(),
        };
      },
      { url, init },
    );
  }

  const parsed = ({ body }: Seen) => JSON.parse(body) as Readonly<Record<string, string>>;
  const posted = (body: Readonly<Record<string, string>>) => ({
    method: "POST",
    headers: FORM,
    body: new URLSearchParams(body).toString(),
  });
  const asking = (authorization: Readonly<Record<string, string>>) => ({
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...authorization,
    },
    body: LIST,
  });

  test("[contract 5.4.2, 5.4.3, 5.4.7] reads the challenge, registers, gets tokens, calls, revokes: all from another origin", async () => {
    const refused = await fetched(site.mcp_url, asking({}));
    expect(refused.status).toBe(401);
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.challenge ?? "")?.[1] ?? "";
    expect(await fetched(metadata)).toMatchObject({ status: 200 });
    const server = parsed(await fetched(`${site.base_url}/.well-known/oauth-authorization-server`));
    const registration = { client_name: "Page", redirect_uris: [`${origin}/`], token_endpoint_auth_method: "none" };
    const { client_id = "" } = parsed(
      await fetched(server["registration_endpoint"] ?? "", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(registration),
      }),
    );
    const { verifier, challenge } = pkce();
    const address = new URL(server["authorization_endpoint"] ?? "");
    address.search = new URLSearchParams({
      client_id,
      response_type: "code",
      code_challenge: challenge,
      code_challenge_method: "S256",
    }).toString();
    const code = (await site.window(address)).searchParams.get("code") ?? "";
    const exchange = { grant_type: "authorization_code", client_id, code, code_verifier: verifier };
    const { access_token = "" } = parsed(await fetched(server["token_endpoint"] ?? "", posted(exchange)));
    const authorization = { authorization: `Bearer ${access_token}` };
    const listed = await fetched(site.mcp_url, asking(authorization));
    expect([listed.status, listed.body]).toEqual([200, expect.stringContaining("list_emissions")]);
    const revoked = await fetched(server["revocation_endpoint"] ?? "", posted({ token: access_token }));
    expect(revoked.status).toBe(200);
    expect(await fetched(site.mcp_url, asking(authorization))).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"') as unknown,
    });
  });

  test("cannot read the pages for people", async () => {
    for (const path of ["/login", "/account", "/oauth/authorize"]) {
      await expect(fetched(`${site.base_url}${path}`, { credentials: "include" })).rejects.toThrow(/Failed to fetch/);
    }
  });
});
