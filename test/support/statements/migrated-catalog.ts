import { Client } from "pg";
import { inject } from "vitest";
import type { Column } from "../../../src/modules/offboarding/store-tables.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";

/** What the catalog of a migrated database says of a table or view. */
export interface CatalogTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Its text in one line, and whether it has the rights and policies of whoever asks; null: it is a table. */
  readonly view: { readonly text: string; readonly is_invokers: boolean } | null;
  /** Whether row-level security narrows what a role sees that is not the owner. */
  readonly is_secured: boolean;
  /** The conditions of its policies for the role of tenants' work, on rows that are read and rows that are written. */
  readonly tenant_policies: readonly { readonly using: string | null; readonly with_check: string | null }[];
  /** The columns of each primary key and unique index. */
  readonly keys: readonly (readonly string[])[];
}

const TABLES = `
  select c.relname as name, c.relrowsecurity as is_secured,
    case when c.relkind = 'v' then json_build_object(
      'text', btrim(regexp_replace(lower(pg_get_viewdef(c.oid)), '[[:space:]]+', ' ', 'g')),
      'is_invokers', coalesce('security_invoker=true' = any(c.reloptions), false)) end as view,
    (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
        'is_generated', a.attgenerated <> '') order by a.attnum), '[]')
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('using', p.qual, 'with_check', p.with_check)), '[]')
      from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'PERMISSIVE'
        and p.roles && '{carbon_app,public}'::name[]) as tenant_policies,
    (select coalesce(json_agg((select json_agg(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any(i.indkey::int2[]))), '[]')
      from pg_index i where i.indrelid = c.oid and i.indisunique) as keys
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  order by c.relname limit 10000`;

export async function migratedTables(): Promise<readonly CatalogTable[]> {
  const client = new Client(driverSettings(inject("template")));
  await client.connect();
  try {
    return (await client.query<CatalogTable>(TABLES)).rows;
  } finally {
    await client.end();
  }
}
