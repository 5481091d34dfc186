import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { dropTotp } from "../../../src/modules/users/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { codeAt } from "../../support/authenticator.ts";
import { linkPath, person, postForm } from "../../support/person.ts";
import { codeOf, enterCode, keyIn, owner } from "../../support/second-factor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe("codes", () => {
  // RFC 6238 appendix B, SHA-1: the published codes have eight digits, of which authenticators show the last six.
  test.each([
    ["1970-01-01T00:00:59.000Z", "94287082"],
    ["2005-03-18T01:58:29.000Z", "07081804"],
    ["2005-03-18T01:58:31.000Z", "14050471"],
    ["2009-02-13T23:31:30.000Z", "89005924"],
    ["2033-05-18T03:33:20.000Z", "69279037"],
  ])("the published code of %s lets in", async (moment, published) => {
    expect(codeAt(Buffer.from("12345678901234567890"), new Date(moment), 8)).toBe(published);
    const one = await person(app);
    // The account gets the RFC's secret, sealed as the service seals it.
    const sealed = app.accounts.users.secrets.seal(Buffer.from("12345678901234567890"), `totp:${one.user_id}`);
    await app.db.database.system.rows(
      statement("update users set totp_sealed = $2, totp_confirmed_at = now(), totp_last_step = null where id = $1"),
      [one.user_id, sealed],
    );
    const before = app.db.clock.now().toISOString();
    app.db.clock.set(moment);
    try {
      expect(await enterCode(app, one, published.slice(2))).toBe(303);
    } finally {
      app.db.clock.set(before);
    }
  });

  test("are right one step early and late, and not two", async () => {
    const one = await owner(app);
    expect(await one.enter(one.code(-2))).toBe(401);
    expect(await one.enter(one.code(2))).toBe(401);
    expect(await one.enter(one.code(-1))).toBe(303);
    expect(await one.enter(one.code(1))).toBe(303);
  });

  test("work once, and none before the last one used", async () => {
    const one = await owner(app);
    expect(await one.enter(one.code())).toBe(303);
    expect(await one.enter(one.code())).toBe(401);
    expect(await one.enter(one.code(-1))).toBe(401);
    one.next();
    const pending = await one.pending();
    const racing = await Promise.all(Array.from({ length: 5 }, () => one.enter(one.code(), pending)));
    expect(racing.toSorted((a, b) => a - b)).toEqual([303, 401, 401, 401, 401]);
  });

  test("the code that turned it on does not log in", async () => {
    const one = await owner(app, { is_on: false });
    const code = one.code();
    expect((await one.act("/account/second-factor/confirm", { code })).status).toBe(200);
    expect(await one.enter(code)).toBe(401);
  });

  test("may be written with blanks", async () => {
    const one = await owner(app);
    expect(await one.enter(` ${one.code().slice(0, 3)} ${one.code().slice(3)}`)).toBe(303);
  });

  test.each(["", "0", "1234567", "abcdef", "१२३४५६", "\0\0\0\0\0\0", "9".repeat(60_000)])(
    "%j is none",
    async (code) => {
      expect(await (await owner(app)).enter(code)).toBe(401);
    },
  );

  test("ten tries in 15 minutes for an account, from everywhere", async () => {
    const one = await owner(app);
    app.db.clock.set("2026-07-01T12:00:00.000Z");
    const pending = await one.pending();
    for (let tried = 0; tried < 10; tried += 1) expect(await one.enter("000000", pending)).toBe(401);
    const form = { pending, code: one.code() };
    const { status, headers } = await postForm(app, "/login/code", form, { from: "127.0.3.1" });
    expect([status, headers["retry-after"]]).toEqual([429, "900"]);
    app.db.clock.advance(900);
    expect(await one.enter(one.code())).toBe(303);
  });
});

/** The same with one bit of another value in the middle. */
function flipped(pending: string): string {
  const bytes = Buffer.from(pending, "base64url");
  bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
  return bytes.toString("base64url");
}

describe("the step between password and code", () => {
  test("lasts five minutes", async () => {
    const one = await owner(app);
    const pending = await one.pending();
    app.db.clock.advance(299);
    expect(await one.enter("000000", pending)).toBe(401);
    expect(await one.enter(one.code(), pending)).toBe(303);
    one.next();
    const late = await one.pending();
    app.db.clock.advance(300);
    expect(await one.enter(one.code(), late)).toBe(401);
  });

  test("cannot be made, changed or taken from somebody else", async () => {
    const [one, two] = [await owner(app), await owner(app)];
    const pending = await one.pending();
    for (const forged of ["", "AAAA", pending.slice(0, -2), flipped(pending), "\0", "x".repeat(60_000)]) {
      expect(await one.enter(one.code(), forged)).toBe(401);
    }
    expect(await two.enter(two.code(), pending)).toBe(401);
  });

  test("ends with the password", async () => {
    const one = await owner(app);
    const pending = await one.pending();
    const link = await linkPath(app, one.user_id);
    // A reset alone does not get past the second factor.
    expect((await postForm(app, link, { password: "another four words entirely" })).headers["location"]).toBe("/login");
    expect(await one.enter(one.code(), pending)).toBe(401);
  });
});

describe("recovery codes", () => {
  test("each works once, with or without its hyphens, and racing uses are one", async () => {
    const one = await owner(app);
    const [first = "", second = "", third = ""] = one.recovery;
    expect(await one.enter(first)).toBe(303);
    expect(await one.enter(first)).toBe(401);
    expect(await one.enter(second.replaceAll("-", "").toUpperCase())).toBe(303);
    const pending = await one.pending();
    const racing = await Promise.all([1, 2, 3].map(() => one.enter(third, pending)));
    expect(racing.toSorted((a, b) => a - b)).toEqual([303, 401, 401]);
  });

  test("are not those of another account, nor the old ones after it was turned on anew", async () => {
    const [one, two] = [await owner(app), await owner(app)];
    expect(await two.enter(one.recovery[0] ?? "")).toBe(401);
    await dropTotp(app.accounts.users, one.user_id);
    const key = keyIn(await one.act("/account/second-factor"));
    expect((await one.act("/account/second-factor/confirm", { code: codeOf(app, key) })).status).toBe(200);
    expect(await one.enter(one.recovery[1] ?? "")).toBe(401);
  });
});
