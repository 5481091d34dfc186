import { afterAll, beforeAll, expect, test } from "vitest";
import { setAccountDisabled, notifyDisabledWebhook } from "../../../src/modules/users/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { person } from "../../support/person.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("administrators who can log in are told of a disabled webhook, in their language, and nobody else", async () => {
  const tenant = await app.db.tenant();
  const other = await app.db.tenant();
  const admin = { tenant_id: tenant.id, role: "admin" } as const;
  const anna = await person(app, { roles: [admin], language: "da" });
  const ben = await person(app, { roles: [admin] });
  await person(app, { roles: [{ ...admin, role: "editor" }] });
  await person(app, { roles: [{ ...admin, tenant_id: other.id }] });
  await person(app, { roles: [admin], has_password: false });
  const gone = await person(app, { roles: [admin] });
  await setAccountDisabled(app.accounts.users, gone.user_id, true);
  const from = app.log.length;
  const webhook = {
    tenant_id: tenant.id,
    webhook_id: "0198c0de-0000-7000-8000-000000000070",
    reason: "It answered 410.",
  };
  await notifyDisabledWebhook(app.accounts.users, webhook);
  const mails = app.log.slice(from).map(({ fields }) => fields);
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([anna.email, ben.email]));
  expect(mails).toHaveLength(2);
  expect(mails.find(({ to }) => to === anna.email)).toMatchObject({
    subject: "En webhook i Carbon Ledger er slået fra",
  });
  for (const { text } of mails) expect(text).toContain("It answered 410.");
});
