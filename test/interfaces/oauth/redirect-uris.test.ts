import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authorizePath, answered, pkce, register, registered } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite, refusalOf } from "../../support/oauth-site.ts";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

/** Where a logged-in administrator is sent: "consent", "refused" (a page of ours) or an address. */
async function sentTo(client_id: string, redirect_uri: string): Promise<string> {
  const { challenge } = pkce();
  const { status, headers } = await site.admin.get(authorizePath({ client_id, challenge, redirect_uri }));
  if (status === 400 && headers["location"] === undefined) return "refused";
  const location = headers["location"] ?? `status ${status}`;
  return location.startsWith("/oauth/consent?") ? "consent" : location;
}

async function verdicts(registeredUris: readonly string[], requested: readonly string[]): Promise<string[]> {
  const client_id = await registered(site.app, { redirect_uris: registeredUris });
  const found: string[] = [];
  for (const uri of requested) found.push(`${uri} ${await sentTo(client_id, uri)}`);
  return found;
}

describe("registration accepts an address or refuses the whole body", () => {
  test("https anywhere, http on loopback, private-use schemes of installed programs", async () => {
    const accepted = [
      "https://claude.ai/api/mcp/auth_callback",
      "https://chatgpt.com/connector/oauth/abc",
      "https://chatgpt.com/connector_platform_oauth_redirect",
      "https://vscode.dev/redirect",
      "https://assistant.example:8443/callback?kept=1",
      "http://127.0.0.1/",
      "http://127.0.0.1:33418/",
      "http://localhost/callback",
      "http://localhost:8787/callback",
      "http://[::1]:9000/cb",
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "com.example.app:/oauth",
    ];
    for (const uri of accepted)
      expect([uri, (await register(site.app, { redirect_uris: [uri] })).status]).toEqual([uri, 201]);
  });

  test("anything else is invalid_redirect_uri", async () => {
    const refused = [
      "http://assistant.example/callback",
      "http://127.0.0.1.evil.example/",
      "http://localhost.evil.example/",
      "http://localhost@evil.example/",
      "http://127.0.0.2/",
      "http://10.0.0.1/callback",
      "https://user@assistant.example/callback",
      "https://user:word@assistant.example/callback",
      "https://assistant.example/callback#part",
      "https://assistant.example/call back",
      "https://assistant.example\\@evil.example/",
      "https://assistant.example/\u0000",
      "https://assistant.exämple/callback",
      "https:assistant.example",
      "https://",
      "javascript://assistant.example/%0aalert(1)",
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "vbscript:x",
      "blob:https://assistant.example/1",
      "view-source://assistant.example/",
      "intent://assistant.example/#Intent",
      "mailto:a@assistant.example",
      "ms-msdt:/id",
      "ms-appinstaller:/x",
      "search-ms:/x",
      "shell:/x",
      "about:blank",
      "ws://127.0.0.1/",
      "ftp://127.0.0.1/",
      "/callback",
      "callback",
      "",
      `https://assistant.example/${"x".repeat(1000)}`,
    ];
    for (const uri of refused) {
      const answer = await register(site.app, { redirect_uris: ["https://assistant.example/callback", uri] });
      expect([uri, refusalOf(answer)]).toEqual([uri, { status: 400, error: "invalid_redirect_uri" }]);
    }
  });
});

describe("an authorization request names a registered address, character by character", () => {
  test("look-alikes of an https address stay on our own page", async () => {
    const requested = [
      "https://assistant.example/callback/",
      "https://assistant.example/callback?x=1",
      "https://assistant.example/callbac",
      "https://assistant.example/callback2",
      "https://assistant.example/callback/../evil",
      "https://assistant.example/callback%2f..%2fevil",
      "https://assistant.example/CALLBACK",
      "https://ASSISTANT.example/callback",
      "https://assistant.example:443/callback",
      "https://assistant.example:8443/callback",
      "https://assistant.example.evil.example/callback",
      "https://evil.example/callback",
      "https://assistant.example@evil.example/callback",
      "https://evil.example\\@assistant.example/callback",
      "http://assistant.example/callback",
      "https://assistant.example/callback#",
      "https://assistant.example/callback ",
      "//assistant.example/callback",
      "/callback",
    ];
    const found = await verdicts(["https://assistant.example/callback"], requested);
    expect(found).toEqual(requested.map((uri) => `${uri} refused`));
  });

  test("the port of a loopback address is free, host and path are not", async () => {
    const free = ["http://127.0.0.1:1/callback", "http://127.0.0.1:65535/callback", "http://127.0.0.1/callback"];
    const bound = [
      "http://localhost:33418/callback",
      "http://127.0.0.1:33418/",
      "http://127.0.0.1:33418/callback?x",
      "http://127.0.0.1:33418/callback/",
      "http://127.0.0.1:65536/callback",
      "http://127.0.0.1:99999/callback",
      "http://127.0.0.1:/callback",
      "http://127.0.0.1:80@evil.example/callback",
      "http://127.0.0.1.evil.example:80/callback",
      "http://[::1]:33418/callback",
      "https://127.0.0.1:33418/callback",
      "http://0.0.0.0:33418/callback",
    ];
    const found = await verdicts(["http://127.0.0.1/callback"], [...free, ...bound]);
    expect(found).toEqual([...free.map((uri) => `${uri} consent`), ...bound.map((uri) => `${uri} refused`)]);
  });

  test("editors' addresses: no port, another port, localhost", async () => {
    const uris = ["http://127.0.0.1/", "http://127.0.0.1:33418/", "http://localhost/callback"];
    const requested = ["http://127.0.0.1:51234/", "http://localhost:61000/callback", "http://127.0.0.1:51234"];
    expect(await verdicts(uris, requested)).toEqual(requested.map((uri) => `${uri} consent`));
  });

  test("with one registered address it may be left out, with two it may not", async () => {
    const { challenge } = pkce();
    const ask = async (redirect_uris: readonly string[]) => {
      const client_id = await registered(site.app, { redirect_uris });
      const query = new URLSearchParams({ response_type: "code", client_id, code_challenge: challenge });
      query.set("code_challenge_method", "S256");
      return (await site.admin.get(`/oauth/authorize?${query.toString()}`)).status;
    };
    expect(await ask(["https://assistant.example/a"])).toBe(303);
    expect(await ask(["https://assistant.example/a", "https://assistant.example/b"])).toBe(400);
  });
});

describe("the answer is added to the address and changes nothing of it", () => {
  test("its own query stays as it was written", async () => {
    for (const redirect_uri of ["https://assistant.example/cb?a=b%20c&d", "https://assistant.example/cb"]) {
      const client_id = await registered(site.app, { redirect_uris: [redirect_uri] });
      const { answer } = await site.code({ client_id, redirect_uri });
      const separator = redirect_uri.includes("?") ? "&" : "?";
      expect(answer.headers["location"]).toMatch(new RegExp(`^${escaped(redirect_uri + separator)}code=qo_ac_`));
    }
  });

  test("a private-use scheme gets its code", async () => {
    const redirect_uri = "cursor://anysphere.cursor-mcp/oauth/callback";
    const client_id = await registered(site.app, { redirect_uris: [redirect_uri], application_type: "web" });
    const { answer, form } = await site.code({ client_id, redirect_uri });
    expect(answer.headers["location"]).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/);
    expect(answered(answer, "iss")).toBe("http://ledger.test");
    expect((await site.exchange(form)).status).toBe(200);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.?*+^$()[\]{}|\\/]/g, String.raw`\$&`);
}
