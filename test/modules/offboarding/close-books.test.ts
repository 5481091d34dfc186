import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENVIRONMENTS } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { closeBooks } from "../../../src/modules/offboarding/close-books.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { ledgerLine, record } from "../../support/ledger.ts";

const INSERT = statement(`
  insert into departments (tenant_id, environment, id, name) values ($1, $2, gen_random_uuid(), 'x') returning id`);

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const ports = () => ({ admin: db.database.admin, pause: delay });

test.each([
  ["erasure", "live", "resource.not_found", /was erased/],
  ["reset", "sandbox", "server.unavailable", /is being emptied; repeat/],
] as const)("books that are closed for %s take in nothing, and say why", async (reason, environment, code, says) => {
  const tenant = await db.tenant();
  const other = await db.tenant();
  await closeBooks(ports(), { tenant_id: tenant.id, environments: [environment], reason });
  const closed = db.database.tenant(tenant.id, environment);
  await expect(closed.transaction((tx) => tx.rows(INSERT))).rejects.toMatchObject({
    code,
    detail: expect.stringMatching(says),
  });
  expect(await db.database.tenant(other.id, environment).transaction((tx) => tx.rows(INSERT))).toHaveLength(1);
});

test("no document is recorded in closed books, nor an event without one", async () => {
  const tenant = await db.tenant();
  await closeBooks(ports(), { tenant_id: tenant.id, environments: ENVIRONMENTS, reason: "erasure" });
  await expect(record(db.context(tenant), [ledgerLine(1)])).rejects.toMatchObject({ code: "resource.not_found" });
});

test("whoever began before the closing is waited for", async () => {
  const tenant = await db.tenant();
  const books = db.database.tenant(tenant.id, "live");
  let isDone = false;
  let let_go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (let_go = resolve));
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const work = books.transaction(async (tx) => {
    await tx.rows(INSERT);
    begun();
    await held;
    isDone = true;
  });
  await hasBegun;
  let looks = 0;
  const pause = async (delay_ms: number): Promise<void> => {
    looks += 1;
    expect(isDone).toBe(looks > 3);
    if (looks === 3) {
      let_go();
      await work;
    }
    await delay(delay_ms);
  };
  await closeBooks({ ...ports(), pause }, { tenant_id: tenant.id, environments: ["live"], reason: "erasure" });
  expect(isDone).toBe(true);
});

test("books that are closed to be erased are never opened by the reset of a sandbox", async () => {
  const tenant = await db.tenant();
  const place = { tenant_id: tenant.id, environments: ["sandbox"] } as const;
  await closeBooks(ports(), { ...place, reason: "erasure" });
  await expect(closeBooks(ports(), { ...place, reason: "reset" })).rejects.toThrow(/closed to be erased/);
});
