import type { Context } from "../../core/context.ts";
import {
  type CalculationResult,
  newEntries,
  type PendingFigure,
  pendingFigures,
  type selectCurrentEntries,
} from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { CurrentActivityRow } from "./store.ts";

interface SettledFigures {
  readonly advance: CurrentActivityRow;
  /** What it counts then. */
  readonly result: CalculationResult | null;
  /** What it counts now. */
  readonly before: Awaited<ReturnType<typeof selectCurrentEntries>>;
}

/** What an advance that is read otherwise would change in closed years. */
export function figuresOfSettled(
  ctx: Context,
  { advance, result, before }: SettledFigures,
  closed: readonly YearDays[],
): PendingFigure[] {
  const { id: activity_id, split_id: activity_split_id } = advance;
  const after = result?.kind === "calculated" ? newEntries(ctx, entrySource(advance), result.entries) : [];
  return pendingFigures({ activity_split_id, activity_id, cause: "settlement" }, { before, after }, closed);
}

/** Of what entries of an advance are. */
export function entrySource({
  id: activity_id,
  split_id: activity_split_id,
  department_id,
  transaction_date,
}: CurrentActivityRow) {
  return { activity_id, activity_split_id, department_id, transaction_date };
}
