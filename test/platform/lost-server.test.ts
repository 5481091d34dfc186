import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { TenantDb, TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import { type Database, openDatabase } from "../../src/platform/db/database.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import { type DatabaseProxy, databaseProxy } from "../support/database-proxy.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let proxy: DatabaseProxy;
let database: Database;
let bound: TenantDb;
/** Errors that would have ended a process without this test around it. */
const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);

beforeAll(async () => {
  db = await testDatabase();
  tenant = await db.tenant();
});
beforeEach(async () => {
  unheard.length = 0;
  process.on("uncaughtException", hear);
  proxy = await databaseProxy(db.connection);
});
afterEach(async () => {
  await proxy.close();
  await database.close();
  process.off("uncaughtException", hear);
  expect(unheard).toEqual([]);
});
afterAll(async () => {
  await db.close();
});

const ownPid = statement("select pg_backend_pid() as pid where $1::uuid is not null and $2 <> ''");

async function open(statement_timeout_ms: number): Promise<void> {
  database = await openDatabase(proxy.connection, { app_connections_max: 2, statement_timeout_ms });
  bound = database.tenant(tenant.id, "live");
}

test("a session that ends with the last answer of its preparation is an outage to whom it is handed", async () => {
  await open(30_000);
  for (const ask of [
    () => bound.rows(ownPid),
    () => bound.transaction((tx) => tx.rows(ownPid)),
    () => database.ping(),
  ]) {
    // The first session is busy, so that a second one is opened.
    const failed = bound.transaction(async () => {
      proxy.endWithAnswerTo("pg_has_role");
      await ask();
    });
    await expect(failed).rejects.toMatchObject({ name: "OutageError", kind: "database" });
  }
  expect(await bound.rows(ownPid)).toHaveLength(1);
});

test("a server that vanishes in the middle of a statement is an outage soon after the statement's own limit", async () => {
  await open(300);
  await bound.rows(ownPid);
  const began = performance.now();
  const failed = bound.transaction(async (tx) => {
    await tx.rows(ownPid);
    proxy.vanish();
    await tx.rows(ownPid);
  });
  await expect(failed).rejects.toMatchObject({ name: "OutageError", kind: "database", is_in_doubt: false });
  expect(performance.now() - began).toBeLessThan(20_000);
}, 30_000);

test("a server that vanishes before its answer to COMMIT leaves in doubt whether the transaction was made", async () => {
  await open(300);
  const failed = bound.transaction(async (tx) => {
    await tx.rows(ownPid);
    proxy.vanish();
  });
  await expect(failed).rejects.toMatchObject({ kind: "database", is_in_doubt: true });
}, 30_000);

test("silence is no outage while nothing is asked, be it for longer than a statement may last", async () => {
  await open(100);
  const [before] = await bound.rows(ownPid);
  await delay(11_000);
  expect(await bound.rows(ownPid)).toEqual([before]);
  const [between, after] = await bound.transaction(async (tx) => {
    const [first] = await tx.rows(ownPid);
    await delay(11_000);
    return [first, ...(await tx.rows(ownPid))];
  });
  expect(after).toEqual(between);
}, 60_000);
