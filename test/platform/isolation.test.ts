import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { type FilledTables, filledTables, insertSql } from "../support/filled-tables.ts";

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
  "login_attempts",
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
/** Tables without a tenant: reference data, the same for all, and what the processes of a database share. */
const SHARED_TABLES = [
  "catalog_version",
  "closed_ledgers",
  "consultant_keys",
  "consultants",
  "emission_categories",
  "emission_factors",
  "erased_files",
  "exchange_rates",
  "factor_releases",
  "installation",
  "price_indices",
  "rate_counters",
  "reference_data_fetches",
  "reference_data_schedule",
  "schema_migrations",
  "service_processes",
];

let filled: FilledTables;
let db: FilledTables["db"];
let owner: Client;
let tables: FilledTables["tables"];
let own: TenantIdentity;
let other: TenantIdentity;

beforeAll(async () => {
  filled = await filledTables();
  ({ db, owner, tables, own, other } = filled);
});
afterAll(() => filled.close());

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
