import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const COUNT = statement(`
  select count(*) filter (where status = 'active')::int as active,
         count(*) filter (where status = 'disabled')::int as disabled,
         count(*) filter (where status = 'active' and paused_until > coalesce($1::timestamptz, now()))::int as paused
    from webhooks order by 1 limit 1`);

/** Subscriptions of all companies. */
export interface EndpointCounts {
  readonly active: number;
  /** By the service, after failures. */
  readonly disabled: number;
  /** Of the active ones, those to which nothing is sent for now because they failed several times in a row. */
  readonly paused: number;
}

/** `now`: null is the database's clock. */
export async function countEndpoints(db: SystemQueries, now: string | null): Promise<EndpointCounts> {
  const [counts] = await db.rows<EndpointCounts>(COUNT, [now]);
  if (counts === undefined) throw new Error("counting the subscriptions returned no row");
  return counts;
}
