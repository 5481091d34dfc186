import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { openDatabase } from "../../src/platform/db/database.ts";
import { isoTimestamp } from "../../src/platform/db/value-parsers.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let ctx: Context;
beforeAll(async () => {
  db = await testDatabase();
  tenant = await db.tenant();
  ctx = db.context(tenant);
});
afterAll(async () => {
  await db.close();
});

const VALUES = `select 1.500::numeric as n, date '2026-01-05' as d, timestamptz '2026-01-05 00:00:00+00' as t,
  timestamptz '2026-01-05 01:02:03.5+01' as u, 9007199254740991::bigint as b, '{"a":[1]}'::jsonb as j,
  '\\x00ff'::bytea as x, array['a', null, 'b "c"'] as a, array[1.50, null]::numeric[] as m, true as p, null::text as z
  from tenants where id = $1 and $2 <> ''`;
const values = statement(VALUES);
const insertDepartment = statement(
  "insert into departments (tenant_id, environment, id, name) values ($1, $2, $3, $4) returning id",
);
const selectNames = statement(
  "select name from departments where tenant_id = $1 and environment = $2 order by name limit 100",
);
const failing = statement("select 1 / $3::int as x where $1::uuid is not null and $2::text is not null");

describe("values", () => {
  test("arrive as decimal text, ISO timestamps with microseconds, exact numbers, parsed json and bytes", async () => {
    const [row] = await ctx.db.rows<Record<string, unknown>>(values);
    expect(row).toEqual({
      n: "1.500",
      d: "2026-01-05",
      t: "2026-01-05T00:00:00.000000Z",
      u: "2026-01-05T00:02:03.500000Z",
      b: 9007199254740991,
      j: { a: [1] },
      x: Buffer.from([0, 255]),
      a: ["a", null, 'b "c"'],
      m: ["1.50", null],
      p: true,
      z: null,
    });
  });

  test("arrive as the database's own text from textRows, timestamps in the same form", async () => {
    expect(await ctx.db.textRows(values)).toEqual([
      [
        "1.500",
        "2026-01-05",
        "2026-01-05T00:00:00.000000Z",
        "2026-01-05T00:02:03.500000Z",
        "9007199254740991",
        '{"a": [1]}',
        "\\x00ff",
        '{a,NULL,"b \\"c\\""}',
        "{1.50,NULL}",
        "t",
        null,
      ],
    ]);
  });

  test("are the same when a session reads a statement again, in the same way or the other", async () => {
    const [value] = await ctx.db.rows(values);
    const [text] = await ctx.db.textRows(values);
    for (let round = 0; round < 10; round += 1) {
      for (let again = 0; again < 3; again += 1) expect(await ctx.db.rows(values)).toEqual([value]);
      for (let again = 0; again < 3; again += 1) expect(await ctx.db.textRows(values)).toEqual([text]);
      expect(await ctx.db.readOnly((tx) => tx.rows(values))).toEqual([value]);
    }
  });

  test("of a statement without a name of its own have the columns of its own text", async () => {
    const unnamed = (columns: string) => ({
      name: "",
      text: `select ${columns} from tenants where id = $1 and $2 <> ''`,
    });
    for (let round = 0; round < 3; round += 1) {
      expect(await ctx.db.rows(unnamed("1 as one"))).toEqual([{ one: 1 }]);
      expect(await ctx.db.rows(unnamed("'a' as text, 2 as two"))).toEqual([{ text: "a", two: 2 }]);
    }
  });

  test("beyond the exact range of numbers are refused instead of rounded", async () => {
    const big = statement("select 9007199254740993::bigint as b from tenants where id = $1 and $2 <> ''");
    await expect(ctx.db.rows(big)).rejects.toThrow(/exact range/);
    expect(await ctx.db.rows(values)).toHaveLength(1);
  });

  test("timestamps always have six decimals", () => {
    expect(isoTimestamp("2026-01-05 10:00:00+00")).toBe("2026-01-05T10:00:00.000000Z");
    expect(isoTimestamp("2026-01-05 10:00:00.1+00")).toBe("2026-01-05T10:00:00.100000Z");
    expect(isoTimestamp("2026-01-05 10:00:00.123456+00")).toBe("2026-01-05T10:00:00.123456Z");
    expect(isoTimestamp("infinity")).toBe("infinity");
  });
});

describe("a transaction", () => {
  test("commits when the work is done and rolls back when it throws", async () => {
    await ctx.db.transaction((tx) => tx.rows(insertDepartment, [ctx.newId(), "kept"]));
    const failed = ctx.db.transaction(async (tx) => {
      await tx.rows(insertDepartment, [ctx.newId(), "dropped"]);
      throw new Error("stop");
    });
    await expect(failed).rejects.toThrow("stop");
    expect(await ctx.db.rows(selectNames)).toEqual([{ name: "kept" }]);
  });

  test("whose statement failed is an error even when the work ignores the failure", async () => {
    const failed = ctx.db.transaction(async (tx) => {
      await tx.rows(insertDepartment, [ctx.newId(), "lost"]);
      await tx.rows(failing, [0]).catch(() => undefined);
    });
    await expect(failed).rejects.toThrow(/rolled back/);
    expect(await ctx.db.rows(selectNames)).toEqual([{ name: "kept" }]);
  });

  test("may have several statements under way at once", async () => {
    const names = await ctx.db.transaction((tx) => Promise.all([1, 2, 3].map(() => tx.rows(selectNames))));
    expect(names).toEqual([1, 2, 3].map(() => [{ name: "kept" }]));
  });

  test("for reading refuses every change, and sees what is committed", async () => {
    const names = await ctx.db.readOnly((tx) => Promise.all([tx.rows(selectNames), tx.rows(selectNames)]));
    expect(names).toEqual([[{ name: "kept" }], [{ name: "kept" }]]);
    const changing = ctx.db.readOnly((tx) => tx.rows(insertDepartment, [ctx.newId(), "refused"]));
    await expect(changing).rejects.toThrow(/read-only/);
    expect(await ctx.db.rows(selectNames)).toEqual([{ name: "kept" }]);
  });

  test("that ends leaves no tenant on the session for the next one", async () => {
    const single = await openDatabase(db.connection, { app_connections_max: 1 });
    const other = await db.tenant();
    await single.tenant(tenant.id, "live").rows(selectNames);
    expect(await single.tenant(other.id, "live").rows(selectNames)).toEqual([]);
    expect(await single.tenant(tenant.id, "sandbox").rows(selectNames)).toEqual([]);
    expect(await single.tenant(tenant.id, "live").rows(selectNames)).toEqual([{ name: "kept" }]);
    await single.close();
  });
});

describe("failures", () => {
  test("of a statement reject with the database's error and the session stays usable", async () => {
    for (let index = 0; index < 20; index += 1) {
      await expect(ctx.db.rows(failing, [0])).rejects.toThrow(/division by zero/);
    }
    expect(await ctx.db.rows(failing, [1])).toEqual([{ x: 1 }]);
    const misspelt = statement("select no_such_column from tenants where id = $1 and $2 <> ''");
    await expect(ctx.db.rows(misspelt)).rejects.toThrow(/no_such_column/);
    expect(await ctx.db.rows(failing, [1])).toEqual([{ x: 1 }]);
  });

  test("a lost session rejects its query, and the next query gets a new session", async () => {
    const suicide = statement("select pg_terminate_backend(pg_backend_pid()) where $1::uuid is not null and $2 <> ''");
    const single = await openDatabase(db.connection, { app_connections_max: 1 });
    const bound = single.tenant(tenant.id, "live");
    await expect(bound.rows(suicide)).rejects.toThrow();
    await expect(bound.transaction((tx) => tx.rows(suicide))).rejects.toThrow();
    expect(await bound.rows(selectNames)).toEqual([{ name: "kept" }]);
    await single.close();
  });

  test("a statement over its time limit is cancelled", async () => {
    const impatient = await openDatabase(db.connection, { statement_timeout_ms: 1_000 });
    const slow = statement("select pg_sleep(30) where $1::uuid is not null and $2 <> ''");
    await expect(impatient.tenant(tenant.id, "live").rows(slow)).rejects.toThrow(/statement timeout/);
    await impatient.close();
  });

  test("an id that is not a UUID never reaches the server", () => {
    expect(() => db.database.tenant("'; reset role; --", "live")).toThrow(/not a tenant id/);
  });
});

test("statements work without names, for poolers that cannot keep them", async () => {
  const unnamed = await openDatabase(db.connection, { useNamedStatements: false });
  expect(await unnamed.tenant(tenant.id, "live").rows(selectNames)).toEqual([{ name: "kept" }]);
  await unnamed.close();
});

test("the service does not start when its role would bypass row-level security", async () => {
  const unguarded = await testDatabase();
  const owner = new Client(driverSettings(unguarded.connection));
  await owner.connect();
  await owner.query("alter table tenants disable row level security");
  await expect(openDatabase(unguarded.connection)).rejects.toThrow(/not bound by row-level security/);
  await owner.end();
  await unguarded.close();
});

describe("listening", () => {
  const notify = statement("select pg_notify($1, $2)");

  test("delivers payloads of its channel only", async () => {
    const heard: string[] = [];
    let resolve = (): void => undefined;
    const last = new Promise<void>((done) => (resolve = done));
    await db.database.listen("test_a", (payload) => {
      heard.push(payload);
      if (payload === "end") resolve();
    });
    await db.database.system.rows(notify, ["test_b", "not for us"]);
    await db.database.system.rows(notify, ["test_a", "one"]);
    await db.database.system.rows(notify, ["test_a", "end"]);
    await last;
    expect(heard).toEqual(["one", "end"]);
  });

  test("channels that are asked for at the same moment are all heard, and the driver has nothing to warn of", async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error): void => void warnings.push(message);
    process.on("warning", onWarning);
    const channels = ["test_c", "test_d", "test_e"];
    const heard = new Promise<string[]>((resolve) => {
      const payloads: string[] = [];
      const onMessage = (payload: string): void => {
        if (payloads.push(payload) === channels.length) resolve(payloads);
      };
      void Promise.all(channels.map((channel) => db.database.listen(channel, onMessage))).then(async () => {
        for (const channel of channels) await db.database.system.rows(notify, [channel, `for ${channel}`]);
      });
    });
    expect(await heard).toEqual(channels.map((channel) => `for ${channel}`));
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  test("says when its connection is lost, comes back by itself and tells that something may be missing", async () => {
    let cameBack = (): void => undefined;
    const gap = new Promise<void>((done) => (cameBack = done));
    let heard = (_payload: string): void => undefined;
    const message = new Promise<string>((done) => (heard = done));
    const subscription = await db.database.listen("test_gap", (payload) => heard(payload), cameBack);
    expect(subscription.isConnected()).toBe(true);
    await db.database.admin.rows(
      statement(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carbon-ledger listener' and datname = current_database()",
      ),
    );
    await gap;
    expect(subscription.isConnected()).toBe(true);
    await db.database.system.rows(notify, ["test_gap", "again"]);
    expect(await message).toBe("again");
  });
});
