import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { setAccountDisabled } from "../../../src/modules/users/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";
import { linkPath, mailedLink, PASSWORD, person, type Person, postForm } from "../../support/person.ts";

const NEW_PASSWORD = "another four words entirely";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function link(one: Person, kind: "invitation" | "password_reset" = "invitation"): Promise<string> {
  return await linkPath(app, one.user_id, kind);
}

describe("a link", () => {
  test("shows for whom it is, sets the password and logs in", async () => {
    const one = await person(app, { has_password: false, language: "da" });
    const path = await link(one);
    expect((await call(app.main, path)).text).toContain(one.email);
    const answer = await one.post(path, { password: PASSWORD });
    expect([answer.status, answer.headers["location"]]).toEqual([303, "/account"]);
    expect((await one.get("/account")).text).toContain(one.email);
    one.forgetCookie();
    expect((await one.logIn()).status).toBe(303);
  });

  test.each([
    ["invitation", 7 * 24 * 3600],
    ["password_reset", 3600],
  ] as const)("of an %s lasts %i seconds", async (kind, seconds) => {
    const one = await person(app);
    const [early, late] = [await link(one, kind), await link(one, kind)];
    app.db.clock.advance(seconds - 1);
    // The newer one has ended the older one of its kind.
    expect([(await call(app.main, early)).status, (await call(app.main, late)).status]).toEqual([404, 200]);
    app.db.clock.advance(1);
    for (const path of [early, late]) {
      expect((await call(app.main, path)).status).toBe(404);
      expect((await postForm(app, path, { password: NEW_PASSWORD })).status).toBe(404);
    }
    expect((await one.logIn()).status).toBe(303);
  });

  test("works once, and ends every other link of the account", async () => {
    const one = await person(app);
    const [first, second] = [await link(one), await link(one, "password_reset")];
    expect((await postForm(app, first, { password: NEW_PASSWORD })).status).toBe(303);
    for (const path of [first, second]) {
      const { status, text } = await postForm(app, path, { password: "a third set of words" });
      expect([status, text.includes("does not work any more")]).toEqual([404, true]);
    }
    expect((await one.logIn(NEW_PASSWORD)).status).toBe(303);
  });

  test("that is used many times at once is used once", async () => {
    const one = await person(app);
    const path = await link(one);
    const passwords = [0, 1, 2, 3, 4, 5].map((number) => `four words number ${number}`);
    const answers = await Promise.all(passwords.map((password) => postForm(app, path, { password })));
    const won = answers.flatMap(({ status }, index) => (status === 303 ? [passwords[index] ?? ""] : []));
    expect(won).toHaveLength(1);
    expect((await one.logIn(won[0])).status).toBe(303);
  });

  test("of a disabled account does nothing, also after it is enabled", async () => {
    const one = await person(app);
    const path = await link(one);
    await setAccountDisabled(app.accounts.users, one.user_id, true);
    expect((await postForm(app, path, { password: NEW_PASSWORD })).status).toBe(404);
    const made = await link(one);
    expect((await postForm(app, made, { password: NEW_PASSWORD })).status).toBe(404);
    await setAccountDisabled(app.accounts.users, one.user_id, false);
    for (const old of [path, made]) expect((await postForm(app, old, { password: NEW_PASSWORD })).status).toBe(404);
  });

  test.each(["", "x", "A".repeat(43), "A".repeat(44), "%00", "..%2f..", "A".repeat(190), "%ff"])(
    "%j is none",
    async (secret) => {
      const path = `/account/password/${secret}`;
      for (const answer of [await call(app.main, path), await postForm(app, path, { password: NEW_PASSWORD })]) {
        expect(answer.status).toBe(404);
      }
    },
  );

  test("is kept as a digest only", async () => {
    const one = await person(app, { has_password: false });
    const secret = (await link(one)).split("/").at(-1) ?? "";
    const [row] = await app.db.database.admin.rows<{ all: string }>(
      statement("select string_agg(l::text, '') as all from user_links l limit 1"),
    );
    expect(row?.all).toContain(one.user_id);
    expect(row?.all).not.toContain(secret);
    expect(row?.all).not.toContain(Buffer.from(secret, "base64url").toString("hex"));
  });
});

describe("a new password", () => {
  test.each([
    ["", "at least 12"],
    ["eleven char", "at least 12"],
    ["x".repeat(201), "at most 200"],
    ["aaaaaaaaaaaaaaaa", "too easy"],
    ["abababababababab", "too easy"],
    ["EMAIL", "must not consist"],
    ["LOCAL1", "must not consist"],
  ])("%j is refused with the reason, and the link still works", async (text, reason) => {
    const one = await person(app, { has_password: false });
    const local = `kirsten.nielsen${one.user_id.slice(-6)}`;
    const named = await person(app, { email: `${local}@nordlys.example`, has_password: false });
    const path = await link(named);
    const password = text.replace("EMAIL", named.email).replace("LOCAL", local);
    const { status, text: page } = await postForm(app, path, { password });
    expect([status, page.includes(reason)]).toEqual([400, true]);
    expect((await postForm(app, path, { password: PASSWORD })).status).toBe(303);
  });

  test("is counted in characters, not in bytes or halves of characters", async () => {
    const one = await person(app, { has_password: false });
    expect((await postForm(app, await link(one), { password: "🦉🌲🚲🍞🪵🧂🫖🪑🚪🧵" })).status).toBe(400);
    expect((await postForm(app, await link(one), { password: "🦉🌲🚲🍞🪵🧂🫖🪑🚪🧵🧶🪣" })).status).toBe(303);
  });

  test("is kept as argon2id of at least OWASP's cost, salted for each account", async () => {
    const [one, two] = [await person(app), await person(app)];
    const rows = await app.db.database.system.rows<{ password_hash: string }>(
      statement("select password_hash from users where id = any ($1::uuid[]) order by id limit 2"),
      [[one.user_id, two.user_id]],
    );
    const hashes = rows.map(({ password_hash }) => password_hash);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
      expect(await verify(hash, PASSWORD)).toBe(true);
    }
  });
});

describe("asking for a reset", () => {
  const ask = (email: string, from?: string) =>
    postForm(app, "/account/password-reset", { email }, from === undefined ? {} : { from });

  test("has one answer, whether there is an account or not", async () => {
    const [known, disabled] = [await person(app), await person(app)];
    await setAccountDisabled(app.accounts.users, disabled.user_id, true);
    const pages = new Set<string>();
    for (const email of [known.email, disabled.email, "nobody@nordlys.example", "no address", "", "a\0@b.example"]) {
      const { status, text } = await ask(email);
      pages.add(`${status} ${text}`);
    }
    expect(pages.size).toBe(1);
    const path = await mailedLink(app, known.email);
    expect((await postForm(app, path, { password: NEW_PASSWORD })).status).toBe(303);
    expect(app.log.map(({ fields }) => fields["to"])).not.toContain(disabled.email);
    expect(app.log.map(({ fields }) => fields["to"])).not.toContain("nobody@nordlys.example");
  });

  test("does not change the password by itself", async () => {
    const one = await person(app);
    await one.logIn();
    await ask(one.email);
    await mailedLink(app, one.email);
    expect((await one.get("/account")).status).toBe(200);
    expect((await one.logIn()).status).toBe(303);
  });

  test("sends an account three mails an hour, and one address twenty", async () => {
    app.db.clock.set("2026-08-01T12:00:00.000Z");
    const mailsTo = (email: string) => app.log.filter(({ fields }) => fields["to"] === email).length;
    const [one, other, last] = [await person(app), await person(app), await person(app)];
    for (let asked = 0; asked < 5; asked += 1) await ask(one.email, `127.0.4.${asked + 1}`);
    for (let asked = 0; asked < 20; asked += 1) await ask(`nobody${asked}@nordlys.example`, "127.0.4.9");
    await ask(other.email, "127.0.4.9");
    // Whoever is asked for later, from elsewhere, gets a mail: the ones before were decided by then.
    await ask(last.email, "127.0.4.10");
    await mailedLink(app, last.email);
    expect([mailsTo(one.email), mailsTo(other.email), mailsTo(last.email)]).toEqual([3, 0, 1]);
    app.db.clock.advance(3600);
    await ask(other.email, "127.0.4.9");
    await mailedLink(app, other.email);
  });
});
