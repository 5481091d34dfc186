import { hash, verify } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { pruneSessions } from "../../../src/modules/users/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";
import { linkPath, PASSWORD, person, type Person, postForm } from "../../support/person.ts";

const NEW_PASSWORD = "another four words entirely";

/** Runs while a password is compared, as a slow comparison lets other requests in. */
let whileComparing: () => Promise<void> = () => Promise.resolve();

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    argon2: {
      hash,
      async verify(...given) {
        await whileComparing();
        return await verify(...given);
      },
    },
  });
});
afterAll(() => app.close());
beforeEach(() => {
  whileComparing = () => Promise.resolve();
});

const isIn = async (one: Person): Promise<boolean> => (await one.get("/account")).status === 200;

async function newPassword(one: Person, password: string): Promise<void> {
  const link = await linkPath(app, one.user_id);
  expect((await postForm(app, link, { password })).status).toBe(303);
}

describe("the cookie", () => {
  test("over https it is bound to the host", async () => {
    const site = await testApp({ settings: { base_url: "https://ledger.test", api_url: "https://api.ledger.test" } });
    try {
      const one = await person(site);
      const [cookie = ""] = (await one.logIn()).headers["set-cookie"] ?? [];
      expect(cookie).toMatch(
        /^__Host-carbon_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
      );
      const page = await one.get("/account");
      expect(page.status).toBe(200);
      const plain = one.cookie()?.replace("__Host-", "") ?? "";
      expect((await call(site.main, "/account", { headers: { cookie: plain } })).status).toBe(303);
      const out = await one.post("/logout", { csrf_token: one.csrf(page) });
      expect(out.headers["set-cookie"]).toEqual([
        "__Host-carbon_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure",
      ]);
    } finally {
      await site.close();
    }
  });

  test.each([
    ["an unknown value", `carbon_session=${"A".repeat(43)}`],
    ["a value with a NUL", "carbon_session=%00"],
    ["a long value", `carbon_session=${"A".repeat(4000)}`],
    ["no value", "carbon_session"],
    ["other cookies", "a=b; ; =; carbon_session_id=x"],
  ])("%s is nobody", async (_name, cookie) => {
    expect((await call(app.main, "/account", { headers: { cookie } })).headers["location"]).toBe(
      "/login?return_to=%2Faccount",
    );
  });

  test("its value is not in the database", async () => {
    const one = await person(app);
    await one.logIn();
    const secret = one.cookie()?.split("=")[1] ?? "";
    const rows = await app.db.database.admin.rows<{ all: string }>(
      statement("select string_agg(s::text, '') as all from user_sessions s limit 1"),
    );
    expect(rows[0]?.all).toMatch(/\\x[0-9a-f]{64}/);
    expect(rows[0]?.all).not.toContain(secret);
    expect(rows[0]?.all).not.toContain(Buffer.from(secret, "base64url").toString("hex"));
  });
});

describe("how long it lasts", () => {
  test("12 hours without use", async () => {
    const one = await person(app);
    await one.logIn();
    app.db.clock.advance(11 * 3600);
    expect(await isIn(one)).toBe(true);
    app.db.clock.advance(12 * 3600 - 60);
    expect(await isIn(one)).toBe(true);
    app.db.clock.advance(12 * 3600 + 1);
    expect(await isIn(one)).toBe(false);
  });

  test("30 days, however often it is used", async () => {
    const one = await person(app);
    await one.logIn();
    for (let hour = 0; hour < 30 * 24; hour += 10) {
      expect([hour, await isIn(one)]).toEqual([hour, true]);
      app.db.clock.advance(10 * 3600);
    }
    expect(await isIn(one)).toBe(false);
  });

  test("cleaning up removes what has ended and nothing else", async () => {
    const [ended, lasting] = [await person(app), await person(app)];
    await ended.logIn();
    app.db.clock.advance(12 * 3600 + 1);
    await lasting.logIn();
    await pruneSessions(app.db.database.system, app.db.clock.now());
    const left = await app.db.database.system.rows<{ user_id: string }>(
      statement("select user_id from user_sessions order by user_id limit 100"),
    );
    expect(left).toEqual([{ user_id: lasting.user_id }]);
    expect(await isIn(lasting)).toBe(true);
  });
});

describe("what ends it", () => {
  test("a login gives a new value and ends the one the browser came with", async () => {
    const one = await person(app);
    await one.logIn();
    const first = one.cookie() ?? "";
    await one.logIn();
    const second = one.cookie() ?? "";
    expect(second).not.toBe(first);
    expect((await call(app.main, "/account", { headers: { cookie: first } })).status).toBe(303);
    expect((await call(app.main, "/account", { headers: { cookie: second } })).status).toBe(200);
  });

  test("a value that somebody else put into the browser is not taken over", async () => {
    const one = await person(app);
    const planted = `carbon_session=${"p".repeat(43)}`;
    const fields = { email: one.email, password: PASSWORD };
    const [cookie = ""] =
      (await postForm(app, "/login", fields, { headers: { cookie: planted } })).headers["set-cookie"] ?? [];
    expect(cookie).not.toContain("ppp");
    expect((await call(app.main, "/account", { headers: { cookie: planted } })).status).toBe(303);
  });

  test("logout, of this browser only", async () => {
    const one = await person(app);
    await one.logIn();
    const here = one.cookie() ?? "";
    one.forgetCookie();
    await one.logIn();
    const there = one.cookie() ?? "";
    const out = await one.post("/logout", { csrf_token: one.csrf(await one.get("/account")) });
    expect([out.status, out.headers["location"], one.cookie()]).toEqual([303, "/login", null]);
    expect((await call(app.main, "/account", { headers: { cookie: there } })).status).toBe(303);
    expect((await call(app.main, "/account", { headers: { cookie: here } })).status).toBe(200);
  });

  test("a changed password, in every browser", async () => {
    const one = await person(app);
    await one.logIn();
    const first = one.cookie() ?? "";
    one.forgetCookie();
    await one.logIn();
    await newPassword(one, NEW_PASSWORD);
    expect(await isIn(one)).toBe(false);
    expect((await call(app.main, "/account", { headers: { cookie: first } })).status).toBe(303);
    expect((await one.logIn()).status).toBe(401);
    expect((await one.logIn(NEW_PASSWORD)).status).toBe(303);
  });

  test("a password that is changed while the old one is compared lets the old one in no more", async () => {
    const one = await person(app);
    whileComparing = async () => {
      whileComparing = () => Promise.resolve();
      await newPassword(one, NEW_PASSWORD);
    };
    expect((await one.logIn(PASSWORD)).status).toBe(401);
    expect((await one.logIn(NEW_PASSWORD)).status).toBe(303);
  });
});
