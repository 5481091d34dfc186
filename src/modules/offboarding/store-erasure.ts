import type { SystemDb, SystemQueries, SystemTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Ledger } from "./store-tables.ts";

export interface CompanyState {
  readonly id: string;
  readonly name: string;
  readonly deactivated_at: string | null;
  readonly erased_at: string | null;
  /** When its books were closed to be erased; null: they are open. */
  readonly closed_at: string | null;
}

const STATE = statement(`
  select t.id, t.name, t.deactivated_at, t.erased_at, c.closed_at
  from tenants t
  left join closed_ledgers c on c.company_id = t.id and c.environment = 'live' and c.reason = 'erasure'
  where t.id = $1 order by t.id limit 1`);

// The latest date that a voucher bears; of what was never read, the day on which it came.
const LATEST_VOUCHER = statement(`
  select max(dated)::text as dated, sum(vouchers)::bigint as vouchers from (
    select max(coalesce(issue_date, (created_at at time zone 'UTC')::date)) as dated, count(*) as vouchers from documents
      where tenant_id = $1 and environment = 'live'
    union all
    select max((transaction_date at time zone 'UTC')::date), 0 from activities where tenant_id = $1 and environment = 'live'
    union all
    select max((created_at at time zone 'UTC')::date), count(*) from upload_files
      where tenant_id = $1 and environment = 'live' and document_id is null and status in ('stored', 'needs_review', 'held_quota')
  ) as found`);

const CLOSE = statement(`
  insert into closed_ledgers (company_id, environment, reason)
  select $1::uuid, unnest($2::text[]), $3
  on conflict (company_id, environment) do update set reason = excluded.reason
    where closed_ledgers.reason = 'reset' or excluded.reason = 'erasure'
  returning pg_current_xact_id()::text as xid`);

const OPEN = statement("delete from closed_ledgers where company_id = $1 and environment = $2 and reason = 'reset'");

const DEACTIVATE = statement(`
  update tenants set deactivated_at = coalesce(deactivated_at, now()) where id = $1
  returning pg_notify('carbon_credentials', 'tenant:' || id)::text as notified`);

// A statement that has not written yet has no number; sessions of the service say when their transaction began.
const EARLIER_WORK = statement(`
  select pg_snapshot_xmin(pg_current_snapshot()) <= $1::text::xid8 or exists (
    select from pg_stat_activity a
    where a.datname = current_database() and a.application_name like 'carbon-ledger carbon%'
      and a.xact_start <= $2::timestamptz) as is_running`);

const NOW = statement("select clock_timestamp() as now");

const TOKENS = statement(`
  delete from oauth_tokens where grant_id in (select id from oauth_grants where tenant_id = $1)`);

const END_MEMBERSHIPS = statement("delete from tenant_members where tenant_id = $1");

const EMPTY_COMPANY = statement(`
  update tenants set name = $2, settings = '{}', erased_at = now() where id = $1
  returning pg_notify('carbon_credentials', 'tenant:' || id)::text as notified`);

export async function selectState(queries: SystemQueries, tenant_id: string): Promise<CompanyState | undefined> {
  return (await queries.rows<CompanyState>(STATE, [tenant_id]))[0];
}

/** The vouchers of the live books, and the latest date among them (ISO); null: there are none. */
export async function selectVouchers(
  queries: SystemQueries,
  tenant_id: string,
): Promise<{ readonly vouchers: number; readonly latest: string | null }> {
  const [row] = await queries.rows<{ dated: string | null; vouchers: number | null }>(LATEST_VOUCHER, [tenant_id]);
  return { vouchers: row?.vouchers ?? 0, latest: row?.dated ?? null };
}

/** Closes books: nothing can be added to them any more. Returns the transaction's number, for `hasEarlierWork`. */
export async function closeLedgers(
  tx: SystemTransaction,
  tenant_id: string,
  environments: readonly string[],
  reason: "erasure" | "reset",
): Promise<string> {
  const [row] = await tx.rows<{ xid: string }>(CLOSE, [tenant_id, environments, reason]);
  if (row === undefined) throw new Error("books that are closed to be erased are closed for nothing else");
  return row.xid;
}

/** Opens the books of a sandbox again that was closed to be emptied. */
export async function openLedger(tx: SystemTransaction, { tenant_id, environment }: Ledger): Promise<void> {
  await tx.rows(OPEN, [tenant_id, environment]);
}

/** Lets nobody in any more: keys, people and programs are refused from the next request on. */
export async function deactivate(tx: SystemTransaction, tenant_id: string): Promise<void> {
  await tx.rows(DEACTIVATE, [tenant_id]);
}

/** The database's clock, ISO. */
export async function databaseTime(admin: SystemDb): Promise<string> {
  const [row] = await admin.rows<{ now: string }>(NOW);
  if (row === undefined) throw new Error("the database has no clock");
  return row.now;
}

/**
 * Whether a transaction is still at work that began before the one of this number was committed, at `closed_at` at the
 * latest: it may have seen open books.
 */
export async function hasEarlierWork(admin: SystemDb, xid: string, closed_at: string): Promise<boolean> {
  return (await admin.rows<{ is_running: boolean }>(EARLIER_WORK, [xid, closed_at]))[0]?.is_running === true;
}

/** Removes the tokens of programs, and who belongs to the company. */
export async function deleteAccess(tx: SystemTransaction, tenant_id: string): Promise<void> {
  await tx.rows(TOKENS, [tenant_id]);
  await tx.rows(END_MEMBERSHIPS, [tenant_id]);
}

/** What stands in the place of the name of an erased company. */
export const ERASED_COMPANY = "erased company";

export async function emptyCompany(tx: SystemTransaction, tenant_id: string): Promise<void> {
  await tx.rows(EMPTY_COMPANY, [tenant_id, ERASED_COMPANY]);
}

export interface ErasedFile {
  readonly environment: "live" | "sandbox";
  readonly kind: "sealed" | "clear";
  readonly name: string;
}

const QUEUE_FILES = statement(`
  insert into erased_files (company_id, environment, kind, name)
  select $1::uuid, $2, $3, unnest($4::text[]) on conflict do nothing`);

const SOME_FILES = statement(`
  select environment, kind, name from erased_files where company_id = $1
  order by environment, kind, name limit $2`);

const FORGET_FILES = statement(`
  delete from erased_files where company_id = $1 and environment = $2 and kind = $3 and name = any($4::text[])`);

/** Notes files that are to be removed once this transaction is committed. */
export async function queueFiles(
  tx: SystemTransaction,
  { tenant_id, environment }: Ledger,
  kind: ErasedFile["kind"],
  names: readonly string[],
): Promise<void> {
  await tx.rows(QUEUE_FILES, [tenant_id, environment, kind, names]);
}

export async function selectQueuedFiles(
  queries: SystemQueries,
  tenant_id: string,
  limit: number,
): Promise<ErasedFile[]> {
  return await queries.rows<ErasedFile>(SOME_FILES, [tenant_id, limit]);
}

export async function forgetFile(queries: SystemQueries, tenant_id: string, file: ErasedFile): Promise<void> {
  await queries.rows(FORGET_FILES, [tenant_id, file.environment, file.kind, [file.name]]);
}
