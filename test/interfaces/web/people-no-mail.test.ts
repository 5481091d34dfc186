import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";
import { INVITATION, newEmail, type PeopleSite, peopleSite } from "../../support/people-site.ts";
import { PASSWORD, person, postForm } from "../../support/person.ts";

let app: TestApp;
let own: PeopleSite;
beforeAll(async () => {
  app = await testApp({ has_mail: false });
  own = await peopleSite(app);
});
afterAll(() => app.close());

const LINK = /<code>(http:\/\/ledger\.test\/account\/password\/[\w-]{43})<\/code>/;
const linkOf = (text: string): string | undefined => {
  const [, link] = LINK.exec(text) ?? [];
  return link === undefined ? undefined : new URL(link).pathname;
};

async function invited(site: PeopleSite, email = newEmail()) {
  const { status, text } = await site.act("invite", { ...INVITATION, email });
  return { status, text, email, link: linkOf(text) };
}

async function idOf(email: string): Promise<string> {
  const [row] = await app.db.database.system.rows<{ id: string }>(
    statement("select id from users where email = $1 order by id limit 1"),
    [email],
  );
  return row?.id ?? "";
}

async function shownLinks(user_id: string): Promise<unknown[]> {
  return await app.db.database.admin.rows(
    statement(
      "select actor, payload from audit_events where action = 'member.link_shown' and subject = $1 order by seq",
    ),
    [user_id],
  );
}

describe("without a mail server", () => {
  test("an invitation's link is shown to the administrator once, works, and the audit log tells of it", async () => {
    const { status, text, email, link = "" } = await invited(own);
    expect(status).toBe(200);
    expect(text).toContain("no mail was sent");
    expect(text).not.toContain("a mail is being sent");
    expect((await own.admin.get("/account/people")).text).not.toContain("/account/password/");
    expect(app.log.some(({ fields }) => fields["to"] === email)).toBe(false);
    expect((await postForm(app, link, { password: PASSWORD })).status).toBe(303);
    expect(await shownLinks(await idOf(email))).toEqual([
      { actor: `user:${own.admin.user_id}`, payload: { purpose: "invitation" } },
    ]);
  });

  test("asking again shows a new link", async () => {
    const first = await invited(own);
    const again = await own.act("remind", { user_id: await idOf(first.email) });
    expect(linkOf(again.text)).toMatch(/^\/account\/password\//);
    expect(linkOf(again.text)).not.toBe(first.link);
  });

  test("the page says beforehand that a link will be shown, in both languages", async () => {
    expect((await own.admin.get("/account/people")).text).toContain("There is no mail server here");
    const dansk = await peopleSite(app, { language: "da" });
    expect((await dansk.admin.get("/account/people")).text).toContain("Der er ingen mailserver her");
    expect((await invited(dansk)).text).toContain("så ingen mail er sendt");
  });

  test("who has an account elsewhere is let in, and no link to the account is shown", async () => {
    const other = await peopleSite(app);
    const { email, link = "" } = await invited(other);
    const here = await invited(own, email);
    expect(here.link).toBeUndefined();
    expect(here.text).toContain("http://ledger.test/login");
    // The link that the other company was shown would open this one as well: it ended.
    expect((await call(app.main, link)).status).toBe(404);
    const again = await own.act("remind", { user_id: await idOf(email) });
    expect([again.status, linkOf(again.text)]).toEqual([200, undefined]);
    const known = await person(app);
    expect((await invited(own, known.email)).link).toBeUndefined();
  });

  test("an administrator gives a member a link to a new password", async () => {
    const member = await person(app, { roles: [{ tenant_id: own.tenant.id, role: "editor" }] });
    app.db.clock.advance(60);
    await member.logIn();
    expect((await own.admin.get("/account/people")).text).toContain(`New password: ${member.email}`);
    const { text } = await own.act("password", { user_id: member.user_id });
    const link = linkOf(text) ?? "";
    expect((await postForm(app, link, { password: "another four words entirely" })).status).toBe(303);
    expect((await member.logIn()).status).toBe(401);
    expect(await shownLinks(member.user_id)).toEqual([
      { actor: `user:${own.admin.user_id}`, payload: { purpose: "password_reset" } },
    ]);
  });

  test("but not to who works elsewhere, to oneself, to strangers, or from an old login", async () => {
    const site = await peopleSite(app);
    const roles = [own, site].map(({ tenant }) => ({ tenant_id: tenant.id, role: "editor" as const }));
    const both = await person(app, { roles });
    const stranger = await person(app);
    for (const [user_id, status, says] of [
      [both.user_id, 400, "used elsewhere"],
      [site.admin.user_id, 400, "Your own password"],
      [stranger.user_id, 404, "no access to the company"],
    ] as const) {
      const answer = await site.act("password", { user_id });
      expect([answer.status, answer.text.includes(says), linkOf(answer.text)]).toEqual([status, true, undefined]);
    }
    const member = await person(app, { roles: [{ tenant_id: site.tenant.id, role: "editor" }] });
    await member.logIn();
    const refused = await site.act("password", { user_id: site.admin.user_id }, member);
    expect([refused.headers["location"], await shownLinks(site.admin.user_id)]).toEqual(["/account", []]);
    await site.admin.logIn();
    for (let hours = 0; hours < 13; hours += 1) {
      app.db.clock.advance(60 * 60);
      await site.admin.get("/account");
    }
    const old = await site.act("password", { user_id: member.user_id });
    expect([old.status, old.headers["location"]]).toEqual([303, "/login?again=1&return_to=/account/people"]);
  });

  test("who has forgotten the password is told whom to ask, not that a mail was sent", async () => {
    for (const page of [
      await call(app.main, "/account/password-reset"),
      await postForm(app, "/account/password-reset", { email: own.admin.email }),
    ]) {
      expect(page.text).toContain("This service sends no mails");
      expect(page.text).not.toMatch(/<form|has been sent/);
    }
  });
});

test("with a mail server an administrator gets no link that opens a member's account", async () => {
  const mailing = await testApp();
  try {
    const site = await peopleSite(mailing);
    const member = await person(mailing, { roles: [{ tenant_id: site.tenant.id, role: "editor" }] });
    const { status, text } = await site.act("password", { user_id: member.user_id });
    expect([status, linkOf(text), text.includes("Forgotten your password?")]).toEqual([400, undefined, true]);
  } finally {
    await mailing.close();
  }
});

describe("removing a person", () => {
  test("the list leads to a page that says what it means; only its form removes", async () => {
    const member = await person(app, { roles: [{ tenant_id: own.tenant.id, role: "editor" }] });
    await own.admin.logIn();
    const list = (await own.admin.get("/account/people")).text;
    expect(list).not.toContain('action="/account/people/remove"');
    const path = `/account/people/remove?company=${own.tenant.id}&user_id=${member.user_id}`;
    expect(list).toContain(`href="${path.replace("&", "&amp;")}"`);
    const page = await own.admin.get(path);
    expect([page.status, page.text.includes(member.email)]).toEqual([200, true]);
    for (const says of ["can no longer see", "Assistants that the person connected", "audit log tells"]) {
      expect(page.text).toContain(says);
    }
    expect((await own.admin.get("/account/people")).text).toContain(member.email);
    const removed = await own.act("remove", { user_id: member.user_id });
    expect(removed.headers["location"]).toContain("done=removed");
    expect((await own.admin.get(path)).status).toBe(404);
  });

  test("removing oneself is named as such; others' people are unknown", async () => {
    const self = `/account/people/remove?company=${own.tenant.id}&user_id=${own.admin.user_id}`;
    expect((await own.admin.get(self)).text).toContain("This is you");
    const other = await peopleSite(app);
    const foreign = `/account/people/remove?company=${other.tenant.id}&user_id=${other.admin.user_id}`;
    const answer = await own.admin.get(foreign);
    expect([answer.status, answer.text.includes(other.admin.email)]).toEqual([404, false]);
  });
});
