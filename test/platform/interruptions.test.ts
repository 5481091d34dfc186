import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../src/core/context.ts";
import { notFound } from "../../src/core/errors.ts";
import { OutageError, outageIn } from "../../src/core/outage.ts";
import { statement } from "../../src/core/statement.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { type Database, openDatabase } from "../../src/platform/db/database.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let owner: Client;
/** Sessions that come and go, beside those of the test itself. */
let database: Database;
let losses: Error[];
/** Errors that would have ended a process without this test around it. */
const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);

beforeAll(async () => {
  db = await testDatabase();
  tenant = await db.tenant();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
  await owner.query(
    "create function refuse(code text) returns text language plpgsql as " +
      "$$ begin raise exception using errcode = code, message = 'refused'; end $$",
  );
});
beforeEach(async () => {
  losses = [];
  unheard.length = 0;
  process.on("uncaughtException", hear);
  database = await openDatabase(db.connection, {
    app_connections_max: 2,
    system_connections_max: 2,
    admin_connections_max: 1,
    onConnectionError: (error) => void losses.push(error),
  });
});
afterEach(async () => {
  await database.close();
  process.off("uncaughtException", hear);
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

const ownPid = statement("select pg_backend_pid() as pid");
const tenantPid = statement("select pg_backend_pid() as pid where $1::uuid is not null and $2 <> ''");
const insertDepartment = statement(
  "insert into departments (tenant_id, environment, id, name) values ($1, $2, gen_random_uuid(), $3) returning id",
);
const refusedWith = statement("select refuse($3) where $1::uuid is not null and $2 <> ''");
const sleep = statement("select pg_sleep(30) where $1::uuid is not null and $2 <> ''");

async function end(pid: number): Promise<void> {
  await owner.query("select pg_terminate_backend($1, 5000)", [pid]);
}

async function departments(name: string): Promise<number> {
  const { rowCount } = await owner.query("select from departments where name = $1", [name]);
  return rowCount ?? 0;
}

/** The process id of a session that sleeps, once it does. */
async function sleeper(): Promise<number> {
  for (;;) {
    const found = await owner.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
    );
    const [row] = found.rows;
    if (row !== undefined) return row.pid;
  }
}

/** Lets what the driver puts off until the next turns of the loop happen. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("a session that the server ends, ten times over", () => {
  const times = Array.from({ length: 10 }, (_, time) => `department ${time}`);

  test("between two statements of a tenant's transaction is an outage: nothing is written, the process lives on", async () => {
    const bound = database.tenant(tenant.id, "live");
    for (const name of times) {
      const failed = bound.transaction(async (tx) => {
        const [row] = await tx.rows<{ pid: number }>(tenantPid);
        await tx.rows(insertDepartment, [name]);
        await end(row?.pid ?? 0);
        await settled();
        await tx.rows(insertDepartment, [name]);
      });
      await expect(failed).rejects.toMatchObject({ name: "OutageError", kind: "database", is_in_doubt: false });
      expect(await departments(name)).toBe(0);
      await bound.transaction((tx) => tx.rows(insertDepartment, [name]));
      expect(await departments(name)).toBe(1);
    }
    expect(losses.length).toBeGreaterThanOrEqual(times.length);
    expect(unheard).toEqual([]);
  });

  test("between two statements of a transaction without a tenant is an outage as well", async () => {
    for (const _ of times) {
      const failed = database.system.transaction(async (tx) => {
        const [row] = await tx.rows<{ pid: number }>(ownPid);
        await end(row?.pid ?? 0);
        await settled();
        await tx.rows(ownPid);
      });
      await expect(failed).rejects.toMatchObject({ kind: "database", is_in_doubt: false });
    }
    expect(await database.system.rows(ownPid)).toHaveLength(1);
    expect(unheard).toEqual([]);
  });

  test("before its COMMIT leaves in doubt whether the transaction was made", async () => {
    for (const _ of times) {
      const failed = database.tenant(tenant.id, "live").transaction(async (tx) => {
        const [row] = await tx.rows<{ pid: number }>(tenantPid);
        await end(row?.pid ?? 0);
      });
      await expect(failed).rejects.toMatchObject({ kind: "database", is_in_doubt: true });
    }
    expect(unheard).toEqual([]);
  });

  test("in a statement is an outage for a read and for a transaction", async () => {
    const bound = database.tenant(tenant.id, "live");
    for (const _ of times) {
      for (const run of [() => bound.rows(sleep), () => bound.transaction((tx) => tx.rows(sleep))]) {
        const outcome = run().catch((error: unknown) => error);
        await end(await sleeper());
        expect(await outcome).toBeInstanceOf(OutageError);
      }
    }
    expect(await bound.rows(tenantPid)).toHaveLength(1);
    expect(unheard).toEqual([]);
  });

  test("while idle is replaced before anybody notices", async () => {
    const bound = database.tenant(tenant.id, "live");
    for (const _ of times) {
      const [row] = await bound.rows<{ pid: number }>(tenantPid);
      await end(row?.pid ?? 0);
      await expect.poll(() => losses.length).toBeGreaterThan(0);
      losses.length = 0;
      expect(await bound.rows(tenantPid)).toHaveLength(1);
    }
    expect(unheard).toEqual([]);
  });
});

test("a statement says itself that its session was ended, although the work of its transaction goes on", async () => {
  const bound = database.tenant(tenant.id, "live");
  const met: unknown[] = [];
  const failed = bound.transaction(async (tx) => {
    const [row] = await tx.rows<{ pid: number }>(tenantPid);
    await end(row?.pid ?? 0);
    await settled();
    for (const read of [tx.rows(tenantPid), tx.textRows(tenantPid)])
      met.push(await read.catch((error: unknown) => error));
  });
  await expect(failed).rejects.toBeInstanceOf(OutageError);
  expect(met).toHaveLength(2);
  for (const error of met) expect(error).toMatchObject({ name: "OutageError", kind: "database", is_in_doubt: false });
});

test("work that goes on after a statement met a full disk ends as that, not as a fault of ours", async () => {
  const bound = database.tenant(tenant.id, "live");
  const goingOn = async (code: string): Promise<unknown> =>
    await bound.transaction(async (tx) => await tx.rows(refusedWith, [code]).catch(() => [])).catch(outageIn);
  expect(await goingOn("53100")).toMatchObject({ kind: "storage_full" });
  expect(await goingOn("23505")).toBeNull();
});

test("what rolls a transaction back on purpose comes back as it is, whatever became of the session", async () => {
  const undone = Symbol("undone");
  const failed = database.tenant(tenant.id, "live").transaction(async (tx) => {
    const [row] = await tx.rows<{ pid: number }>(tenantPid);
    await end(row?.pid ?? 0);
    await settled();
    // oxlint-disable-next-line typescript/only-throw-error -- as the claimed work of a request does
    throw undone;
  });
  await expect(failed.catch((error: unknown) => error)).resolves.toBe(undone);
});

test("a refusal of the work stays one when its session ends meanwhile, and a mistake of ours is no outage", async () => {
  const bound = database.tenant(tenant.id, "live");
  const refused = bound.transaction(async (tx) => {
    const [row] = await tx.rows<{ pid: number }>(tenantPid);
    await end(row?.pid ?? 0);
    await settled();
    throw notFound("department");
  });
  await expect(refused).rejects.toMatchObject({ code: "resource.not_found" });
  const wrong = statement("select no_such_column from tenants where id = $1 and $2 <> ''");
  await expect(bound.rows(wrong)).rejects.not.toBeInstanceOf(OutageError);
  // Reads are sent in a transaction that may not write: a statement that writes there is a mistake.
  await expect(bound.rows(insertDepartment, ["x"])).rejects.not.toBeInstanceOf(OutageError);
});

test("a server that has become a standby is an outage, and its sessions are not used again", async () => {
  const name = owner.database ?? "";
  await owner.query(`alter database ${name} set default_transaction_read_only = on`);
  const standby = await openDatabase(db.connection, { app_connections_max: 1 });
  try {
    const bound = standby.tenant(tenant.id, "live");
    const [before] = await bound.rows<{ pid: number }>(tenantPid);
    await expect(bound.transaction((tx) => tx.rows(insertDepartment, ["x"]))).rejects.toMatchObject({
      kind: "database",
      is_in_doubt: false,
    });
    const [after] = await bound.rows<{ pid: number }>(tenantPid);
    expect(after?.pid).not.toBe(before?.pid);
  } finally {
    await standby.close();
    await owner.query(`alter database ${name} reset default_transaction_read_only`);
  }
});
