import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { createConsultant } from "../../../src/modules/consultants/index.ts";
import { joinConsultant, selectMembers } from "../../../src/modules/users/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";
import { INVITATION, newEmail, peopleSite } from "../../support/people-site.ts";
import { person, postForm } from "../../support/person.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe("who may", () => {
  test("only administrators, of their own companies", async () => {
    const [own, foreign] = [await peopleSite(app), await peopleSite(app)];
    const member = await person(app, { roles: [{ tenant_id: own.tenant.id, role: "editor" }] });
    await member.logIn();
    const email = newEmail();
    const before = await selectMembers(app.db.database.system, own.tenant.id);
    for (const who of [member, foreign.admin]) {
      for (const [action, fields] of [
        ["invite", { ...INVITATION, email }],
        ["remind", { user_id: own.admin.user_id }],
        ["role", { user_id: member.user_id, role: "admin" }],
        ["remove", { user_id: own.admin.user_id }],
      ] as const) {
        const { status, text } = await own.act(action, fields, who);
        expect([action, status === 404 || status === 303, text.includes(own.tenant.id)]).toEqual([action, true, false]);
        expect(text).not.toContain(own.admin.email);
      }
      const { text } = await who.get(`/account/people?company=${own.tenant.id}`);
      expect(text).not.toContain(own.admin.email);
    }
    expect(await selectMembers(app.db.database.system, own.tenant.id)).toEqual(before);
    const [account] = await app.db.database.system.rows(
      statement("select id from users where email = $1 order by id limit 1"),
      [email],
    );
    expect(account).toBeUndefined();
  });

  test("nobody who is not logged in, and no form of another page", async () => {
    const own = await peopleSite(app);
    expect((await call(app.main, "/account/people")).headers["location"]).toBe("/login?return_to=%2Faccount%2Fpeople");
    const fields = { company: own.tenant.id, user_id: own.admin.user_id };
    expect((await postForm(app, "/account/people/remove", fields)).headers["location"]).toBe("/login");
    expect((await own.admin.post("/account/people/remove", fields)).status).toBe(403);
  });

  test("who administers several companies sees one at a time", async () => {
    const own = await peopleSite(app);
    const second = await app.db.tenant({ name: "Zebra A/S" });
    const both = await person(app, {
      roles: [own.tenant, second].map(({ id }) => ({ tenant_id: id, role: "admin" as const })),
    });
    await both.logIn();
    const { text } = await both.get(`/account/people?company=${second.id}`);
    expect(text).toContain("People: Zebra A/S");
    expect(text).not.toContain(own.admin.email);
    expect(text).toContain(`/account/people?company=${own.tenant.id}`);
  });
});

test("a consultant's user sees the organisation, and administers nothing", async () => {
  const { system, clock, newId } = app.accounts.users;
  const principal = { kind: "operator", actor: "operator", credential_id: null, scopes: new Set<never>() } as const;
  const firm = await createConsultant({ system, clock, newId, principal }, { name: "Klimaråd & Co" });
  const adviser = await person(app);
  await joinConsultant(app.accounts.users, firm.id, adviser.user_id, "operator");
  await adviser.logIn();
  const { text } = await adviser.get("/account");
  expect(text).toContain("Klimaråd &amp; Co");
  expect(text).toContain("(consultant)");
  expect(text).not.toContain("/account/people");
  expect((await adviser.get("/account/people")).headers["location"]).toBe("/account");
});
