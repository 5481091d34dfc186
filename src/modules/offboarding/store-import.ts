import type { SystemQueries, SystemTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const COMPANY_EXISTS = statement(`
  select exists (select from tenants where id = $1) or exists (select from closed_ledgers where company_id = $1) as found`);

// The same person under the same id is one account; an address under another id is somebody whom the log does not know.
const OTHER_IDS = statement(`
  select u.email from json_populate_recordset(null::users, $1::json) as p
  join users u on (u.email = p.email) <> (u.id = p.id)
  order by u.email limit 1000`);

const INSERT_COMPANY = statement(`
  insert into tenants (id, name, country, plan, settings, created_at)
  select id, name, country, plan, coalesce(settings, '{}'), created_at from json_populate_record(null::tenants, $1::json)`);

const INSERT_CONSULTANTS = statement(`
  insert into consultants (id, name, created_by, created_at)
  select id, name, 'operator', created_at from json_populate_recordset(null::consultants, $1::json)
  on conflict (id) do nothing`);

const INSERT_USERS = statement(`
  insert into users (id, email, name, language, created_by, created_at, disabled_at)
  select id, email, name, language, 'operator', created_at, disabled_at
  from json_populate_recordset(null::users, $1::json)
  on conflict (id) do nothing`);

const INSERT_MEMBERS = statement(`
  insert into tenant_members (tenant_id, user_id, role, created_by, created_at)
  select $1, p.id, p.role, p.member_by, p.member_since
  from json_to_recordset($2::json) as p (id uuid, role text, member_by text, member_since timestamptz)`);

const UNKNOWN_FACTORS = statement(`
  select count(distinct e.emission_factor_id)::int as count from emission_entries e
  where e.tenant_id = $1 and not exists (select from emission_factors f where f.id = e.emission_factor_id)
    and not exists (select from pcf_records p
      where p.tenant_id = e.tenant_id and p.environment = e.environment and p.id = e.emission_factor_id)
    and not exists (select from company_factors c
      where c.tenant_id = e.tenant_id and c.environment = e.environment and c.id = e.emission_factor_id)
  limit 1`);

const together = (lines: readonly string[]): string => `[${lines.join(",")}]`;

/** Whether the company was ever here, and people of the export who are somebody else here. */
export async function selectConflicts(
  queries: SystemQueries,
  tenant_id: string,
  people: readonly string[],
): Promise<{ readonly company: boolean; readonly people: readonly string[] }> {
  const company = (await queries.rows<{ found: boolean }>(COMPANY_EXISTS, [tenant_id]))[0]?.found === true;
  const others = await queries.rows<{ email: string }>(OTHER_IDS, [together(people)]);
  return { company, people: others.map(({ email }) => email) };
}

/** `text` is company.json of the export. */
export async function insertCompany(tx: SystemTransaction, text: string): Promise<void> {
  await tx.rows(INSERT_COMPANY, [text]);
}

export async function insertConsultants(tx: SystemTransaction, lines: readonly string[]): Promise<void> {
  await tx.rows(INSERT_CONSULTANTS, [together(lines)]);
}

/** Accounts without passwords, and their memberships; who is here already stays as he is. */
export async function insertPeople(tx: SystemTransaction, tenant_id: string, lines: readonly string[]): Promise<void> {
  await tx.rows(INSERT_USERS, [together(lines)]);
  await tx.rows(INSERT_MEMBERS, [tenant_id, together(lines)]);
}

/** Factors that entries name and the catalog of this installation lacks. */
export async function selectUnknownFactors(queries: SystemQueries, tenant_id: string): Promise<number> {
  return (await queries.rows<{ count: number }>(UNKNOWN_FACTORS, [tenant_id]))[0]?.count ?? 0;
}
