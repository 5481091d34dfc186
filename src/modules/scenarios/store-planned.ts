import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { CURRENT_TILTAG } from "./store-tiltag.ts";

/** A tiltag of a plan that the company follows. */
export interface PlannedTiltag {
  readonly name: string;
  /** At any level of the taxonomy; null: everything. */
  readonly category_id: string | null;
  readonly start_year: number;
}

const PLANNED = statement(`
  select t.name, t.category_id, t.start_year
  from ${CURRENT_TILTAG} t
    join scenarios s on s.tenant_id = t.tenant_id and s.environment = t.environment and s.id = t.scenario_id
  where not t.is_removed and s.status in ('approved', 'active')
  order by t.start_year, s.created_at, s.id, t.position limit 200`);

/** Tiltag of approved and active scenarios in the order in which they begin. */
export async function selectPlannedTiltag(db: TenantQueries): Promise<PlannedTiltag[]> {
  return await db.rows<PlannedTiltag>(PLANNED);
}
