import type { SystemQueries, SystemTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** What stands in the place of the name of an erased account, on pages and in the audit log beside its id. */
export const ERASED_PERSON = "erased person";

// Accounts that work for nobody else: no other company that is there, no consultant.
const ONLY_HERE = statement(`
  select m.user_id as id from tenant_members m
  where m.tenant_id = $1
    and not exists (select from tenant_members o join tenants t on t.id = o.tenant_id
                    where o.user_id = m.user_id and o.tenant_id <> $1 and t.erased_at is null)
    and not exists (select from consultant_members c where c.user_id = m.user_id)
  order by m.user_id limit 100000`);

const MEMBERS = statement("select count(*)::int as count from tenant_members where tenant_id = $1 limit 1");

const END_OF_ACCOUNT = [
  "delete from user_sessions where user_id = any($1::uuid[])",
  "delete from user_links where user_id = any($1::uuid[])",
  "delete from user_recovery_codes where user_id = any($1::uuid[])",
  "delete from oauth_requests where user_id = any($1::uuid[])",
  "delete from oauth_tokens where grant_id in (select id from oauth_grants where user_id = any($1::uuid[]))",
  `update oauth_grants set ended_at = coalesce(ended_at, now()), end_reason = coalesce(end_reason, 'grantor_not_entitled')
   where user_id = any($1::uuid[]) and ended_at is null and pg_notify('carbon_credentials', id::text) is not null`,
  "delete from tenant_members where user_id = any($1::uuid[])",
  "delete from consultant_members where user_id = any($1::uuid[])",
].map((text) => statement(text));

const EMPTY_ACCOUNT = statement(`
  update users set email = 'erased-' || id || '@erased.invalid', name = $2, language = 'en', password_hash = null,
    password_changed_at = null, totp_sealed = null, totp_confirmed_at = null, totp_last_step = null, last_login_at = null,
    disabled_at = coalesce(disabled_at, now()), erased_at = now()
  where id = any($1::uuid[]) and erased_at is null`);

/** Accounts of the company that work for nobody else, and how many there are in all. */
export async function selectAccounts(
  queries: SystemQueries,
  tenant_id: string,
): Promise<{ readonly only_here: readonly string[]; readonly count: number }> {
  const only_here = (await queries.rows<{ id: string }>(ONLY_HERE, [tenant_id])).map(({ id }) => id);
  return { only_here, count: (await queries.rows<{ count: number }>(MEMBERS, [tenant_id]))[0]?.count ?? 0 };
}

/** Empties accounts and removes all that hangs on them: logins, links, second factors, memberships, programs they let in. */
export async function emptyAccounts(tx: SystemTransaction, user_ids: readonly string[]): Promise<void> {
  for (const end of END_OF_ACCOUNT) await tx.rows(end, [user_ids]);
  await tx.rows(EMPTY_ACCOUNT, [user_ids, ERASED_PERSON]);
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface MemberCompany {
  readonly id: string;
  readonly name: string;
  /** Whether nobody else administers the company. */
  readonly is_last_admin: boolean;
}

/** What an account has left that stays. */
export interface AccountTraces {
  readonly events: number;
  readonly uploads: number;
  readonly attestations: number;
}

const ACCOUNT = statement("select id, email, name from users where email = lower($1) order by id limit 1");

const COMPANIES = statement(`
  select t.id, t.name,
    m.role = 'admin' and not exists (select from tenant_members o join users u on u.id = o.user_id
      where o.tenant_id = t.id and o.user_id <> m.user_id and o.role = 'admin' and u.disabled_at is null) as is_last_admin
  from tenant_members m join tenants t on t.id = m.tenant_id
  where m.user_id = $1 and t.erased_at is null order by t.id limit 1000`);

const CONSULTANTS = statement(`
  select c.id, c.name, false as is_last_admin from consultant_members m join consultants c on c.id = m.consultant_id
  where m.user_id = $1 order by c.id limit 1000`);

// What a person did is found by the id that the records hold; a signature only by the name that was signed.
const TRACES = statement(`
  select (select count(*) from audit_events where actor = 'user:' || $1 or subject = $1)::bigint as events,
    (select count(*) from upload_batches where created_by = 'user:' || $1)::bigint as uploads,
    (select count(*) from report_attestations where lower(attester_name) = lower($2))::bigint as attestations`);

const GRANTS_ENDED = statement(`
  select id, tenant_id from oauth_grants where user_id = $1 and ended_at is null order by tenant_id, id limit 1000`);

export async function selectAccount(queries: SystemQueries, email: string): Promise<Account | undefined> {
  return (await queries.rows<Account>(ACCOUNT, [email]))[0];
}

export async function selectMemberCompanies(
  queries: SystemQueries,
  user_id: string,
): Promise<{ readonly companies: MemberCompany[]; readonly consultants: MemberCompany[] }> {
  return {
    companies: await queries.rows<MemberCompany>(COMPANIES, [user_id]),
    consultants: await queries.rows<MemberCompany>(CONSULTANTS, [user_id]),
  };
}

export async function selectTraces(queries: SystemQueries, { id, name }: Account): Promise<AccountTraces> {
  const [row] = await queries.rows<AccountTraces>(TRACES, [id, name]);
  return row ?? { events: 0, uploads: 0, attestations: 0 };
}

/** Programs that the account has let in, of each company. */
export async function selectOpenGrants(
  queries: SystemQueries,
  user_id: string,
): Promise<{ readonly id: string; readonly tenant_id: string }[]> {
  return await queries.rows(GRANTS_ENDED, [user_id]);
}
