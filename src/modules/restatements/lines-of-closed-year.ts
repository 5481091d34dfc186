import type { TenantQueries } from "../../core/context.ts";
import { type CurrentActivityRow, selectCurrentActivities } from "../activities/index.ts";
import { countWaitingOfYear, type PendingLine, selectPendingLines } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";

/** What would change a closed year and is not booked. */
export interface LinesOfYear {
  /** Lines that wait for the year alone: accepting them counts them. */
  readonly waiting: readonly CurrentActivityRow[];
  /** Lines of which the days of the year are held back, or a decision that would change it. */
  readonly held: readonly CurrentActivityRow[];
  /** Metered supplies of which a settlement replaces advances of the year. */
  readonly supply_ids: readonly string[];
  /** Why each would change it, by activity. */
  readonly causes: ReadonlyMap<string, PendingLine["cause"]>;
  /** Lines of the year that wait for something else: a category, a factor, a quantity. */
  readonly undecided_count: number;
  /** There is more than was asked for. */
  readonly has_more: boolean;
}

/** At most `max` lines, the newest first. The transaction holds the audit chain. */
export async function linesOfClosedYear(
  db: TenantQueries,
  { year, max }: { readonly year: YearDays; readonly max: number },
): Promise<LinesOfYear> {
  const pending = await selectPendingLines(db, year, null, max + 1);
  const shown = pending.slice(0, max);
  const rows = await selectCurrentActivities(
    db,
    shown.map(({ activity_id }) => activity_id),
  );
  const causes = new Map(shown.map(({ activity_id, cause }) => [activity_id, cause]));
  const settled = rows.filter(({ id }) => causes.get(id) === "settlement");
  return {
    waiting: rows.filter(({ status }) => status === "pending_review"),
    held: rows.filter(({ id, status }) => status !== "pending_review" && causes.get(id) !== "settlement"),
    supply_ids: [...new Set(settled.flatMap(({ supply_id }) => supply_id ?? []))],
    causes,
    undecided_count: await countWaitingOfYear(db, year),
    has_more: pending.length > max,
  };
}
