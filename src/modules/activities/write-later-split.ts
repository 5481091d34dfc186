import type { Context, TenantTransaction } from "../../core/context.ts";
import type { AuditEntry } from "../audit/index.ts";
import type { Decision } from "../categorization/index.ts";
import { type CalculationResult, newEntries, supersedeOutside } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import { closedYearChange, countLater } from "./count-later.ts";
import type { ReadSplit } from "./ledger-batch.ts";
import { type SplitRow, splitRow } from "./new-split.ts";
import { recordSplits } from "./record-splits.ts";
import { countedBefore, restoreReading } from "./restore-reading.ts";
import { withRuledPeriod } from "./ruled-period.ts";
import { asStated, type StatedFacts } from "./stated-facts.ts";
import type { CurrentActivityRow } from "./store.ts";

/** A later reading of an activity, with its calculation. */
export interface LaterSplit {
  readonly decision: Decision;
  readonly split: ReadSplit;
  readonly result: CalculationResult | null;
  /** All that people state of the activity from now on; absent: what they did before. */
  readonly stated?: StatedFacts | null;
  /** Closed years that keep what they count; the caller notes what the reading would change there. Absent: that is noted here. */
  readonly outside?: readonly YearDays[];
  /** The figures count again by which the activity did before it waited, in place of a calculation; `result` is null. */
  readonly counts_as_before?: true;
}

export interface WrittenSplit {
  readonly row: SplitRow;
  /** The activity as it counts from now on. */
  readonly facts: CurrentActivityRow;
  readonly entry_ids: readonly string[];
  /** To be appended by the caller. */
  readonly events: readonly AuditEntry[];
}

/**
 * Writes a split that supersedes the current one, and entries that supersede its entries. The transaction holds the audit chain,
 * and `current` was read while it did. What the reading would change in a closed year is pending until that is restated.
 * @throws ServiceError financial_year.closed as countLater, and when it would change a closed year that is not in `outside`
 */
export async function writeLaterSplit(
  ctx: Context,
  tx: TenantTransaction,
  current: CurrentActivityRow,
  later: LaterSplit,
): Promise<WrittenSplit> {
  const { outside } = later;
  if (later.counts_as_before === true) {
    const before = await countedBefore(tx, current);
    const { mapped_by, reason } = later.decision;
    const changed = { mapped_by, reason, department_id: current.department_id };
    return { ...(await restoreReading(ctx, tx, { current, before }, changed)), facts: before };
  }
  const { row, line, source, fresh } = laterSplitRow(ctx, current, later);
  const change = outside === undefined ? await closedYearChange(tx, current) : null;
  const splitEvents = await recordSplits(ctx, tx, [{ row, line }]);
  const { entry_ids, events } =
    change === null
      ? await supersedeOutside(ctx, tx, { from_split_id: current.split_id, source, fresh }, outside ?? [])
      : await countLater(ctx, tx, { current, row, transaction_date: line.transaction_date, fresh, change });
  return { row, facts: line, entry_ids, events: [...splitEvents, ...events] };
}

/** What a later reading of an activity writes: its split, the activity as it counts then, and the entries that follow from it. */
export function laterSplitRow(
  ctx: Context,
  current: CurrentActivityRow,
  { decision, split, result, stated: later }: Pick<LaterSplit, "decision" | "split" | "result" | "stated">,
) {
  const restated = later === undefined ? current : asStated({ ...current, stated: later });
  const line = withRuledPeriod(restated, split.ruled_period ?? null);
  const { department_id, transaction_date, stated } = line;
  const identity = {
    id: ctx.newId(),
    activity_id: current.id,
    supersedes_split_id: current.split_id,
    created_by: ctx.principal.actor,
    stated,
  };
  const row = splitRow(identity, { decision, ...split, department_id }, result);
  const source = { activity_id: current.id, activity_split_id: row.id, department_id, transaction_date };
  const fresh = result?.kind === "calculated" ? newEntries(ctx, source, result.entries) : [];
  return { row, line, source, fresh };
}
