import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { RunEffect } from "./moving-figures.ts";

export const RUN_STATUSES = ["previewing", "previewed", "applying", "applied", "failed", "replaced"] as const;

/** A release that a run puts into force for a subject, with what was in force when it was asked for. */
export interface ReleaseOfRun {
  readonly subject: string;
  readonly release: string;
  /** Editions that an operator imported, `publisher@release`. */
  readonly imports: readonly string[];
  readonly from_release: string;
  readonly from_imports: readonly string[];
}

export interface RunRow extends YearDays {
  readonly id: string;
  readonly status: (typeof RUN_STATUSES)[number];
  readonly releases: readonly ReleaseOfRun[];
  readonly is_gathered: boolean;
  readonly reason: string | null;
  readonly effect: RunEffect | null;
  readonly failure: string | null;
  readonly requested_by: string;
  readonly requested_by_name: string | null;
  readonly applied_by: string | null;
  readonly applied_by_name: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
}

const COLUMNS = `id, to_char(period_from, 'YYYY-MM-DD') as "from", to_char(period_to, 'YYYY-MM-DD') as "to", status, releases,
    is_gathered, reason, effect, failure, requested_by, actor_name(requested_by) as requested_by_name, applied_by,
    actor_name(applied_by) as applied_by_name, created_at, ended_at`;

const INSERT = statement(`
  insert into factor_release_runs (tenant_id, environment, id, period_from, period_to, releases, requested_by)
  values ($1, $2, $3, $4::date, $5::date, $6, $7)
  on conflict do nothing
  returning ${COLUMNS}`);

const BY_ID = statement(`
  select ${COLUMNS} from factor_release_runs
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

const LOCK = statement(`
  select ${COLUMNS} from factor_release_runs
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1 for update`);

const LIST = statement(`
  select ${COLUMNS} from factor_release_runs
  where tenant_id = $1 and environment = $2 and ($6::text is null or to_char(period_to, 'YYYY-MM-DD') = $6::text)
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
  order by created_at desc, id desc limit $5`);

const OPEN_OF_YEAR = statement(`
  select id from factor_release_runs
  where tenant_id = $1 and environment = $2 and period_to = $3::date and status in ('previewing', 'previewed')
  order by id limit 100`);

const SET_GATHERED = statement(`
  update factor_release_runs set is_gathered = true where tenant_id = $1 and environment = $2 and id = $3`);

const SET_PREVIEWED = statement(`
  update factor_release_runs set status = 'previewed', effect = $4::jsonb
  where tenant_id = $1 and environment = $2 and id = $3 and status = 'previewing'`);

const SET_APPLYING = statement(`
  update factor_release_runs set status = 'applying', is_gathered = false, reason = $4, applied_by = $5
  where tenant_id = $1 and environment = $2 and id = $3 and status = 'previewed'
  returning ${COLUMNS}`);

const END = statement(`
  update factor_release_runs
  set status = $4, failure = $5, effect = coalesce($6::jsonb, effect), ended_at = $7::timestamptz
  where tenant_id = $1 and environment = $2 and id = $3`);

/** Undefined: another run of the year is at work. */
export async function insertRun(
  tx: TenantTransaction,
  { id, from, to, releases, requested_by }: Pick<RunRow, "from" | "id" | "releases" | "requested_by" | "to">,
): Promise<RunRow | undefined> {
  const values = [id, from, to, JSON.stringify(releases), requested_by];
  return (await tx.rows<RunRow>(INSERT, values))[0];
}

export async function selectRun(db: TenantQueries, id: string): Promise<RunRow | undefined> {
  return (await db.rows<RunRow>(BY_ID, [id]))[0];
}

/** The same, locked until the transaction ends: nobody replaces or applies it meanwhile. */
export async function lockRun(tx: TenantTransaction, id: string): Promise<RunRow | undefined> {
  return (await tx.rows<RunRow>(LOCK, [id]))[0];
}

/** Runs newest first, of one year or all. `after` holds created_at and id of the last row seen. */
export async function selectRuns(
  db: TenantQueries,
  period_end: string | null,
  after: readonly string[] | null,
  limit: number,
): Promise<RunRow[]> {
  return await db.rows<RunRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit, period_end]);
}

/** Previews of the year that ends on that day which nobody has applied. */
export async function selectOpenPreviews(tx: TenantTransaction, period_end: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(OPEN_OF_YEAR, [period_end])).map(({ id }) => id);
}

export async function setGathered(tx: TenantTransaction, id: string): Promise<void> {
  await tx.rows(SET_GATHERED, [id]);
}

export async function setPreviewed(tx: TenantTransaction, id: string, effect: RunEffect): Promise<void> {
  await tx.rows(SET_PREVIEWED, [id, JSON.stringify(effect)]);
}

/** Undefined: it is no preview that can be applied, or another run of the year is at work. */
export async function setApplying(
  tx: TenantTransaction,
  id: string,
  { reason, applied_by }: { readonly reason: string | null; readonly applied_by: string },
): Promise<RunRow | undefined> {
  return (await tx.rows<RunRow>(SET_APPLYING, [id, reason, applied_by]))[0];
}

interface Ending {
  readonly status: "applied" | "failed" | "replaced";
  readonly failure: string | null;
  /** Null: what was told before stays. */
  readonly effect: RunEffect | null;
  readonly at: string;
}

export async function setEnded(
  tx: TenantTransaction,
  id: string,
  { status, failure, effect, at }: Ending,
): Promise<void> {
  await tx.rows(END, [id, status, failure, effect === null ? null : JSON.stringify(effect), at]);
}
