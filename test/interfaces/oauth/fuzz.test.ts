import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, call } from "../../support/http-client.ts";
import { pkce, post, REDIRECT } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite } from "../../support/oauth-site.ts";

const RUNS = { numRuns: 150 };
const CODES =
  /^(invalid_request|invalid_client|invalid_grant|invalid_scope|invalid_target|invalid_client_metadata|invalid_redirect_uri|unsupported_grant_type|unsupported_response_type|access_denied|consent_required|request_not_supported|request_uri_not_supported|temporarily_unavailable)$/;

let site: OAuthSite;
let known: Readonly<Record<string, readonly string[]>>;
beforeAll(async () => {
  site = await oauthSite();
  const { access_token, refresh_token } = await site.connect();
  const { code, form } = await site.code();
  known = {
    client_id: [site.client_id],
    redirect_uri: [REDIRECT],
    code: [code],
    code_verifier: [form["code_verifier"] ?? ""],
    refresh_token: [refresh_token, access_token],
    token: [access_token, refresh_token],
    code_challenge: [pkce().challenge],
  };
});
afterAll(() => site.close());

const FIXED: Readonly<Record<string, readonly string[]>> = {
  grant_type: ["authorization_code", "refresh_token", "password"],
  response_type: ["code"],
  code_challenge_method: ["S256", "plain"],
  scope: ["emissions:read", "targets:write emissions:read", "openid"],
  resource: ["http://ledger.test/api/mcp", "https://evil.example"],
  prompt: ["none", "login"],
  token_type_hint: ["access_token"],
};

const NAMES =
  "client_id client_secret redirect_uri code code_verifier refresh_token token state code_challenge request write tenant_id decision"
    .split(" ")
    .concat(Object.keys(FIXED));

const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("", "\0", "%", "%00", "\ud800", "https://", "https://[", "http://localhost:99999/", "a".repeat(3000)),
);

/** A form of the names that these endpoints know, with values that are right, wrong, repeated or nonsense. */
const form = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat(3), odd), { maxLength: 12 }).map((parts) => {
  const fields = new URLSearchParams();
  for (const [name, choice, nonsense] of parts) {
    const values = known[name] ?? FIXED[name] ?? [];
    fields.append(name, values[choice] ?? nonsense);
  }
  return fields;
});

const authorization = fc.option(
  fc.oneof(
    fc.constantFrom("Basic", "Bearer x", "Basic Og==", "Basic eDp5", "Basic AAA6"),
    fc.base64String({ maxLength: 40 }).map((text) => `Basic ${text}`),
  ),
  { nil: undefined },
);

function assertRefusalOrSuccess({ status, text, headers }: Answer): void {
  expect(status).toBeLessThan(500);
  if (status < 400 || headers["content-type"]?.startsWith("application/json") !== true) return;
  expect((JSON.parse(text) as { error: string }).error).toMatch(CODES);
}

describe("whatever is sent, the answer is one of OAuth's", () => {
  test("at the token and the revocation endpoint", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("token", "revoke"), form, authorization, async (path, fields, header) => {
        const headers = header === undefined ? {} : { authorization: header };
        assertRefusalOrSuccess(await post(site.app, `/oauth/${path}`, fields, headers));
      }),
      RUNS,
    );
  });

  test("at the registration endpoint", async () => {
    const member = fc.oneof(
      odd,
      fc.array(odd, { maxLength: 3 }),
      fc.jsonValue({ maxDepth: 2 }),
      fc.constant([REDIRECT]),
    );
    const names = [
      "redirect_uris",
      "client_name",
      "client_uri",
      "token_endpoint_auth_method",
      "grant_types",
      "response_types",
    ];
    const body = fc.oneof(
      fc.dictionary(fc.constantFrom(...names), member).map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string({ unit: "binary" }),
    );
    let minute = 0;
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        if ((minute += 1) % 50 === 0) site.app.db.clock.advance(60);
        const headers = { "content-type": "application/json" };
        assertRefusalOrSuccess(await call(site.app.main, "/oauth/register", { method: "POST", headers, body: text }));
      }),
      RUNS,
    );
  });

  test("on the pages, with and without a login", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("authorize", "consent"),
        fc.boolean(),
        fc.boolean(),
        form,
        async (page, isPost, isIn, fields) => {
          const path = `/oauth/${page}`;
          const answer = isPost
            ? await (isIn ? site.admin.post(path, fields) : post(site.app, path, fields))
            : await (isIn ? site.admin.get : (where: string) => call(site.app.main, where))(
                `${path}?${fields.toString()}`,
              );
          expect(answer.status).toBeLessThan(500);
          const location = answer.headers["location"];
          if (location !== undefined)
            expect(location).toMatch(/^(\/login\?|\/oauth\/consent\?|https:\/\/assistant\.example\/callback\?)/);
        },
      ),
      RUNS,
    );
  });
});
