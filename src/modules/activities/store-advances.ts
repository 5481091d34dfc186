import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { IS_CURRENT } from "./current-split.ts";
import { asStated, SUPPLY, TOLD_OF_SUPPLY } from "./stated-facts.ts";
import { CURRENT_COLUMNS, type CurrentActivityRow } from "./store.ts";

/** Lines of one supply that are looked at, the newest first: ten years of twelve bills, with several lines each. */
const LINES_MAX = 1000;
/** Supplies of one recording group with an advance. */
const ROWS_MAX = 100_000;

const OF_SUPPLIES = statement(`
  select line.*
  from unnest($3::uuid[]) as q (supply_id)
  cross join lateral (
    select ${CURRENT_COLUMNS}
    from (${TOLD_OF_SUPPLY}) as told
    join activities a on a.tenant_id = $1 and a.environment = $2 and a.id = told.id
    join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
     and ${IS_CURRENT}
    where ${SUPPLY} = q.supply_id
    order by a.transaction_date desc, a.id desc limit ${LINES_MAX}) as line
  order by q.supply_id, line.transaction_date desc, line.id desc limit ${ROWS_MAX}`);

/** The lines of supplies as they are read now, of each the newest thousand, newest first. */
export async function selectLinesOfSupplies(
  tx: TenantQueries,
  supplyIds: readonly string[],
): Promise<CurrentActivityRow[]> {
  return (await tx.rows<CurrentActivityRow>(OF_SUPPLIES, [supplyIds])).map(asStated);
}
