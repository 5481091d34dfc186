import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { AllocatedLine } from "./allocate-month.ts";
import type { RunPlan } from "./run-plan.ts";

export const RUN_STATUSES = ["preparing", "applied", "failed"] as const;

export interface RunRow {
  readonly id: string;
  readonly market: string;
  readonly year: number;
  readonly status: (typeof RUN_STATUSES)[number];
  readonly plan: RunPlan;
  readonly include_late: boolean;
  readonly reason: string | null;
  readonly prepared_ym: number | null;
  readonly failure: string | null;
  readonly requested_by: string;
  readonly requested_by_name: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
}

const COLUMNS = `id, market, year, status, plan, include_late, reason, prepared_ym, failure, requested_by,
    actor_name(requested_by) as requested_by_name, created_at, ended_at`;

const INSERT = statement(`
  insert into energy_allocation_runs (tenant_id, environment, id, market, year, plan, include_late, reason, requested_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict do nothing
  returning ${COLUMNS}`);

const BY_ID = statement(`
  select ${COLUMNS} from energy_allocation_runs
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

const LIST = statement(`
  select ${COLUMNS} from energy_allocation_runs
  where tenant_id = $1 and environment = $2
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
  order by created_at desc, id desc limit $5`);

const IN_FORCE = statement(`
  select distinct on (market, year) id, market, year, plan
  from energy_allocation_runs
  where tenant_id = $1 and environment = $2 and status = 'applied'
  order by market, year, ended_at desc, id desc limit 1000`);

const IDS_IN_FORCE = statement(`
  select distinct on (market, year) id from energy_allocation_runs
  where tenant_id = $1 and environment = $2 and status = 'applied'
  order by market, year, ended_at desc, id desc limit 1000`);

const SET_PREPARED = statement(`
  update energy_allocation_runs set prepared_ym = $4 where tenant_id = $1 and environment = $2 and id = $3`);

const END = statement(`
  update energy_allocation_runs set status = $4, failure = $5, ended_at = $6::timestamptz
  where tenant_id = $1 and environment = $2 and id = $3 and status = 'preparing'`);

const INSERT_LINES = statement(`
  insert into energy_allocation_lines (tenant_id, environment, run_id, entry_id, ym, market_based_kg, fallback_kg, parts)
  select $1::uuid, $2::text, $3::uuid, line.entry_id, $4::int, line.market_based_kg, line.fallback_kg, line.parts
  from json_to_recordset($5::json) as line (entry_id uuid, market_based_kg numeric, fallback_kg numeric, parts jsonb)`);

const LINES = statement(`
  select entry_id, market_based_kg, fallback_kg, parts from energy_allocation_lines
  where tenant_id = $1 and environment = $2 and run_id = $3 and ym = $4
  order by entry_id limit 50000`);

const FORGET_LINES = statement(`
  delete from energy_allocation_lines where tenant_id = $1 and environment = $2 and run_id = $3`);

/** Undefined: another run of the market and year is being prepared. */
export async function insertRun(
  tx: TenantTransaction,
  run: Pick<RunRow, "id" | "market" | "year" | "plan" | "include_late" | "reason" | "requested_by">,
): Promise<RunRow | undefined> {
  const { id, market, year, plan, include_late, reason, requested_by } = run;
  const values = [id, market, year, JSON.stringify(plan), include_late, reason, requested_by];
  return (await tx.rows<RunRow>(INSERT, values))[0];
}

export async function selectRun(db: TenantQueries, id: string): Promise<RunRow | undefined> {
  return (await db.rows<RunRow>(BY_ID, [id]))[0];
}

/** Runs newest first. `after` holds created_at and id of the last row seen. */
export async function selectRuns(db: TenantQueries, after: readonly string[] | null, limit: number): Promise<RunRow[]> {
  return await db.rows<RunRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit]);
}

export type RunInForce = Pick<RunRow, "id" | "market" | "year" | "plan">;

/** What the newest applied run of each market and year decided. */
export async function selectPlansInForce(db: TenantQueries): Promise<RunInForce[]> {
  return await db.rows<RunInForce>(IN_FORCE);
}

/** The newest applied run of each market and year. */
export async function selectRunsInForce(db: TenantQueries): Promise<ReadonlySet<string>> {
  return new Set((await db.rows<{ id: string }>(IDS_IN_FORCE)).map(({ id }) => id));
}

/** Keeps what a month becomes, and that it is prepared. */
export async function insertLines(
  tx: TenantTransaction,
  run_id: string,
  ym: number,
  lines: readonly AllocatedLine[],
): Promise<void> {
  if (lines.length > 0) await tx.rows(INSERT_LINES, [run_id, ym, JSON.stringify(lines)]);
  await tx.rows(SET_PREPARED, [run_id, ym]);
}

export async function selectLines(db: TenantQueries, run_id: string, ym: number): Promise<AllocatedLine[]> {
  return await db.rows<AllocatedLine>(LINES, [run_id, ym]);
}

/** Ends a run that is being prepared, and forgets what it prepared: the entries have it. */
export async function endRun(
  tx: TenantTransaction,
  id: string,
  {
    status,
    failure,
    at,
  }: { readonly status: "applied" | "failed"; readonly failure: string | null; readonly at: string },
): Promise<void> {
  await tx.rows(END, [id, status, failure, at]);
  await tx.rows(FORGET_LINES, [id]);
}
