import * as client from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InteropSite, interopSite } from "../../support/interop-site.ts";

const CALLBACK = "https://assistant.example/callback";

let site: InteropSite;
let config: client.Configuration;
beforeAll(async () => {
  site = await interopSite();
  config = await client.dynamicClientRegistration(
    new URL(site.base_url),
    { client_name: "A certified program", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" },
    client.None(),
    // The service under test listens on loopback without TLS.
    { algorithm: "oauth2", execute: [client.allowInsecureRequests] },
  );
});
afterAll(() => site.close());

async function connect(): Promise<client.TokenEndpointResponse> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    resource: site.mcp_url,
  });
  const callback = await site.window(address);
  return await client.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState });
}

async function statusOf(access_token: string): Promise<number> {
  const url = new URL(`${site.base_url}/api/v1/me`);
  const refused = (error: unknown) => (error instanceof client.WWWAuthenticateChallengeError ? error.status : 0);
  return await client.fetchProtectedResource(config, access_token, url, "GET").then(({ status }) => status, refused);
}

describe("openid-client", () => {
  test("[contract 5.4.2, 5.4.3, 5.4.4] discovers, registers and connects", async () => {
    expect(config.serverMetadata().issuer).toBe(site.base_url);
    const { access_token, expires_in } = await connect();
    expect(expires_in).toBe(3600);
    expect(await statusOf(access_token)).toBe(200);
  });

  test("[contract 5.4.6] refreshes after the hour", async () => {
    const first = await connect();
    site.app.db.clock.advance(3_605);
    expect(await statusOf(first.access_token)).toBe(401);
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? "");
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusOf(second.access_token)).toBe(200);
  });

  test("[contract 5.4.7] after revoking the access token, the refresh token is refused", async () => {
    const { access_token, refresh_token = "" } = await connect();
    await client.tokenRevocation(config, access_token);
    expect(await statusOf(access_token)).toBe(401);
    await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("an answer to another login is refused by the program: state and issuer come back", async () => {
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: "S256",
      state: "another login",
    });
    const callback = await site.window(address);
    const refusal = (parameter: string) => ({
      code: "OAUTH_INVALID_RESPONSE",
      cause: { message: expect.stringContaining(`"${parameter}"`) as unknown },
    });
    await expect(
      client.authorizationCodeGrant(config, callback, { expectedState: "this login" }),
    ).rejects.toMatchObject(refusal("state"));
    callback.searchParams.set("iss", "https://evil.example");
    await expect(
      client.authorizationCodeGrant(config, callback, { expectedState: "another login" }),
    ).rejects.toMatchObject(refusal("iss"));
  });
});
