import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { ServiceError } from "../../../src/core/errors.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { createDepartment } from "../../../src/modules/departments/create-department.ts";
import { listDepartments } from "../../../src/modules/departments/list-departments.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db.close();
});

interface Department {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
}

// The outputs are checked against their schemas by the contract tests.
const create = async (ctx: Context, input: unknown) => (await invoke(createDepartment, ctx, input)) as Department;
const list = async (ctx: Context, input: unknown = {}) =>
  (await invoke(listDepartments, ctx, input)) as { items: Department[]; next_cursor: string | null };

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => "nothing was refused",
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );
}

test("a department is listed newest first, page by page without loss or repeat", async () => {
  const ctx = db.context(await db.tenant());
  const made: string[] = [];
  for (const name of ["Produktion", "Salg", "Lager"]) made.push((await create(ctx, { name })).id);
  const first = await list(ctx, { limit: 2 });
  const second = await list(ctx, { limit: 2, cursor: first.next_cursor });
  expect([...first.items, ...second.items].map((department) => department.id)).toEqual(made.toReversed());
  expect(second.next_cursor).toBeNull();
});

test("a parent must be a department of the same company and environment", async () => {
  const tenant = await db.tenant();
  const ctx = db.context(tenant);
  const parent = await create(ctx, { name: "Drift" });
  expect(await create(ctx, { name: "Lager", parent_id: parent.id })).toMatchObject({ parent_id: parent.id });
  for (const stranger of [db.context(await db.tenant()), db.context({ ...tenant, environment: "sandbox" })]) {
    expect(await codeOf(create(stranger, { name: "Lager", parent_id: parent.id }))).toBe("resource.not_found");
    expect((await list(stranger)).items).toEqual([]);
  }
});

test("a name is 1 to 120 characters without blanks around it", async () => {
  const ctx = db.context(await db.tenant());
  for (const name of ["", "   ", "x".repeat(121)]) {
    expect(await codeOf(create(ctx, { name }))).toBe("request.validation_failed");
  }
  expect((await create(ctx, { name: `  ${"x".repeat(120)} ` })).name).toHaveLength(120);
});

test("its creation is in the audit log, and the log verifies", async () => {
  const ctx = db.context(await db.tenant());
  await create(ctx, { name: "Salg", code: "SALG" });
  expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, events: 1 });
});
