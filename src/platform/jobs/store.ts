import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { INTERRUPTIONS_BEFORE_ALONE, INTERRUPTIONS_MAX, type Job } from "./job.ts";

/** A job with the token of its lease; only who holds the token may settle it. */
export interface ClaimedJob extends Job {
  readonly lease: string;
}

/** A position in the round of tenants. */
export interface TenantCursor {
  readonly tenant_id: string;
  readonly environment: string;
}

export const CURSOR_START: TenantCursor = { tenant_id: "00000000-0000-0000-0000-000000000000", environment: "" };

export interface ClaimRequest {
  readonly kinds: readonly string[];
  readonly limit: number;
  readonly lease: string;
  readonly lease_ms: number;
  /** Tenants after this one come first. */
  readonly after: TenantCursor;
  /** Null: the database's clock. */
  readonly now: string | null;
}

const JOB_COLUMNS = `j.id, j.tenant_id, j.environment, j.kind, j.key, j.payload, j.attempts, j.max_attempts,
  j.interruptions, j.locked_by as lease`;

// Walks the index from tenant to tenant, takes the oldest ready jobs of each, and claims the first of every tenant
// before the second of any. The last step goes by an array, so that it is always a walk of the primary key.
const claimReady = statement(`
  with recursive clock as (select coalesce($1::timestamptz, now()) as now),
  round (tenant_id, environment, place) as (
    (select j.tenant_id, j.environment, 1 from jobs j
      where j.state = 'ready' and j.run_at <= (select now from clock) and j.kind = any ($2::text[])
        and (j.tenant_id, j.environment) > ($3::uuid, $4::text)
      order by j.tenant_id, j.environment limit 1)
    union all
    (select n.tenant_id, n.environment, r.place + 1
      from round r cross join lateral (
        select j.tenant_id, j.environment from jobs j
         where j.state = 'ready' and j.run_at <= (select now from clock) and j.kind = any ($2::text[])
           and (j.tenant_id, j.environment) > (r.tenant_id, r.environment)
         order by j.tenant_id, j.environment limit 1) n)
  ),
  invited as materialized (select tenant_id, environment, place from round limit $5::int),
  locked as materialized (
    select o.id, i.place, o.run_at
      from invited i cross join lateral (
        select j.id, j.run_at from jobs j
         where j.tenant_id = i.tenant_id and j.environment = i.environment and j.state = 'ready'
           and j.run_at <= (select now from clock) and j.kind = any ($2::text[])
         order by j.run_at, j.id
         limit (select ceil($5::numeric / greatest(count(*), 1)) from invited)
         for update skip locked) o
  ),
  ranked as (select id, place, row_number() over (partition by place order by run_at, id) as rank from locked)
  update jobs j
     set state = 'running', attempts = j.attempts + 1, locked_by = $6,
         locked_until = (select now from clock) + $7::int * interval '1 millisecond'
   where j.id = any (array(select id from ranked order by rank, place limit $5::int))
  returning ${JOB_COLUMNS}, j.run_at`);

interface ClaimedRow extends ClaimedJob {
  readonly run_at: string;
}

export interface Claim {
  /** In the order in which they are to be run. */
  readonly jobs: readonly ClaimedJob[];
  readonly next: TenantCursor;
}

export async function claimJobs(db: SystemDb, request: ClaimRequest): Promise<Claim> {
  const rows = await db.rows<ClaimedRow>(claimReady, [
    request.now,
    request.kinds,
    request.after.tenant_id,
    request.after.environment,
    request.limit,
    request.lease,
    request.lease_ms,
  ]);
  const queues = [...queuesByTenant(rows).values()];
  const last = queues.at(-1)?.[0];
  return { jobs: inTurns(queues), next: last ?? CURSOR_START };
}

/** In the order of the round; the text order of UUIDs in lower case is the database's order. */
function queuesByTenant(rows: readonly ClaimedRow[]): Map<string, ClaimedRow[]> {
  const place = (row: ClaimedRow): string => `${row.tenant_id} ${row.environment}`;
  const order = (row: ClaimedRow): string => `${place(row)} ${row.run_at} ${row.id}`;
  const queues = new Map<string, ClaimedRow[]>();
  for (const row of rows.toSorted((left, right) => (order(left) < order(right) ? -1 : 1))) {
    const queue = queues.get(place(row));
    if (queue === undefined) queues.set(place(row), [row]);
    else queue.push(row);
  }
  return queues;
}

function inTurns(queues: readonly (readonly ClaimedRow[])[]): ClaimedRow[] {
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1))).flat();
}

const markDone = statement(`
  update jobs j set state = 'done', finished_at = now(), locked_until = null, locked_by = null, last_error = null
    from unnest($1::uuid[], $2::text[]) as d (id, lease)
   where j.id = d.id and j.state = 'running' and j.locked_by = d.lease`);

export async function finishJobs(db: SystemDb, jobs: readonly ClaimedJob[]): Promise<void> {
  await db.rows(markDone, [jobs.map((job) => job.id), jobs.map((job) => job.lease)]);
}

const returnToReady = statement(`
  update jobs j set state = 'ready', locked_until = null, locked_by = null, last_error = $4, max_attempts = $6,
         run_at = coalesce($3::timestamptz, now()) + $5::int * interval '1 millisecond'
   where j.id = $1 and j.state = 'running' and j.locked_by = $2`);

export async function retryJob(
  db: SystemDb,
  job: ClaimedJob,
  when: {
    readonly now: string | null;
    readonly delay_ms: number;
    readonly error: string;
    readonly max_attempts: number;
  },
): Promise<void> {
  await db.rows(returnToReady, [job.id, job.lease, when.now, when.error, when.delay_ms, when.max_attempts]);
}

// The attempt was not made, or was cut short by a stop: it does not count.
const returnAttempt = statement(`
  update jobs j set state = 'ready', locked_until = null, locked_by = null, attempts = j.attempts - 1
    from unnest($1::uuid[], $2::text[]) as d (id, lease)
   where j.id = d.id and j.state = 'running' and j.locked_by = d.lease`);

export async function releaseJobs(db: SystemDb, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length > 0) await db.rows(returnAttempt, [jobs.map((job) => job.id), jobs.map((job) => job.lease)]);
}

const markDead = statement(`
  update jobs j set state = 'dead', finished_at = now(), locked_until = null, locked_by = null, last_error = $3
   where j.id = $1 and j.state = 'running' and j.locked_by = $2`);

export async function buryJob(db: SystemDb, job: ClaimedJob, error: string): Promise<void> {
  await db.rows(markDead, [job.id, job.lease, error]);
}

const extendLeases = statement(`
  update jobs j set locked_until = coalesce($3::timestamptz, now()) + $4::int * interval '1 millisecond'
    from unnest($1::uuid[], $2::text[]) as d (id, lease)
   where j.id = d.id and j.state = 'running' and j.locked_by = d.lease`);

export async function renewLeases(
  db: SystemDb,
  jobs: readonly ClaimedJob[],
  until: { readonly now: string | null; readonly lease_ms: number },
): Promise<void> {
  await db.rows(extendLeases, [jobs.map((job) => job.id), jobs.map((job) => job.lease), until.now, until.lease_ms]);
}

const LOST = "the process that ran this job ended";

// The attempt does not count against the job. The pauses are those of failures, from the interruption on that makes it run alone.
const reclaimExpired = statement(`
  update jobs j set state = 'ready', locked_until = null, locked_by = null, last_error = $3,
         interruptions = j.interruptions + 1, max_attempts = greatest(j.max_attempts, j.attempts) + 1,
         run_at = coalesce($1::timestamptz, now()) + case
           when j.interruptions + 1 < ${INTERRUPTIONS_BEFORE_ALONE} then interval '0'
           else least(900, 2 ^ (j.interruptions + 2 - ${INTERRUPTIONS_BEFORE_ALONE})) * (0.5 + random()) * interval '1 second'
         end
   where j.id in (select e.id from jobs e
                   where e.state = 'running' and e.locked_until < coalesce($1::timestamptz, now())
                     and e.interruptions + 1 < ${INTERRUPTIONS_MAX} and e.kind = any ($2::text[])
                   order by e.locked_until limit 500 for update skip locked)`);

/** Makes jobs ready again whose lease ran out: the process that held them ended, or was cut off from the database. */
export async function reclaimJobs(db: SystemDb, kinds: readonly string[], now: string | null): Promise<void> {
  await db.rows(reclaimExpired, [now, kinds, LOST]);
}

const leaseExhausted = statement(`
  update jobs j set locked_by = $3, locked_until = coalesce($1::timestamptz, now()) + $4::int * interval '1 millisecond'
   where j.id in (select e.id from jobs e
                   where e.state = 'running' and e.locked_until < coalesce($1::timestamptz, now())
                     and e.interruptions + 1 >= ${INTERRUPTIONS_MAX} and e.kind = any ($2::text[])
                   order by e.locked_until limit 100 for update skip locked)
  returning ${JOB_COLUMNS}, coalesce(j.last_error, '${LOST}') as last_error`);

/** Leases jobs that were interrupted too often, so that their end can be recorded. */
export async function claimExhausted(
  db: SystemDb,
  request: Pick<ClaimRequest, "kinds" | "now" | "lease" | "lease_ms">,
): Promise<readonly (ClaimedJob & { readonly last_error: string })[]> {
  return await db.rows(leaseExhausted, [request.now, request.kinds, request.lease, request.lease_ms]);
}

const deleteDone = statement(`
  delete from jobs where id in (select id from jobs
    where state = 'done' and finished_at < now() - $1::int * interval '1 second' order by finished_at limit 5000)`);

export async function pruneJobs(db: SystemDb, keep_seconds: number): Promise<void> {
  await db.rows(deleteDone, [keep_seconds]);
}
