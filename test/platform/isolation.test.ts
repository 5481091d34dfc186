import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";

/** Tables that carbon_system may read: what is needed before the tenant is known, and the queues. */
const SYSTEM_TABLES = [
  "api_keys",
  "consultant_grants",
  "data_sources",
  "idempotency_keys",
  "jobs",
  "legacy_keys",
  "oauth_grants",
  "tenants",
  "webhook_attempts",
  "webhook_deliveries",
  "webhooks",
];
/** Tables in which the service itself may change nothing that is written. */
const LEDGER = [
  "activities",
  "activity_splits",
  "audit_events",
  "documents",
  "emission_entries",
  "outbox_events",
  "report_inputs",
];
/** What belongs to people and their programs, across companies: for the system role alone. */
const ACCOUNT_TABLES = [
  "consultant_members",
  "oauth_client_documents",
  "oauth_clients",
  "oauth_requests",
  "oauth_tokens",
  "tenant_members",
  "user_links",
  "user_recovery_codes",
  "user_sessions",
  "users",
];
/** Tables without a tenant: reference data, the same for all. */
const SHARED_TABLES = [
  "catalog_version",
  "consultant_keys",
  "consultants",
  "emission_categories",
  "emission_factors",
  "exchange_rates",
  "price_indices",
  "schema_migrations",
];

interface Table {
  readonly name: string;
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

let db: TestDatabase;
let owner: Client;
let tables: readonly Table[];
let own: TenantIdentity;
let other: TenantIdentity;

/** The clone is thrown away: with its other constraints gone, a row of any table is its key. */
async function loosen(table: Table): Promise<void> {
  const checks = await owner.query<{ conname: string }>(
    "select conname from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')",
    [table.name],
  );
  for (const { conname } of checks.rows) await owner.query(`alter table ${table.name} drop constraint ${conname}`);
  const columns = await owner.query<{ attname: string }>(
    `select attname from pg_attribute a where attrelid = $1::regclass and attnum > 0 and attnotnull and not attisdropped
      and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey))`,
    [table.name],
  );
  for (const { attname } of columns.rows) {
    await owner.query(`alter table ${table.name} alter column ${attname} drop not null`);
  }
}

const SAMPLES: Readonly<Record<string, string>> = {
  uuid: "gen_random_uuid()",
  text: "gen_random_uuid()::text",
  integer: "(random() * 1000000)::int",
  bigint: "(random() * 1000000)::bigint",
  smallint: "1",
  date: "date '2026-01-01' + (random() * 1000)::int",
};

function insertSql(table: Table, tenantId: string, environment: string): string {
  const values = table.key.map(({ name, type }) => {
    if (name === "tenant_id") return `'${tenantId}'`;
    if (name === "environment") return `'${environment}'`;
    return SAMPLES[type] ?? "null";
  });
  const others = table.key.some(({ name }) => name === "tenant_id") ? "" : ", tenant_id, environment";
  const otherValues = others === "" ? "" : `, '${tenantId}', '${environment}'`;
  return `insert into ${table.name} (${table.key.map(({ name }) => name).join(", ")}${others})
    values (${values.join(", ")}${otherValues})`;
}

beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
  const found = await owner.query<{ name: string; key: { name: string; type: string }[] }>(
    `select c.relname as name,
            (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)))
               from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
              where i.indrelid = c.oid and i.indisprimary) as key
       from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
        and exists (select from pg_attribute e where e.attrelid = c.oid and e.attname = 'environment')
      order by c.relname`,
  );
  tables = found.rows;
  own = await db.tenant();
  other = await db.tenant();
  for (const table of tables) {
    await loosen(table);
    for (const tenant of [own, other]) {
      for (const environment of ["live", "sandbox"]) await owner.query(insertSql(table, tenant.id, environment));
    }
  }
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

const UNFILTERED = "$1::uuid is not null and $2::text is not null";

async function outcome(work: Promise<unknown[]>): Promise<string> {
  return await work.then(
    (rows) => `${rows.length} rows`,
    (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : String(error)),
  );
}
const REFUSED = "42501";

describe("row-level security", () => {
  test("every table belongs to tenants or is known reference data", async () => {
    const found = await owner.query<{ name: string }>(
      "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1",
    );
    const owned = new Set(tables.map(({ name }) => name));
    const rest = found.rows.map(({ name }) => name).filter((name) => !owned.has(name) && name !== "tenants");
    expect(rest).toEqual([...SHARED_TABLES, ...ACCOUNT_TABLES].sort());
    expect(owned.size).toBeGreaterThan(15);
  });

  test("a statement without any filter sees no row of another tenant or of the other environment", async () => {
    const reader = db.database.tenant(own.id, "live");
    for (const { name } of tables) {
      const select = statement(`select tenant_id, environment from ${name} where ${UNFILTERED}`);
      const seen = await reader.rows<{ tenant_id: string; environment: string }>(select);
      expect([name, seen]).toEqual([name, [{ tenant_id: own.id, environment: "live" }]]);
    }
  });

  test("no row can be written for another tenant or the other environment", async () => {
    const writer = db.database.tenant(own.id, "live");
    for (const table of tables) {
      for (const [tenantId, environment] of [
        [other.id, "live"],
        [own.id, "sandbox"],
      ] as const) {
        const insert = statement(
          insertSql(table, tenantId, environment).replace("values (", `select `).replace(/\)$/, ` where ${UNFILTERED}`),
        );
        const result = await outcome(writer.transaction((tx) => tx.rows(insert)));
        expect([table.name, environment, result]).toEqual([table.name, environment, REFUSED]);
      }
    }
  });

  test("no foreign row can be changed, moved or removed", async () => {
    const writer = db.database.tenant(own.id, "live");
    for (const { name } of tables) {
      const foreign = `(tenant_id <> '${own.id}' or environment <> 'live') and ${UNFILTERED}`;
      for (const sql of [
        `update ${name} set environment = 'live' where ${foreign} returning 1`,
        `delete from ${name} where ${foreign} returning 1`,
        `update ${name} set tenant_id = '${other.id}' where ${UNFILTERED} returning 1`,
      ]) {
        const result = await outcome(writer.transaction((tx) => tx.rows(statement(sql))));
        expect([sql, result]).toEqual([
          sql,
          sql.includes("set tenant_id") ? REFUSED : expect.stringMatching(/^(0 rows|42501)$/),
        ]);
      }
    }
    for (const { name } of tables) {
      const count = await owner.query<{ n: number }>(`select count(*)::int as n from ${name}`);
      expect([name, count.rows[0]?.n]).toEqual([name, 4]);
    }
  });

  test("a session without a tenant reads nothing: it fails", async () => {
    const client = new Client(driverSettings(db.connection));
    await client.connect();
    await client.query("set role carbon_app");
    for (const { name } of [...tables, { name: "tenants" }]) {
      await expect(client.query(`select 1 from ${name}`), name).rejects.toThrow(/app\.tenant/);
    }
    // After a bound transaction the setting exists, but is empty.
    await client.query(`begin; set local app.tenant = '${own.id}'; set local app.environment = 'live'; commit`);
    for (const { name } of [...tables, { name: "tenants" }]) {
      await expect(client.query(`select 1 from ${name}`), name).rejects.toThrow(/uuid/);
    }
    await client.end();
  });

  test("a tenant sees its own company only", async () => {
    const select = statement(`select id from tenants where ${UNFILTERED}`);
    expect(await db.database.tenant(own.id, "sandbox").rows(select)).toEqual([{ id: own.id }]);
  });
});

describe("grants", () => {
  test("accounts, sessions and tokens are closed to tenants' work", async () => {
    for (const name of ACCOUNT_TABLES) {
      const select = statement(`select 1 from ${name} where ${UNFILTERED} limit 1`);
      expect([name, await outcome(db.database.tenant(own.id, "live").rows(select))]).toEqual([name, REFUSED]);
    }
  });

  test("the system role reads credentials, tenants and the queue, and nothing else that belongs to tenants", async () => {
    for (const { name } of tables) {
      const result = await outcome(db.database.system.rows(statement(`select 1 from ${name} limit 1`)));
      expect([name, result]).toEqual([name, SYSTEM_TABLES.includes(name) ? "1 rows" : REFUSED]);
    }
  });

  test("ledger rows can be neither changed nor removed by the service", async () => {
    const writer = db.database.tenant(own.id, "live");
    for (const name of LEDGER) {
      const where = "where tenant_id = $1 and environment = $2";
      const update = statement(`update ${name} set created_at = now() ${where}`);
      const remove = statement(`delete from ${name} ${where}`);
      const truncate = statement(`truncate ${name}`);
      for (const sql of [update, remove]) {
        expect([name, await outcome(writer.transaction((tx) => tx.rows(sql)))]).toEqual([name, REFUSED]);
        expect([name, await outcome(db.database.system.rows(statement(sql.text), [own.id, "live"]))]).toEqual([
          name,
          REFUSED,
        ]);
      }
      expect([name, await outcome(db.database.system.rows(truncate))]).toEqual([name, REFUSED]);
    }
  });

  test("reading is read-only: a change outside a transaction is refused", async () => {
    const insert = statement("insert into departments (tenant_id, environment, id, name) values ($1, $2, $3, 'x')");
    await expect(db.database.tenant(own.id, "live").rows(insert, [own.id])).rejects.toThrow(/read-only/);
  });
});
