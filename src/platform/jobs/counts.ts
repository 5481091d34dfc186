import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Counting a state stops here: a longer queue needs no exact figure, and looking must stay cheap. */
const COUNTED_MAX = 200_000;

/** Jobs of one kind in one state; those that are done are history, not work. */
export interface JobCount {
  readonly kind: string;
  readonly state: "ready" | "running" | "dead";
  readonly jobs: number;
  /** How long the one that could have run longest has waited; null: none could run now. */
  readonly oldest_ready_seconds: number | null;
}

// One branch per state, so that each is a walk of its own partial index.
const COUNT = statement(`
  select kind, state, count(*) as jobs,
         extract(epoch from now() - min(run_at) filter (where state = 'ready' and run_at <= now()))::float8
           as oldest_ready_seconds
    from ((select kind, state, run_at from jobs where state = 'ready' limit ${COUNTED_MAX})
          union all
          (select kind, state, run_at from jobs where state = 'running' limit ${COUNTED_MAX})
          union all
          (select kind, state, run_at from jobs where state = 'dead' limit ${COUNTED_MAX})) as queue
   group by kind, state order by kind, state limit 100`);

/** Jobs of all companies by kind and state, by the database's clock. */
export async function jobCounts(system: SystemQueries): Promise<JobCount[]> {
  return await system.rows<JobCount>(COUNT);
}

const PROBE = statement(
  "select id from jobs where state = 'ready' order by tenant_id, environment, run_at, id limit 1",
);

/** @throws OutageError when the queue cannot be read */
export async function probeQueue(system: SystemQueries): Promise<void> {
  await system.rows(PROBE);
}
