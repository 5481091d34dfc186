import type { Context, Environment, SystemQueries, TenantTransaction } from "../../core/context.ts";
import { dueSources } from "./store-sources.ts";

/** Kind of the job that fetches from one source; its payload is { data_source_id }. */
export const SYNC_SOURCE_JOB = "sync_source";

/** Sources that are queued in one look. */
const DUE_MAX = 500;

/** Queues a sync; one that waits or runs already stays the only one. */
export async function queueSync(ctx: Pick<Context, "jobs">, tx: TenantTransaction, id: string): Promise<void> {
  await ctx.jobs.enqueue(tx, [{ kind: SYNC_SOURCE_JOB, key: id, payload: { data_source_id: id } }]);
}

/** What the schedule needs from outside its module. */
export interface SchedulePorts {
  contextOf(tenant_id: string, environment: Environment): Promise<Context>;
  /** Told of a source that could not be queued; the others are. */
  onError(error: unknown, data_source_id: string): void;
  /** Aborts when no more sources should be queued. */
  readonly ending?: AbortSignal | undefined;
}

/** Queues every source whose time has come, of all companies. Harmless to call in several processes at once. */
export async function queueDueSources(system: SystemQueries, now: string, ports: SchedulePorts): Promise<void> {
  for (const { tenant_id, environment, id } of await dueSources(system, now, DUE_MAX)) {
    if (ports.ending?.aborted === true) return;
    try {
      const ctx = await ports.contextOf(tenant_id, environment);
      await ctx.db.transaction((tx) => queueSync(ctx, tx, id));
    } catch (error) {
      ports.onError(error, id);
    }
  }
}
