import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { PASSWORD, person, postForm } from "../../support/person.ts";
import { codeOf, keyIn, owner } from "../../support/second-factor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe("turning it on and off", () => {
  test("it may be begun again before it is confirmed; only the newest key counts", async () => {
    const one = await owner(app, { is_on: false });
    const key = keyIn(await one.act("/account/second-factor"));
    expect(key.equals(one.key)).toBe(false);
    const wrong = await one.act("/account/second-factor/confirm", { code: one.code() });
    expect([wrong.status, keyIn(wrong).equals(key)]).toEqual([400, true]);
    expect((await postForm(app, "/login", { email: one.email, password: PASSWORD })).status).toBe(303);
    expect((await one.act("/account/second-factor/confirm", { code: codeOf(app, key) })).status).toBe(200);
  });

  test("a key in use is not replaced", async () => {
    const one = await owner(app);
    expect((await one.act("/account/second-factor")).headers["location"]).toBe("/account");
    expect((await one.act("/account/second-factor/confirm", { code: one.code() })).headers["location"]).toBe(
      "/account",
    );
    expect(await one.enter(one.code())).toBe(303);
  });

  test("a login that is older than 12 hours does not turn it on", async () => {
    const one = await person(app);
    await one.logIn();
    app.db.clock.advance(7 * 3600);
    const csrf_token = one.csrf(await one.get("/account"));
    app.db.clock.advance(6 * 3600);
    const { headers } = await one.post("/account/second-factor", { csrf_token });
    expect(headers["location"]).toBe("/login?again=1&return_to=/account");
  });

  test("it is turned off by a code or a recovery code only", async () => {
    for (const way of ["code", "recovery"] as const) {
      const one = await owner(app);
      expect((await one.get("/account/second-factor/end")).text).toContain('name="code"');
      for (const code of ["", "000000", one.code(-5)]) {
        expect((await one.act("/account/second-factor/end", { code })).status).toBe(400);
      }
      await one.pending();
      const code = way === "code" ? one.code() : (one.recovery[0] ?? "");
      expect((await one.act("/account/second-factor/end", { code })).headers["location"]).toBe("/account");
      expect((await postForm(app, "/login", { email: one.email, password: PASSWORD })).status).toBe(303);
    }
  });

  test("guesses at turning it off are counted with those at the login", async () => {
    const one = await owner(app);
    app.db.clock.set("2026-07-10T12:00:00.000Z");
    await one.logIn();
    await one.enter("000000");
    const two = await owner(app);
    app.db.clock.set("2026-07-10T12:15:00.000Z");
    for (let tried = 0; tried < 10; tried += 1) {
      expect((await two.act("/account/second-factor/end", { code: "000000" })).status).toBe(400);
    }
    const { status, headers } = await two.act("/account/second-factor/end", { code: two.code() });
    expect([status, headers["retry-after"]]).toEqual([429, "900"]);
    expect(await two.enter(two.code())).toBe(429);
  });

  test("the key and the recovery codes are not in the database in clear", async () => {
    const one = await owner(app);
    const [row] = await app.db.database.admin.rows<{ all: string }>(
      statement(`select u::text || (select string_agg(c::text, ' ') from user_recovery_codes c where c.user_id = u.id) as all
        from users u where u.id = $1 order by u.id limit 1`),
      [one.user_id],
    );
    expect(row?.all).toMatch(/\\x/);
    expect(row?.all).not.toContain(one.key.toString("hex"));
    for (const code of one.recovery)
      expect(row?.all).not.toContain(Buffer.from(code.replaceAll("-", "")).toString("hex"));
  });
});
