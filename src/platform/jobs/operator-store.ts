import type { Environment, SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** A job as an operator sees it. */
export interface ListedJob {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly environment: Environment;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly state: string;
  readonly attempts: number;
  /** Ends of processes that ran it. */
  readonly interruptions: number;
  /** When it is tried next, of one that is ready. */
  readonly run_at: string;
  readonly last_error: string | null;
  readonly created_at: string;
}

const LIST_MAX = 1000;

const SELECT_JOBS = statement(`
  select j.id, j.tenant_id, t.name as tenant_name, j.environment, j.kind, j.payload, j.state, j.attempts, j.interruptions,
         j.run_at, j.last_error, j.created_at
    from jobs j join company_identities t on t.id = j.tenant_id
   where j.state = $1 and (j.tenant_id = $2 or $2::uuid is null) and (j.id = $3 or $3::uuid is null)
   order by j.created_at, j.id limit ${LIST_MAX}`);

/** Jobs of a state, oldest first, at most 1,000; null: of every company, with any id. */
export async function listJobs(
  db: SystemDb,
  which: { readonly state: string; readonly tenant_id: string | null; readonly id: string | null },
): Promise<ListedJob[]> {
  return await db.rows<ListedJob>(SELECT_JOBS, [which.state, which.tenant_id, which.id]);
}

// Kept a day longer, as any job that is done.
const SETTLE_DEAD = statement("update jobs set state = 'done', finished_at = now() where id = $1 and state = 'dead'");

/** Takes a job off the list of those that were given up, because another one does its work. */
export async function settleDeadJob(db: SystemDb, id: string): Promise<void> {
  await db.rows(SETTLE_DEAD, [id]);
}

const COUNT_DEAD = statement(`
  select count(*)::int as count from jobs where state = 'dead' and tenant_id = $1 and environment = $2 limit 1`);

export async function countDeadJobs(
  db: SystemDb,
  ledger: { readonly id: string; readonly environment: Environment },
): Promise<number> {
  return (await db.rows<{ readonly count: number }>(COUNT_DEAD, [ledger.id, ledger.environment]))[0]?.count ?? 0;
}
