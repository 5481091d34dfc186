import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/http-client.ts";
import { REDIRECT, register } from "../../support/oauth-client.ts";
import { type OAuthSite, oauthSite, refusalOf } from "../../support/oauth-site.ts";

let site: OAuthSite;
beforeAll(async () => {
  site = await oauthSite();
});
afterAll(() => site.close());

type Registration = Readonly<Record<string, unknown>> & { readonly client_id: string };

async function accepted(body: Readonly<Record<string, unknown>>): Promise<Registration> {
  const answer = await register(site.app, body);
  expect(answer.status).toBe(201);
  return JSON.parse(answer.text) as Registration;
}

async function send(body: string | Buffer) {
  const headers = { "content-type": "application/json" };
  return await call(site.app.main, "/oauth/register", { method: "POST", headers, body });
}

describe("[contract 5.4.3] a program registers itself", () => {
  test("a public program gets an id and no secret", async () => {
    const answer = await register(site.app);
    expect(answer.status).toBe(201);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(JSON.parse(answer.text)).toEqual({
      client_id: expect.stringMatching(/^qo_client_[A-Za-z0-9_-]{22}$/),
      client_id_issued_at: Date.parse("2026-06-15T12:00:00Z") / 1000,
      client_name: "Test assistant",
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
  });

  test("one with a secret gets it once; without a method it is HTTP Basic (RFC 7591 2)", async () => {
    for (const [asked, method] of [
      ["client_secret_post", "client_secret_post"],
      ["client_secret_basic", "client_secret_basic"],
      ["", "client_secret_basic"],
      [undefined, "client_secret_basic"],
    ] as const) {
      const given = await accepted({ token_endpoint_auth_method: asked });
      expect(given["token_endpoint_auth_method"]).toBe(method);
      expect(given["client_secret"]).toMatch(/^qo_cs_[A-Za-z0-9_-]{43}$/);
      expect(given["client_secret_expires_at"]).toBe(0);
    }
  });

  test("Cursor's body: three kinds of addresses, application_type web", async () => {
    const redirect_uris = [
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "https://www.cursor.com/agents/mcp/oauth/callback",
      "http://localhost:8787/callback",
    ];
    const given = await accepted({
      client_name: "Cursor",
      redirect_uris,
      application_type: "web",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: "mcp:tools",
    });
    expect(given["redirect_uris"]).toEqual(redirect_uris);
    expect(given["scope"]).toBeUndefined();
  });

  test("VS Code's body: loopback with and without a port, empty fields", async () => {
    const given = await accepted({
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      logo_uri: "",
      tos_uri: "",
      contacts: null,
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
      response_types: ["code"],
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
      ],
      application_type: "native",
    });
    expect(given["client_uri"]).toBe("https://code.visualstudio.com");
  });

  test("names are one printable line; without one the host is the name", async () => {
    const nameOf = async (client_name: unknown) => (await accepted({ client_name }))["client_name"];
    expect(await nameOf("  Good\r\n\u202eprogram\u0000 ")).toBe("Good program");
    expect(await nameOf("Half\ud800way")).toBe("Half way");
    expect(await nameOf("x".repeat(500))).toBe("x".repeat(100));
    expect(await nameOf("")).toBe("assistant.example");
    expect(await nameOf(null)).toBe("assistant.example");
  });

  test("an address of the program that is none is dropped", async () => {
    for (const client_uri of [
      "javascript:alert(1)",
      "http://assistant.example",
      "https://x\u0000",
      "https://ä.example",
    ]) {
      expect((await accepted({ client_uri }))["client_uri"]).toBeUndefined();
    }
  });
});

describe("a body that cannot be used registers nothing", () => {
  const wrong: Record<string, readonly [string, Readonly<Record<string, unknown>>]> = {
    "no addresses": ["invalid_redirect_uri", { redirect_uris: [] }],
    "addresses missing": ["invalid_redirect_uri", { redirect_uris: undefined }],
    "too much text": [
      "invalid_redirect_uri",
      { redirect_uris: Array.from({ length: 5 }, (_, i) => `${REDIRECT}/${"x".repeat(900)}${i}`) },
    ],
    "an address that is no text": ["invalid_redirect_uri", { redirect_uris: [1] }],
    "too many addresses": [
      "invalid_redirect_uri",
      { redirect_uris: Array.from({ length: 21 }, (_, i) => `${REDIRECT}${i}`) },
    ],
    "a name that is no text": ["invalid_client_metadata", { client_name: { da: "x" } }],
    "another grant": ["invalid_client_metadata", { grant_types: ["client_credentials"] }],
    "another answer": ["invalid_client_metadata", { response_types: ["token"] }],
    "another authentication": ["invalid_client_metadata", { token_endpoint_auth_method: "private_key_jwt" }],
  };
  test.each(Object.keys(wrong))("%s", async (name) => {
    const [error, body] = wrong[name] ?? ["", {}];
    expect(refusalOf(await register(site.app, body))).toEqual({ status: 400, error });
  });

  test("no JSON, no object, no UTF-8", async () => {
    for (const body of ["", "{", "[]", "null", '"x"', Buffer.from([0x7b, 0xff, 0x7d])]) {
      expect(refusalOf(await send(body)).error).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
    }
  });

  test("a body above 64 KiB", async () => {
    const body = JSON.stringify({ redirect_uris: [REDIRECT], client_name: "x".repeat(70_000) });
    expect(refusalOf(await send(body))).toEqual({ status: 400, error: "invalid_request" });
  });
});

describe("registrations of one address are bounded", () => {
  const BODY = JSON.stringify({ redirect_uris: [REDIRECT] });
  let limited: OAuthSite;
  beforeAll(async () => {
    const ip_rate_limit_ranges = [{ range: "127.0.0.64/26", requests_per_minute: 600 }];
    limited = await oauthSite({ settings: { ip_rate_limit: 300, ip_rate_limit_ranges } });
  });
  afterAll(() => limited.close());

  /** How many of so many registrations in a minute of their own are accepted, and the first refusal. */
  async function tried(times: number, from: string) {
    const answers = [];
    for (let done = 0; done < times; done += 1) {
      const headers = { "content-type": "application/json" };
      answers.push(await call(limited.app.main, "/oauth/register", { method: "POST", headers, body: BODY, from }));
    }
    limited.app.db.clock.advance(60);
    return {
      accepted: answers.filter(({ status }) => status === 201).length,
      refused: answers.find(({ status }) => status !== 201),
    };
  }

  test("60 a minute, then 429 with Retry-After; another address, and the next minute, go on", async () => {
    const { accepted, refused } = await tried(61, "127.0.0.9");
    expect([accepted, refused?.status, refused?.headers["retry-after"]]).toEqual([60, 429, "60"]);
    expect(JSON.parse(refused?.text ?? "")).toMatchObject({ error: "temporarily_unavailable" });
    expect((await tried(1, "127.0.0.10")).accepted).toBe(1);
    expect((await tried(1, "127.0.0.9")).accepted).toBe(1);
  });

  test("an address of a range with another limit has its share of that", async () => {
    expect((await tried(121, "127.0.0.65")).accepted).toBe(120);
  });

  test("1000 a day", async () => {
    limited.app.db.clock.set("2026-06-17T00:00:00.000Z");
    for (let minute = 0; minute < 20; minute += 1) expect((await tried(50, "127.0.0.11")).accepted).toBe(50);
    const { refused } = await tried(1, "127.0.0.11");
    expect([refused?.status, refused?.headers["retry-after"]]).toEqual([429, String(86_400 - 20 * 60)]);
  });
});
