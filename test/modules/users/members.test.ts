import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import type { Role } from "../../../src/core/roles.ts";
import type { TenantIdentity } from "../../../src/core/context.ts";
import {
  addMember,
  changeTenantRole,
  endTenantRole,
  selectMembers,
  setAccountDisabled,
  setTenantRole,
} from "../../../src/modules/users/index.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { person, type Person } from "../../support/person.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function company(...roles: readonly Role[]): Promise<{ tenant: TenantIdentity; people: Person[] }> {
  const tenant = await app.db.tenant();
  const people: Person[] = [];
  for (const role of roles) people.push(await person(app, { roles: [{ tenant_id: tenant.id, role }] }));
  return { tenant, people };
}

async function roles({ id }: TenantIdentity): Promise<Record<string, Role>> {
  const members = await selectMembers(app.db.database.system, id);
  return Object.fromEntries(members.map(({ id: user_id, role }) => [user_id, role]));
}

const events = statement(`
  select actor, action, subject, payload from audit_events where tenant_id = $1 and environment = $2 order by seq limit 50`);

async function audited(tenant: TenantIdentity) {
  return await app.db.database
    .tenant(tenant.id, "live")
    .rows<{ actor: string; action: string; subject: string }>(events);
}

async function refusal(work: Promise<void>): Promise<string> {
  return await work.then(
    () => "done",
    (error: unknown) => String(error),
  );
}

describe("a change and its audit event are one", () => {
  test("every change is told with who made it, and the chain holds", async () => {
    const { tenant, people } = await company("admin", "editor");
    const [admin, other] = people;
    const { users } = app.accounts;
    const member = { tenant_id: tenant.id, user_id: other?.user_id ?? "" };
    const by = { user_id: admin?.user_id ?? "" };
    await changeTenantRole(users, { ...member, role: "admin" }, by);
    // Nothing changes, so there is nothing to tell.
    await changeTenantRole(users, { ...member, role: "admin" }, by);
    await endTenantRole(users, member, by);
    const actor = `user:${by.user_id}`;
    expect((await audited(tenant)).slice(2)).toEqual([
      { actor, action: "member.role_set", subject: member.user_id, payload: { role: "admin" } },
      { actor, action: "member.removed", subject: member.user_id, payload: {} },
    ]);
    expect(await roles(tenant)).toEqual({ [by.user_id]: "admin" });
    expect(await verifyAudit(app.db.database.tenant(tenant.id, "live"))).toMatchObject({ problems: [] });
  });

  test("shutting an account out and letting it in again is told to each of its companies", async () => {
    const { tenant, people } = await company("editor");
    const second = await app.db.tenant();
    const user_id = people[0]?.user_id ?? "";
    await setTenantRole(app.accounts.users, { tenant_id: second.id, user_id, role: "editor" }, "operator");
    for (const is_disabled of [true, false]) await setAccountDisabled(app.accounts.users, user_id, is_disabled);
    for (const one of [tenant, second]) {
      expect((await audited(one)).slice(1)).toEqual([
        { actor: "operator", action: "member.disabled", subject: user_id, payload: {} },
        { actor: "operator", action: "member.enabled", subject: user_id, payload: {} },
      ]);
    }
  });

  test("a change whose event cannot be written is not made", async () => {
    const { tenant, people } = await company("admin", "editor");
    const [admin, other] = people;
    await app.db.database.admin.rows(
      statement(`create or replace function no_event() returns trigger language plpgsql as
        $$ begin raise exception 'no event of %', new.subject; end $$`),
    );
    await app.db.database.admin.rows(
      statement(`create trigger no_event before insert on audit_events for each row
        when (new.action = 'member.removed') execute function no_event()`),
    );
    try {
      const member = { tenant_id: tenant.id, user_id: other?.user_id ?? "" };
      const by = { user_id: admin?.user_id ?? "" };
      await expect(endTenantRole(app.accounts.users, member, by)).rejects.toThrow(/no event/);
      expect(await roles(tenant)).toMatchObject({ [member.user_id]: "editor" });
    } finally {
      await app.db.database.admin.rows(statement("drop trigger no_event on audit_events"));
    }
  });
});

describe("who may", () => {
  test("only administrators of this company, who are not shut out", async () => {
    const { tenant, people } = await company("admin", "admin", "editor");
    const elsewhere = await company("admin");
    const [admin, disabled, member] = people;
    await setAccountDisabled(app.accounts.users, disabled?.user_id ?? "", true);
    const place = { tenant_id: tenant.id, user_id: member?.user_id ?? "" };
    for (const by of [member, disabled, elsewhere.people[0]]) {
      const actor = { user_id: by?.user_id ?? "" };
      expect(await refusal(endTenantRole(app.accounts.users, place, actor))).toMatch(/resource\.not_found/);
      expect(await refusal(addMember(app.accounts.users, { ...place, role: "admin" }, actor))).toMatch(/not_found/);
    }
    expect(await refusal(endTenantRole(app.accounts.users, place, { user_id: admin?.user_id ?? "" }))).toBe("done");
  });

  test("a member who is none, an account or a company that is not there: nothing is changed", async () => {
    const { tenant, people } = await company("admin");
    const by = { user_id: people[0]?.user_id ?? "" };
    const nobody = "01900000-0000-7000-8000-00000000dead";
    for (const user_id of [nobody, "no id", ""]) {
      const place = { tenant_id: tenant.id, user_id };
      expect(await refusal(endTenantRole(app.accounts.users, place, by))).toMatch(/resource\.not_found/);
      expect(await refusal(addMember(app.accounts.users, { ...place, role: "editor" }, by))).toMatch(/not_found/);
    }
    expect(await refusal(endTenantRole(app.accounts.users, { tenant_id: nobody, user_id: nobody }, by))).toMatch(
      /not_found/,
    );
    expect(await roles(tenant)).toEqual({ [by.user_id]: "admin" });
  });

  test("an account is added once; its role is not changed by adding it again", async () => {
    const { tenant, people } = await company("admin", "admin");
    const [admin, other] = people;
    const place = { tenant_id: tenant.id, user_id: other?.user_id ?? "", role: "editor" } as const;
    expect(await refusal(addMember(app.accounts.users, place, { user_id: admin?.user_id ?? "" }))).toMatch(/already/);
    expect(await roles(tenant)).toMatchObject({ [place.user_id]: "admin" });
  });

  test("tenants' work cannot change the members of another company", async () => {
    const { tenant, people } = await company("admin");
    const other = await app.db.tenant();
    const change = statement(
      `select change_member('${tenant.id}', 'live', $3, 'remove', null, null, null, 'x', now()), $1::uuid, $2::text`,
    );
    const bound = app.db.database.tenant(other.id, "live");
    await expect(bound.transaction((tx) => tx.rows(change, [people[0]?.user_id ?? ""]))).rejects.toThrow(
      /not the tenant/,
    );
    const system = app.db.database.system.rows(statement("delete from tenant_members"));
    await expect(system).rejects.toThrow(/permission denied/);
  });
});

describe("the last administrator", () => {
  test("can be neither removed nor demoted by people, an operator may", async () => {
    const { tenant, people } = await company("admin", "editor");
    const [admin] = people;
    const place = { tenant_id: tenant.id, user_id: admin?.user_id ?? "" };
    expect(await refusal(endTenantRole(app.accounts.users, place, place))).toMatch(/needs an administrator/);
    expect(await refusal(changeTenantRole(app.accounts.users, { ...place, role: "editor" }, place))).toMatch(
      /needs an/,
    );
    await setTenantRole(app.accounts.users, { ...place, role: "editor" }, "operator");
    expect(Object.values(await roles(tenant))).toEqual(["editor", "editor"]);
  });

  test("one who never came or is shut out does not count as another", async () => {
    const { tenant, people } = await company("admin", "admin");
    const [admin, disabled] = people;
    const invited = await person(app, { has_password: false, roles: [{ tenant_id: tenant.id, role: "admin" }] });
    await setAccountDisabled(app.accounts.users, disabled?.user_id ?? "", true);
    const by = { tenant_id: tenant.id, user_id: admin?.user_id ?? "" };
    expect(await refusal(endTenantRole(app.accounts.users, by, by))).toMatch(/needs an administrator/);
    // They themselves can go: nobody is lost who could administer.
    for (const { user_id } of [invited, disabled ?? invited]) {
      expect(await refusal(endTenantRole(app.accounts.users, { ...by, user_id }, by))).toBe("done");
    }
  });

  test("two administrators who demote each other at once: one of them stays", async () => {
    const { tenant, people } = await company("admin", "admin");
    const [one = { user_id: "" }, two = { user_id: "" }] = people;
    const demote = (who: { user_id: string }, by: { user_id: string }) =>
      refusal(
        changeTenantRole(
          app.accounts.users,
          { tenant_id: tenant.id, user_id: who.user_id, role: "editor" },
          { user_id: by.user_id },
        ),
      );
    const outcomes = await Promise.all([demote(one, two), demote(two, one)]);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(Object.values(await roles(tenant)).sort()).toEqual(["admin", "editor"]);
  });
});
