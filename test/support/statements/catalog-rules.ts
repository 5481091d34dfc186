import { Client } from "pg";
import { inject } from "vitest";
import { driverSettings } from "../../../src/platform/db/connection.ts";

/** What the catalog of a migrated database says that bears on a database of several machines. */
export interface CatalogRules {
  /** Functions of the service's schema whose text names tables, with these. */
  readonly reading_functions: Readonly<Record<string, readonly string[]>>;
  /** Names of policies with a sub-select; one name stands for the same policy on many tables. */
  readonly sub_select_policies: readonly string[];
  /** Names of all functions that may answer differently each time. */
  readonly volatile_functions: ReadonlySet<string>;
}

const READING_FUNCTIONS = `
  select p.proname as name, array(
      select c.relname::text from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
         and coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) ~ ('\\m' || c.relname || '\\M')
       order by c.relname limit 1000) as tables
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql') and p.prorettype <> 'trigger'::regtype
  order by p.proname limit 1000`;

const POLICIES = `
  select distinct policyname::text as name from pg_policies
  where schemaname = 'public' and (coalesce(qual, '') ~* '\\mselect\\M' or coalesce(with_check, '') ~* '\\mselect\\M')
  order by 1 limit 1000`;

const VOLATILE = `
  select distinct proname::text as name from pg_proc where provolatile = 'v' and prokind in ('f', 'w') order by 1 limit 10000`;

export async function catalogRules(): Promise<CatalogRules> {
  const client = new Client(driverSettings(inject("template")));
  await client.connect();
  try {
    const functions = (await client.query<{ name: string; tables: string[] }>(READING_FUNCTIONS)).rows;
    const policies = (await client.query<{ name: string }>(POLICIES)).rows;
    const volatile = (await client.query<{ name: string }>(VOLATILE)).rows;
    const reading = functions.filter(({ tables }) => tables.length > 0);
    return {
      reading_functions: Object.fromEntries(reading.map(({ name, tables }) => [name, tables])),
      sub_select_policies: policies.map(({ name }) => name),
      volatile_functions: new Set(volatile.map(({ name }) => name)),
    };
  } finally {
    await client.end();
  }
}
