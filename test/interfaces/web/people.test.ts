import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { selectMembers, setAccountDisabled } from "../../../src/modules/users/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { INVITATION, newEmail, type PeopleSite, peopleSite } from "../../support/people-site.ts";
import { mailedLink, PASSWORD, person, postForm } from "../../support/person.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function memberOf({ tenant }: PeopleSite, email: string) {
  return (await selectMembers(app.db.database.system, tenant.id)).find((one) => one.email === email);
}

const mailsTo = (email: string) => app.log.filter(({ fields }) => fields["to"] === email);

describe("inviting", () => {
  test("a person gets a mail in the language chosen, sets a password by its link and is in", async () => {
    const own = await peopleSite(app);
    const email = newEmail();
    const answer = await own.act("invite", { ...INVITATION, email, role: "admin" });
    expect(answer.headers["location"]).toBe(`/account/people?company=${own.tenant.id}&done=invited`);
    const shown = await own.admin.get(answer.headers["location"] ?? "");
    // It is handed over after the answer: the mail server may still refuse it.
    expect(shown.text).toContain("a mail is being sent");
    expect(shown.text).toContain("choose Send mail again, or ask whoever runs the service for a link (user link)");
    expect(shown.text).not.toContain("was sent");
    expect(shown.text).toContain("invited, has not logged in");
    const path = await mailedLink(app, email);
    expect(mailsTo(email)[0]?.fields["subject"]).toBe(`${own.tenant.name} har inviteret dig til Carbon Ledger`);
    // The link is in the mail alone: who sees it takes the account.
    expect(shown.text).not.toContain(path);
    expect((await postForm(app, path, { password: PASSWORD })).status).toBe(303);
    expect(await memberOf(own, email)).toMatchObject({ role: "admin", has_come: true });
    expect((await own.admin.get("/account/people")).text).not.toContain("invited, has not");
  });

  test("who has an account already gets no link that would replace the password, and nothing of it is shown", async () => {
    const own = await peopleSite(app);
    const known = await person(app, { email: "known@elsewhere.example" });
    await known.logIn();
    app.db.clock.advance(60);
    await own.act("invite", { ...INVITATION, email: " Known@Elsewhere.example " });
    await expect.poll(() => mailsTo(known.email)).toHaveLength(1);
    expect(mailsTo(known.email)[0]?.fields["text"]).not.toContain("/account/password/");
    const [row] = await app.db.database.system.rows<{ name: string }>(
      statement("select name from users where id = $1 order by id limit 1"),
      [known.user_id],
    );
    expect(row?.name).not.toBe("Ny Person");
    const { text } = await own.admin.get("/account/people");
    expect(text).toContain(known.email);
    expect(text).toContain("invited, has not logged in");
    const shown = text.slice(text.indexOf(known.email)).split("</tr>")[0] ?? "";
    for (const secret of [row?.name ?? "", "2026-06-15 12:00"]) expect(shown).not.toContain(secret);
    app.db.clock.advance(60);
    await known.logIn();
    expect((await known.get("/account")).text).toContain("Company");
    expect((await own.admin.get("/account/people")).text).toContain(row?.name);
  });

  test.each([
    [{ email: "no address" }, "This is no e-mail address."],
    [{ email: "a@b.example\r\nBcc: c@d.example" }, "This is no e-mail address."],
    [{ email: "nul\0@b.example" }, "This is no e-mail address."],
    [{ email: "" }, "This is no e-mail address."],
    [{ name: "x".repeat(201) }, "at most 200"],
    [{ name: "A\r\nBcc: c@d.example" }, "ordinary characters"],
    [{ name: "A\0B" }, "ordinary characters"],
    [{ name: "A\u202eB" }, "ordinary characters"],
  ])("%j is refused, and what was typed is kept", async (fields, says) => {
    const own = await peopleSite(app);
    const email = newEmail();
    const { status, text } = await own.act("invite", { ...INVITATION, email, ...fields });
    expect([status, text.includes(says)]).toEqual([400, true]);
    if (!("email" in fields)) expect(text).toContain(`value="${email}"`);
    expect(await memberOf(own, email)).toBeUndefined();
  });

  test("a name is text on the page, whatever is in it", async () => {
    const own = await peopleSite(app);
    await own.act("invite", { ...INVITATION, email: newEmail(), name: `"><img src=x onerror=alert(1)>&amp;` });
    const { text } = await own.admin.get("/account/people");
    expect(text).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;");
    expect(text).not.toContain("<img");
  });

  test("a member is not invited again, and keeps the role", async () => {
    const own = await peopleSite(app);
    const email = newEmail();
    await own.act("invite", { ...INVITATION, email });
    const { status, text } = await own.act("invite", { ...INVITATION, email, role: "admin" });
    expect([status, text.includes("has access already")]).toEqual([400, true]);
    expect(await memberOf(own, email)).toMatchObject({ role: "editor" });
  });

  test("a role that is none is refused", async () => {
    const own = await peopleSite(app);
    const email = newEmail();
    expect((await own.act("invite", { ...INVITATION, email, role: "owner" })).status).toBe(400);
    expect((await own.act("role", { user_id: own.admin.user_id, role: "" })).status).toBe(400);
    expect(await memberOf(own, own.admin.email)).toMatchObject({ role: "admin" });
  });

  test("fifty an hour for one administrator; a reminder three for one person, and none for who has come", async () => {
    app.db.clock.set("2026-09-01T12:00:00.000Z");
    const own = await peopleSite(app);
    const email = newEmail();
    await own.act("invite", { ...INVITATION, email });
    const user_id = (await memberOf(own, email))?.id ?? "";
    for (let sent = 0; sent < 3; sent += 1) expect((await own.act("remind", { user_id })).status).toBe(303);
    expect((await own.act("remind", { user_id })).status).toBe(429);
    await expect.poll(() => mailsTo(email)).toHaveLength(4);
    expect((await own.act("remind", { user_id: own.admin.user_id })).status).toBe(400);
    for (let sent = 5; sent < 50; sent += 1) {
      expect([sent, (await own.act("invite", { ...INVITATION, email: newEmail() })).status]).toEqual([sent, 303]);
    }
    const { status, text } = await own.act("invite", { ...INVITATION, email: newEmail() });
    expect([status, text.includes("Too many mails")]).toEqual([429, true]);
    app.db.clock.advance(3600);
    expect((await own.act("invite", { ...INVITATION, email: newEmail() })).status).toBe(303);
  });

  test("a disabled account gets no mail", async () => {
    const own = await peopleSite(app);
    const gone = await person(app, { email: newEmail() });
    await setAccountDisabled(app.accounts.users, gone.user_id, true);
    await own.act("invite", { ...INVITATION, email: gone.email });
    const after = newEmail();
    await own.act("invite", { ...INVITATION, email: after });
    await mailedLink(app, after);
    expect(mailsTo(gone.email)).toEqual([]);
    expect((await own.admin.get("/account/people")).text).toContain("shut out");
  });
});

describe("changing", () => {
  test("roles and removal take effect at the next request, and the audit log tells who did it", async () => {
    const own = await peopleSite(app, { language: "da" });
    const other = await person(app, { roles: [{ tenant_id: own.tenant.id, role: "editor" }] });
    await other.logIn();
    expect((await other.get("/account/people")).headers["location"]).toBe("/account");
    expect((await own.act("role", { user_id: other.user_id, role: "admin" })).status).toBe(303);
    expect((await other.get("/account/people")).status).toBe(200);
    const removed = await own.act("remove", { user_id: other.user_id });
    expect((await own.admin.get(removed.headers["location"] ?? "")).text).toContain("ikke adgang mere");
    expect((await other.get("/account/people")).headers["location"]).toBe("/account");
    expect((await other.get("/account")).text).toContain("No company yet.");
    const events = await app.db.database.tenant(own.tenant.id, "live").rows(
      statement(`select actor, action, subject from audit_events
        where tenant_id = $1 and environment = $2 order by seq desc limit 2`),
    );
    const actor = `user:${own.admin.user_id}`;
    expect(events).toEqual([
      { actor, action: "member.removed", subject: other.user_id },
      { actor, action: "member.role_set", subject: other.user_id },
    ]);
  });

  test("the last administrator stays", async () => {
    const own = await peopleSite(app);
    const place = { user_id: own.admin.user_id };
    for (const [action, fields] of [
      ["role", { ...place, role: "editor" }],
      ["remove", place],
    ] as const) {
      const { status, text } = await own.act(action, fields);
      expect([action, status, text.includes("needs an administrator")]).toEqual([action, 400, true]);
    }
    expect(await memberOf(own, own.admin.email)).toMatchObject({ role: "admin" });
  });
});
