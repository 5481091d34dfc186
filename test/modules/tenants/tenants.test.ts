import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import {
  createTenant,
  findTenant,
  listTenants,
  namesakes,
  renameTenant,
  setPlan,
  type TenantAdmin,
} from "../../../src/modules/tenants/index.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";

let db: TestDatabase;
let admin: TenantAdmin;

beforeAll(async () => {
  db = await testDatabase();
  const { newId, principal } = db.context(await db.tenant());
  admin = {
    system: db.database.system,
    tenantDb: db.database.tenant,
    clock: db.clock,
    newId,
    principal: { ...principal, kind: "operator", actor: "operator" },
  };
});
afterAll(() => db.close());

const AUDIT = statement(`
  select action, payload from audit_events where tenant_id = $1 and environment = $2 order by seq limit 10`);

test("a company is created with the first audit row of both environments, and found by id and by name", async () => {
  const tenant = await createTenant(admin, { name: "Havn ApS", country: "DK", plan: "starter" });
  expect(await findTenant(db.database.system, tenant.id)).toEqual(tenant);
  expect(await findTenant(db.database.system, "Havn ApS")).toEqual(tenant);
  expect((await listTenants(db.database.system))[0]?.id).toBe(tenant.id);
  for (const environment of ["live", "sandbox"] as const) {
    const rows = await db.database.tenant(tenant.id, environment).rows<{ action: string }>(AUDIT);
    expect(rows.map((row) => row.action)).toEqual(["tenant.created"]);
  }
});

test("a changed plan is audited with both values, an equal one is not", async () => {
  const tenant = await createTenant(admin, { name: "Mark ApS", country: "DK", plan: "starter" });
  expect((await setPlan(admin, tenant.id, "premium")).plan).toBe("premium");
  await setPlan(admin, tenant.id, "premium");
  const rows = await db.database.tenant(tenant.id, "live").rows<{ action: string; payload: unknown }>(AUDIT);
  expect(rows.at(-1)).toEqual({ action: "tenant.plan_changed", payload: { before: "starter", after: "premium" } });
  expect(rows).toHaveLength(2);
});

test("an unknown company is not found, a shared name is refused, bad values are named", async () => {
  await expect(findTenant(db.database.system, "Ingen")).rejects.toMatchObject({ code: "resource.not_found" });
  await expect(setPlan(admin, "nope", "premium")).rejects.toMatchObject({ code: "resource.not_found" });
  const duplicates = [];
  for (const name of ["Ens", "Ens"])
    duplicates.push(await createTenant(admin, { name, country: "SE", plan: "starter" }));
  const refused = findTenant(db.database.system, "Ens");
  await expect(refused).rejects.toMatchObject({ code: "request.validation_failed" });
  // Whoever is refused can go on at once, with one of these.
  for (const { id } of duplicates) await expect(refused).rejects.toThrow(id);
  const bad = createTenant(admin, { name: "", country: "dk", plan: "starter" });
  await expect(bad).rejects.toMatchObject({ extras: { issues: [{ path: "name" }, { path: "country" }] } });
});

test("a company is renamed in every place that names it, and both names are audited in both environments", async () => {
  const tenant = await createTenant(admin, { name: "Gammel ApS", country: "DK", plan: "starter" });
  expect((await renameTenant(admin, tenant.id, "  Ny ApS ")).name).toBe("Ny ApS");
  await renameTenant(admin, tenant.id, "Ny ApS");
  expect(await findTenant(db.database.system, "Ny ApS")).toMatchObject({ id: tenant.id, plan: "starter" });
  await expect(findTenant(db.database.system, "Gammel ApS")).rejects.toMatchObject({ code: "resource.not_found" });
  for (const environment of ["live", "sandbox"] as const) {
    const rows = await db.database.tenant(tenant.id, environment).rows<{ action: string; payload: unknown }>(AUDIT);
    expect(rows.slice(1)).toEqual([{ action: "tenant.renamed", payload: { before: "Gammel ApS", after: "Ny ApS" } }]);
  }
  await expect(renameTenant(admin, tenant.id, " ")).rejects.toMatchObject({ extras: { issues: [{ path: "name" }] } });
  await expect(renameTenant(admin, "nope", "X")).rejects.toMatchObject({ code: "resource.not_found" });
});

test("who shares a name is named, whatever its capitals", async () => {
  const first = await createTenant(admin, { name: "Åben Dør ApS", country: "DK", plan: "starter" });
  const second = await createTenant(admin, { name: "ÅBEN DØR APS", country: "DK", plan: "starter" });
  expect((await namesakes(db.database.system, second)).map(({ id }) => id)).toEqual([first.id]);
  expect(await namesakes(db.database.system, { id: second.id, name: "Lukket" })).toEqual([]);
});
