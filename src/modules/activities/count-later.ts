import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  addPendingRestatements,
  assertAdvanceStays,
  heldCause,
  insertHeldEntries,
  type NewEntry,
  pendingFigures,
  type RestatementCause,
  supersedeHolding,
  type SupersedingResult,
} from "../emissions/index.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import type { SplitRow } from "./new-split.ts";
import { isAdvanceOfSupply } from "./settled-advance.ts";
import type { CurrentActivityRow } from "./store.ts";

/** The closed years that a later reading of a line could change, and why it would. */
export interface ClosedYearChange {
  readonly years: readonly YearDays[];
  readonly cause: RestatementCause;
}

/**
 * Which years are closed, and why a later reading of a line would change them: what is held back of it already, else what a person
 * decides. Asked before it is written, which withdraws what is held back. One statement where no year is closed.
 */
export async function closedYearChange(tx: TenantTransaction, current: CurrentActivityRow): Promise<ClosedYearChange> {
  const years = await closedYears(tx);
  const held = years.length === 0 ? null : await heldCause(tx, current.split_id);
  return { years, cause: held ?? "correction" };
}

interface Later {
  readonly current: CurrentActivityRow;
  /** Its later reading, which is written. */
  readonly row: SplitRow;
  readonly transaction_date: string;
  /** What that counts in full. */
  readonly fresh: readonly NewEntry[];
  /** Asked before the later reading was written. */
  readonly change: ClosedYearChange;
}

/**
 * Lets a later reading count in place of the current one. Closed years go on counting what they do; what the reading would count there
 * is kept with it and stands as pending until the year is restated, except of a line that waits, of which nobody knows it. What
 * an advance counts in a closed year follows from its settlement and is changed by restating alone. The transaction holds the audit
 * chain.
 * @throws ServiceError financial_year.closed for an advance of a supply
 */
export async function countLater(
  ctx: Context,
  tx: TenantTransaction,
  { current, row, transaction_date, fresh, change }: Later,
): Promise<SupersedingResult> {
  const { activity_id, id: activity_split_id, department_id } = row;
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  const { years, cause } = change;
  const { category_key } = row;
  const isAdvance = isAdvanceOfSupply(current) || isAdvanceOfSupply({ ...current, category_key });
  const later = { from_split_id: current.split_id, source, fresh };
  if (isAdvance) await assertAdvanceStays(tx, later, years);
  const { held, ...written } = await supersedeHolding(ctx, tx, later, isAdvance ? [] : years);
  if (held !== null && row.status !== "pending_review") {
    await insertHeldEntries(tx, [{ activity_split_id, years, entries: held.after }]);
    await addPendingRestatements(tx, pendingFigures({ activity_split_id, activity_id, cause }, held, years));
  }
  return written;
}
