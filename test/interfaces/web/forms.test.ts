import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../support/app.ts";
import { call, sendBytes } from "../../support/http-client.ts";
import { PASSWORD, person, type Person, postForm } from "../../support/person.ts";

let app: TestApp;
let one: Person;
let other: Person;
beforeAll(async () => {
  app = await testApp();
  one = await person(app);
  other = await person(app);
  await one.logIn();
  await other.logIn();
});
afterAll(() => app.close());

const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe("a form counts only when it comes from a page of this login", () => {
  const begin = async (fields: Record<string, string | string[]>, headers: Record<string, string> = {}) =>
    (await one.post("/account/second-factor", fields, headers)).status;

  test("with the page's own token it does", async () => {
    expect(await begin({ csrf_token: one.csrf(await one.get("/account")) })).toBe(200);
  });

  test("without a token, with a wrong one, or with that of another login it does not", async () => {
    const own = one.csrf(await one.get("/account"));
    const foreign = other.csrf(await other.get("/account"));
    expect(foreign).not.toBe(own);
    for (const csrf_token of ["", foreign, own.slice(1), `${own}a`, "\0", "x".repeat(5000)]) {
      expect([csrf_token, await begin({ csrf_token })]).toEqual([csrf_token, 403]);
    }
    expect(await begin({})).toBe(403);
    expect(await begin({ csrf_token: [foreign, own] })).toBe(403);
    const older = await person(app);
    await older.logIn();
    const before = older.csrf(await older.get("/account"));
    await older.logIn();
    expect((await older.post("/account/second-factor", { csrf_token: before })).status).toBe(403);
  });

  test.each([
    ["a foreign page", { origin: "https://evil.example" }],
    ["a sandboxed page", { origin: "null" }],
    ["another scheme", { origin: "https://ledger.test" }],
    ["another port", { origin: "http://ledger.test:81" }],
    ["an address that begins like ours", { origin: "http://ledger.test.evil.example" }],
    ["no origin, but from another site", { "sec-fetch-site": "cross-site" }],
    ["no origin, but from a neighbouring host", { "sec-fetch-site": "same-site" }],
  ])("with the right token, yet from %s, it does not", async (_name, headers) => {
    const csrf_token = one.csrf(await one.get("/account"));
    expect(await begin({ csrf_token }, headers)).toBe(403);
    expect((await one.post("/logout", { csrf_token }, headers)).status).toBe(403);
    const login = await postForm(app, "/login", { email: one.email, password: PASSWORD }, { headers });
    expect([login.status, login.headers["set-cookie"]]).toEqual([403, undefined]);
    expect((await postForm(app, "/account/password-reset", { email: one.email }, { headers })).status).toBe(403);
  });

  test("from our own page it does", async () => {
    const csrf_token = one.csrf(await one.get("/account"));
    expect(await begin({ csrf_token }, { origin: "http://ledger.test", "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await begin({ csrf_token }, { "sec-fetch-site": "same-origin" })).toBe(200);
  });

  test("a service on loopback is the same under each of its names, and nothing else is", async () => {
    const site = await testApp({ settings: { base_url: "http://localhost:3000", api_url: "http://localhost:3000" } });
    try {
      const { email } = await person(site);
      const from = async (origin: string) =>
        (await postForm(site, "/login", { email, password: PASSWORD }, { headers: { origin } })).status;
      for (const name of ["localhost", "127.0.0.1", "[::1]"]) expect(await from(`http://${name}:3000`)).toBe(303);
      for (const origin of ["http://localhost:3001", "https://localhost:3000", "http://evil.example:3000", "null"]) {
        expect([origin, await from(origin)]).toEqual([origin, 403]);
      }
    } finally {
      await site.close();
    }
  });
});

describe("bodies that are no form of ours", () => {
  const bodies: Record<string, readonly [number, Record<string, string>, string | Buffer]> = {
    "more than 64 KiB": [400, FORM, `email=${"a".repeat(70_000)}`],
    JSON: [400, { "content-type": "application/json" }, JSON.stringify({ email: "a@b.example", password: PASSWORD })],
    "a multipart form": [400, { "content-type": "multipart/form-data; boundary=x" }, "--x--"],
    "no type": [400, {}, "email=a"],
    "bytes that are not UTF-8": [400, FORM, Buffer.from([0x65, 0x3d, 0xff, 0xfe])],
    "escapes that are not UTF-8": [400, FORM, "email=%FF%FE&password=%C3%28"],
    "escapes that are none": [400, FORM, "email=%zz"],
    "a compressed body": [400, { ...FORM, "content-encoding": "gzip" }, Buffer.from([0x1f, 0x8b, 8, 0, 0xff])],
    nothing: [401, FORM, ""],
    "only separators": [401, FORM, "&&&==&=&"],
    "many fields": [401, FORM, "a=b&".repeat(10_000)],
    "a field called __proto__": [401, FORM, "__proto__=x&constructor=y&toString=z"],
  };
  test.each(Object.keys(bodies))("%s", async (name) => {
    const [expected, headers, body] = bodies[name] ?? [0, {}, ""];
    const { status, headers: answered } = await call(app.main, "/login", { method: "POST", headers, body });
    expect(status).toBe(expected);
    expect(answered["content-type"]).toBe("text/html; charset=utf-8");
    expect(answered["set-cookie"]).toBeUndefined();
  });

  test("of fields that come twice the first counts, everywhere", async () => {
    const fields = { email: [one.email, other.email], password: ["a wrong guess", PASSWORD] };
    expect((await postForm(app, "/login", fields)).status).toBe(401);
  });

  test("a body that is announced and never sent whole harms nobody", async () => {
    const head = "POST /login HTTP/1.1\r\nHost: ledger.test\r\nConnection: close\r\n";
    const type = "Content-Type: application/x-www-form-urlencoded\r\n";
    expect(await sendBytes(app.main, `${head}${type}Content-Length: 900000000\r\n\r\nemail=a`)).toContain(" 400 ");
    expect((await call(app.main, "/login")).status).toBe(200);
  });
});

describe("after a login the browser stays on this host", () => {
  const elsewhere = [
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "https://evil.example/account",
    "http:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "@evil.example",
    "/æ",
    "",
    `/${"a".repeat(9000)}`,
  ];
  test.each(elsewhere)("return_to %j leads to the account", async (return_to) => {
    const visitor = await postForm(
      app,
      "/login",
      { email: one.email, password: PASSWORD, return_to },
      { from: "127.0.2.1" },
    );
    const seen = [visitor.headers["location"]];
    app.db.clock.advance(900);
    seen.push((await one.get(`/login?return_to=${encodeURIComponent(return_to)}`)).headers["location"]);
    expect(seen).toEqual(["/account", "/account"]);
  });

  test.each(["/account/assistants", "/oauth/authorize?client_id=a%20b&x=//y", "/%5cevil.example", "/..//evil.example"])(
    "return_to %j is a path here",
    async (return_to) => {
      const { headers } = await one.get(`/login?return_to=${encodeURIComponent(return_to)}`);
      expect(headers["location"]).toBe(return_to);
      expect(new URL(return_to, "http://ledger.test").host).toBe("ledger.test");
    },
  );

  test("an address of a request that is no address is answered, not failed on", async () => {
    for (const target of [
      "http://[/login?return_to=/x",
      "//login",
      "/login?%",
      "/login?return_to=%FF",
      "/account?%zz",
    ]) {
      const answer = await sendBytes(
        app.main,
        `GET ${target} HTTP/1.1\r\nHost: ledger.test\r\nConnection: close\r\n\r\n`,
      );
      expect([target, answer.slice(0, 12)]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 [234]/)]);
    }
  });
});
