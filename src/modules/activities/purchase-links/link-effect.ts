import { z } from "zod";
import type { Context, TenantTransaction } from "../../../core/context.ts";
import {
  effectOnYears,
  newEntries,
  type NewEntry,
  pendingFigures,
  selectCurrentEntries,
  SPLITS_MAX,
  type YearEffect,
} from "../../emissions/index.ts";
import { closedYears } from "../../financial-years/index.ts";
import { linkDecision } from "../../purchases/index.ts";
import { pendingByYear } from "../pending-of-line.ts";
import { pendingRestatement } from "../pending-restatement-record.ts";
import { wholeReading } from "../whole-reading.ts";
import { changeOf, toYear, yearEffect } from "../year-effect-record.ts";
import type { ChangedLine } from "./lines-of-link.ts";

/** What a decision about a link does to the totals; `decision` is null when it was only tried. */
export const linkEffect = z.object({
  dry_run: z.boolean(),
  decision: z.union([linkDecision, z.null()]),
  /** Lines that are read anew because of it. */
  activity_ids: z.array(z.uuid()),
  change_kg: z.number(),
  years: z.array(yearEffect),
  /** What waits for a closed year to be restated; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
});

type TotalsEffect = Omit<z.infer<typeof linkEffect>, "dry_run" | "decision">;

/** What lines that are read anew do to the totals, and what of it waits for closed years. Writes nothing. */
export async function effectOfLines(
  ctx: Context,
  tx: TenantTransaction,
  lines: readonly ChangedLine[],
): Promise<TotalsEffect> {
  const closed = await closedYears(tx);
  const years = new Map<number, YearEffect>();
  const figures: ReturnType<typeof pendingFigures>[] = [];
  for (let start = 0; start < lines.length; start += SPLITS_MAX) {
    const part = lines.slice(start, start + SPLITS_MAX);
    const later: NewEntry[] = [];
    for (const line of part) {
      const { id: activity_id, split_id: activity_split_id } = line.current;
      const after = await entriesOf(ctx, tx, line);
      later.push(...after);
      if (closed.length === 0 || line.later?.result?.kind === "review") continue;
      const before = await selectCurrentEntries(tx, [activity_split_id]);
      figures.push(pendingFigures({ activity_id, activity_split_id, cause: "correction" }, { before, after }, closed));
    }
    const splits = part.map(({ current }) => current.split_id);
    for (const effect of await effectOnYears(tx, splits, later)) add(years, effect);
  }
  const told = [...years.values()].toSorted((left, right) => left.year - right.year);
  return {
    activity_ids: lines.map(({ current }) => current.id),
    change_kg: changeOf(told),
    years: told.map(toYear),
    ...pendingByYear(figures.flat(), closed),
  };
}

async function entriesOf(ctx: Context, tx: TenantTransaction, line: ChangedLine): Promise<readonly NewEntry[]> {
  const { current, later, before } = line;
  if (later === null) return before === undefined ? [] : await wholeReading(ctx, tx, before);
  const { id: activity_id, split_id: activity_split_id, department_id, transaction_date } = current;
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  return newEntries(ctx, source, later.result?.kind === "calculated" ? later.result.entries : []);
}

/** Of parts of one decision: each was told as if it were alone. */
function add(years: Map<number, YearEffect>, effect: YearEffect): void {
  const sum = years.get(effect.year);
  if (sum === undefined) {
    years.set(effect.year, effect);
    return;
  }
  const [before_kg, after_kg] = [sum.before_kg.plus(effect.before_kg), sum.after_kg.plus(effect.after_kg)];
  const total_after_kg = sum.total_before_kg.minus(before_kg).plus(after_kg);
  years.set(effect.year, { ...sum, before_kg, after_kg, total_after_kg });
}
