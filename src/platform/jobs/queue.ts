import type { JobQueue, NewId } from "../../core/context.ts";
import type { Tracing } from "../../core/tracing.ts";
import { statement } from "../../core/statement.ts";

/** Notified when jobs become ready; the payload names their kinds, with a blank between them. Empty: of any kind. */
export const JOBS_CHANNEL = "carbon_jobs";

const insertJobs = statement(`
  insert into jobs (tenant_id, environment, id, kind, key, payload)
  select $1, $2, j.id, j.kind, j.key, j.payload::jsonb
    from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as j (id, kind, key, payload)
  on conflict (tenant_id, environment, kind, key) where state in ('ready', 'running') do nothing`);
const wakeWorkers = statement(
  `select pg_notify('${JOBS_CHANNEL}', $3) where $1::uuid is not null and $2::text is not null`,
);

/** Member of a payload that names the span which asked for the job; handlers read the members that they know. */
export const TRACE_MEMBER = "traceparent";

/** Whether a notification may be about jobs of these kinds: each queue has a worker of its own, and most are about one queue. */
export function isAboutKinds(payload: string, kinds: readonly string[]): boolean {
  return payload === "" || payload.split(" ").some((kind) => kinds.includes(kind));
}

/** Enqueues within the caller's transaction; workers hear of it when that commits. A live job with the key is kept. */
export function jobQueue(newId: NewId, tracing: Tracing | null = null): JobQueue {
  return {
    async enqueue(tx, jobs) {
      if (jobs.length === 0) return;
      const traceparent = tracing?.traceparent() ?? null;
      const trace = traceparent === null ? {} : { [TRACE_MEMBER]: traceparent };
      await Promise.all([
        tx.rows(insertJobs, [
          jobs.map(() => newId()),
          jobs.map((job) => job.kind),
          jobs.map((job) => job.key),
          jobs.map((job) => JSON.stringify({ ...job.payload, ...trace })),
        ]),
        tx.rows(wakeWorkers, [[...new Set(jobs.map((job) => job.kind))].join(" ")]),
      ]);
    },
  };
}
