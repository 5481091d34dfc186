import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InteropSite, interopSite } from "../../support/interop-site.ts";

/** The library checks every answer against its specification and throws at the first deviation. */
const INSECURE = { [oauth.allowInsecureRequests]: true };
const CALLBACK = "https://assistant.example/callback";

let site: InteropSite;
let server: oauth.AuthorizationServer;
let client: oauth.Client;
beforeAll(async () => {
  site = await interopSite();
  const issuer = new URL(site.base_url);
  const answer = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...INSECURE });
  server = await oauth.processDiscoveryResponse(issuer, answer);
});
afterAll(() => site.close());

/** The way from the authorization address to checked tokens. */
async function connect(auth: oauth.ClientAuth, more: Readonly<Record<string, string>> = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    ...more,
  }).toString();
  const callback = oauth.validateAuthResponse(server, client, await site.window(address), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    callback,
    CALLBACK,
    verifier,
    INSECURE,
  );
  return await oauth.processAuthorizationCodeResponse(server, client, answer);
}

describe("oauth4webapi", () => {
  test("[contract 5.4.1, 5.4.2] reads the metadata of the resource and of its authorization server", async () => {
    for (const resource of [site.base_url, site.mcp_url, `${site.base_url}/api/v1`]) {
      const address = new URL(resource);
      const answer = await oauth.resourceDiscoveryRequest(address, INSECURE);
      const found = await oauth.processResourceDiscoveryResponse(address, answer);
      expect(found).toMatchObject({ authorization_servers: [site.base_url] });
    }
    expect(server).toMatchObject({ issuer: site.base_url, authorization_response_iss_parameter_supported: true });
  });

  test("understands the challenges of the assistant endpoint and of the REST interface", async () => {
    for (const [method, path] of [
      ["POST", "/api/mcp"],
      ["GET", "/api/v1/emissions"],
    ] as const) {
      const refused = await challenged("invented", `${site.base_url}${path}`, method);
      expect(refused).toMatchObject([{ scheme: "bearer", parameters: { error: "invalid_token" } }]);
      const [{ parameters } = { parameters: {} }] = refused;
      const { resource_metadata = "" } = parameters as Record<string, string | undefined>;
      expect((await fetch(resource_metadata)).status).toBe(200);
    }
  });

  test.each(["none", "client_secret_post", "client_secret_basic"])(
    "[contract 5.4.3, 5.4.4, 5.4.6] registers with %s, exchanges a code, refreshes",
    async (token_endpoint_auth_method) => {
      const auth = await registered(token_endpoint_auth_method);
      const first = await connect(auth, { resource: site.mcp_url, scope: "emissions:read targets:write" });
      expect(first).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "emissions:read" });
      const answer = await oauth.refreshTokenGrantRequest(server, client, auth, first.refresh_token ?? "", INSECURE);
      const second = await oauth.processRefreshTokenResponse(server, client, answer);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      const page = await asked(second.access_token, `${site.base_url}/api/v1/emissions`);
      expect(page.status).toBe(200);
    },
  );

  test("[contract 7.2.3] is challenged for the right that a call needs", async () => {
    const auth = await registered("none");
    const { access_token } = await connect(auth, { scope: "emissions:read" });
    const refused = await challenged(access_token, `${site.base_url}/api/v1/targets`);
    expect(refused).toMatchObject([
      { scheme: "bearer", parameters: { error: "insufficient_scope", scope: "targets:read" } },
    ]);
  });

  test("[contract 5.4.7] revokes one token, and neither works any more", async () => {
    const auth = await registered("client_secret_basic");
    const { access_token, refresh_token = "" } = await connect(auth);
    const answer = await oauth.revocationRequest(server, client, auth, access_token, INSECURE);
    await oauth.processRevocationResponse(answer);
    expect(await challenged(access_token, `${site.base_url}/api/v1/me`)).toMatchObject([
      { parameters: { error: "invalid_token" } },
    ]);
    const refresh = await oauth.refreshTokenGrantRequest(server, client, auth, refresh_token, INSECURE);
    await expect(oauth.processRefreshTokenResponse(server, client, refresh)).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("gets a refusal of the person as an error that names the issuer", async () => {
    await registered("none");
    const verifier = oauth.generateRandomCodeVerifier();
    const address = new URL(server.authorization_endpoint ?? "");
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: "code",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state: "of this try",
    }).toString();
    const callback = await site.window(address, { decision: "deny" });
    expect(() => oauth.validateAuthResponse(server, client, callback, "of this try")).toThrow(
      expect.objectContaining({ error: "access_denied" }),
    );
  });
});

async function registered(token_endpoint_auth_method: string): Promise<oauth.ClientAuth> {
  const metadata = { client_name: "A strict program", redirect_uris: [CALLBACK], token_endpoint_auth_method };
  const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, INSECURE);
  client = await oauth.processDynamicClientRegistrationResponse(answer);
  const secret = client["client_secret"];
  if (token_endpoint_auth_method === "none") return oauth.None();
  if (typeof secret !== "string") throw new Error("the registration gave no secret");
  return token_endpoint_auth_method === "client_secret_post"
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);
}

async function asked(access_token: string, url: string, method: "GET" | "POST" = "GET"): Promise<Response> {
  const headers = new Headers({ accept: "application/json, text/event-stream" });
  return await oauth.protectedResourceRequest(access_token, method, new URL(url), headers, null, INSECURE);
}

/** The parsed challenges of a refusal. */
async function challenged(
  access_token: string,
  url: string,
  method: "GET" | "POST" = "GET",
): Promise<oauth.WWWAuthenticateChallenge[]> {
  const refused: unknown = await asked(access_token, url, method).catch((error: unknown) => error);
  if (!(refused instanceof oauth.WWWAuthenticateChallengeError)) throw new Error("the call was not refused");
  return refused.cause;
}
