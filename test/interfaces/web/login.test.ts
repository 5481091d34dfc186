import { hash, verify } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setAccountDisabled } from "../../../src/modules/users/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import type { Answer } from "../../support/http-client.ts";
import { linkPath, PASSWORD, person, postForm } from "../../support/person.ts";

const hashes = { started: 0, running: 0, most: 0 };

async function counted<T>(work: Promise<T>): Promise<T> {
  hashes.started += 1;
  hashes.running += 1;
  hashes.most = Math.max(hashes.most, hashes.running);
  return await work.finally(() => (hashes.running -= 1));
}

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    argon2: {
      hash: (...given) => counted(hash(...given)),
      verify: (...given) => counted(verify(...given)),
    },
  });
});
afterAll(() => app.close());

let addresses = 1;
/** Each test has an address of its own, so that none uses up another's attempts. */
const newAddress = (): string => `127.0.1.${(addresses += 1)}`;

async function attempt(email: string, password: string, from = newAddress(), cookie = "") {
  const headers: Readonly<Record<string, string>> = cookie === "" ? {} : { cookie };
  return await postForm(app, "/login", { email, password, return_to: "/account" }, { from, headers });
}

/** What the browser that got this answer sends from then on to be known. */
function deviceOf({ headers }: Answer): string {
  const set = [headers["set-cookie"] ?? []].flat().find((cookie) => cookie.startsWith("carbon_device="));
  return set?.split(";")[0] ?? "";
}

describe("who may log in", () => {
  test("the right password opens a session and leads on", async () => {
    const { email } = await person(app);
    const answer = await attempt(email, PASSWORD);
    expect([answer.status, answer.headers["location"]]).toEqual([303, "/account"]);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^carbon_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  });

  test("the address is found in any case and with blanks, the password in any Unicode form", async () => {
    const { email } = await person(app);
    expect((await attempt(` ${email.toUpperCase()} `, PASSWORD)).status).toBe(303);
    const other = await person(app, { has_password: false });
    const link = await linkPath(app, other.user_id, "invitation");
    expect((await postForm(app, link, { password: "rødgrød på Ålborg".normalize("NFD") })).status).toBe(303);
    expect((await attempt(other.email, "rødgrød på Ålborg".normalize("NFC"))).status).toBe(303);
  });

  test("a wrong password, no account, an invited and a disabled one get the same page after as many hashes", async () => {
    const known = await person(app);
    const invited = await person(app, { has_password: false });
    const disabled = await person(app);
    await setAccountDisabled(app.accounts.users, disabled.user_id, true);
    // The first comparison of a process makes the hash that unknown accounts are compared with.
    await attempt(known.email, "something else");
    const seen: unknown[] = [];
    for (const [email, password] of [
      [known.email, "something else"],
      ["nobody@nordlys.example", PASSWORD],
      ["no address at all", PASSWORD],
      [invited.email, PASSWORD],
      [invited.email, ""],
      [disabled.email, PASSWORD],
      [disabled.email, "something else"],
    ] as const) {
      const before = hashes.started;
      const { status, text, headers } = await attempt(email, password);
      expect(text).toContain("E-mail or password is not right.");
      const page = text.replaceAll(email, "");
      seen.push({ status, page, cookie: headers["set-cookie"], hashes: hashes.started - before });
    }
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]).toMatchObject({ status: 401, hashes: 1 });
  });

  test("a disabled account is out at once and gets in again when it is enabled", async () => {
    const one = await person(app);
    await one.logIn();
    await setAccountDisabled(app.accounts.users, one.user_id, true);
    expect((await one.get("/account")).headers["location"]).toBe("/login?return_to=%2Faccount");
    await setAccountDisabled(app.accounts.users, one.user_id, false);
    expect((await one.get("/account")).status).toBe(303);
    expect((await attempt(one.email, PASSWORD)).status).toBe(303);
  });

  test.each([
    ["a NUL in the address", "a\0@nordlys.example", PASSWORD],
    ["a NUL in the password", "somebody@nordlys.example", "a\0bcdefghijklm"],
    ["a very long address", `${"a".repeat(20_000)}@nordlys.example`, PASSWORD],
    ["a very long password", "somebody@nordlys.example", "x".repeat(60_000)],
    ["a right-to-left override", "some\u202ebody@nordlys.example", "\u202e\ufffd"],
    ["SQL", "' or 1=1 --@nordlys.example", "' or 1=1 --"],
    ["markup", '"><script>alert(1)</script>@nordlys.example', PASSWORD],
  ])("%s is a wrong login and nothing else", async (_name, email, password) => {
    const { status, text } = await attempt(email, password);
    expect(status).toBe(401);
    expect(text).not.toContain("<script");
  });
});

describe("throttling", () => {
  test("ten attempts of one address on one account in 15 minutes, the right password included", async () => {
    const { email } = await person(app);
    const from = newAddress();
    app.db.clock.set("2026-06-15T13:00:00.000Z");
    for (let tried = 0; tried < 10; tried += 1) expect((await attempt(email, "wrong guess", from)).status).toBe(401);
    const refused = await attempt(email, PASSWORD, from);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "900"]);
    expect(refused.text).toContain("Too many attempts");
    expect((await attempt(email, PASSWORD, newAddress())).status).toBe(303);
    app.db.clock.advance(900);
    expect((await attempt(email, PASSWORD, from)).status).toBe(303);
  });

  test("sixty attempts of one address on all accounts, known or not", async () => {
    const { email } = await person(app);
    const from = newAddress();
    app.db.clock.set("2026-06-15T14:00:00.000Z");
    for (let tried = 0; tried < 60; tried += 1) {
      expect((await attempt(`nobody${tried}@nordlys.example`, "wrong guess", from)).status).toBe(401);
    }
    expect((await attempt(email, PASSWORD, from)).status).toBe(429);
    expect((await attempt(email, PASSWORD, newAddress())).status).toBe(303);
  });

  test("a hundred attempts on one account from everywhere; an account that is not there is throttled the same", async () => {
    const known = await person(app);
    app.db.clock.set("2026-06-15T15:00:00.000Z");
    for (const email of [known.email, "nobody@nordlys.example"]) {
      for (let place = 0; place < 10; place += 1) {
        const from = newAddress();
        await Promise.all(Array.from({ length: 10 }, () => attempt(email, "wrong guess", from)));
      }
      expect((await attempt(email, PASSWORD)).status).toBe(429);
    }
    app.db.clock.advance(900);
    expect((await attempt(known.email, PASSWORD)).status).toBe(303);
  });

  test("right passwords do not count: the fifteenth login in a quarter of an hour is like the first", async () => {
    const { email } = await person(app);
    const from = newAddress();
    app.db.clock.set("2026-06-15T16:00:00.000Z");
    for (let tried = 0; tried < 15; tried += 1) expect((await attempt(email, PASSWORD, from)).status).toBe(303);
    for (let tried = 0; tried < 10; tried += 1) expect((await attempt(email, "wrong guess", from)).status).toBe(401);
    expect((await attempt(email, PASSWORD, from)).status).toBe(429);
  });

  test("a browser that has logged in to the account is not locked out by strangers, and has ten guesses of its own", async () => {
    const { email } = await person(app);
    const other = await person(app);
    app.db.clock.set("2026-06-15T17:00:00.000Z");
    const known = deviceOf(await attempt(email, PASSWORD));
    const foreign = deviceOf(await attempt(other.email, PASSWORD));
    const office = newAddress();
    const places = [office, ...Array.from({ length: 9 }, newAddress)];
    for (const from of places) {
      await Promise.all(Array.from({ length: 10 }, () => attempt(email, "wrong guess", from)));
    }
    expect((await attempt(email, PASSWORD)).status).toBe(429);
    expect((await attempt(email, PASSWORD, newAddress(), foreign)).status).toBe(429);
    expect((await attempt(email, PASSWORD, newAddress(), "carbon_device=AAAA")).status).toBe(429);
    expect((await attempt(email, PASSWORD, office, known)).status).toBe(303);
    for (let tried = 0; tried < 10; tried += 1) {
      expect((await attempt(email, "wrong guess", office, known)).status).toBe(401);
    }
    expect((await attempt(email, PASSWORD, office, known)).status).toBe(429);
  });

  test("a browser is remembered for 400 days, whatever becomes of its session", async () => {
    const { email } = await person(app);
    const entered = await attempt(email, PASSWORD);
    const cookie = [entered.headers["set-cookie"] ?? []].flat().find((set) => set.startsWith("carbon_device="));
    expect(cookie).toMatch(/^carbon_device=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=34560000$/);
    expect(cookie).not.toContain(email);
  });

  test("no more than four hashes run at once, however many log in", () => {
    // The tests above sent ten at a time.
    expect(hashes.most).toBe(4);
  });
});
