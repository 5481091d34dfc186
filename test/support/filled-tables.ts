import { Client } from "pg";
import type { TenantIdentity } from "../../src/core/context.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { testDatabase, type TestDatabase } from "./database.ts";

interface Table {
  readonly name: string;
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

/** A database in which every table of tenants holds a row of two companies in each environment. */
export interface FilledTables {
  readonly db: TestDatabase;
  readonly owner: Client;
  readonly tables: readonly Table[];
  readonly own: TenantIdentity;
  readonly other: TenantIdentity;
  close(): Promise<void>;
}

export async function filledTables(): Promise<FilledTables> {
  const db = await testDatabase();
  const owner = new Client(driverSettings(db.connection));
  await owner.connect();
  const tables = await tablesOfTenants(owner);
  const own = await db.tenant();
  const other = await db.tenant();
  for (const table of tables) {
    await loosen(owner, table);
    for (const tenant of [own, other]) {
      for (const environment of ["live", "sandbox"]) await owner.query(insertSql(table, tenant.id, environment));
    }
  }
  return {
    db,
    owner,
    tables,
    own,
    other,
    async close() {
      await owner.end();
      await db.close();
    },
  };
}

/** Every table with a tenant and an environment, new ones included, with its primary key. */
async function tablesOfTenants(owner: Client): Promise<readonly Table[]> {
  const found = await owner.query<Table>(
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
  return found.rows;
}

/** The clone is thrown away: with its other constraints gone, a row of any table is its key. */
async function loosen(owner: Client, table: Table): Promise<void> {
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

/** SQL for a row that is its key and nothing else. */
export function insertSql(table: Table, tenantId: string, environment: string): string {
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
