import type { TenantTransaction } from "../../../core/context.ts";
import type { FinancialYear } from "../../../core/financial-year.ts";
import { decimal } from "../../../core/quantity.ts";
import { currentSettings, type PendingScope, selectPendingSums } from "../../emissions/index.ts";
import { type ClosedFigure, selectReportedYears } from "../../financial-years/index.ts";
import type { YearFacts } from "./year-facts.ts";
import { isOfYear } from "./is-of-year.ts";

/** A year that the report tells otherwise than it was reported, or that something waits to change; kg CO2e as decimal text. */
export interface RestatedYear {
  readonly from: string;
  readonly to: string;
  /** ISO date. */
  readonly reported_on: string;
  readonly reported: readonly ClosedFigure[];
  readonly pending: readonly PendingScope[];
}

/** Years of a report that were restated, in order, and from which change on that is named. */
export interface Restated {
  readonly threshold_percent: number;
  readonly years: readonly RestatedYear[];
}

/** The restated ones among the years that a report tells; null: none. */
export async function selectRestated(
  tx: TenantTransaction,
  years: readonly FinancialYear[],
  facts: Pick<YearFacts, "years">,
): Promise<Restated | null> {
  const reported = new Map((await selectReportedYears(tx)).map((year) => [year.to, year]));
  const closed = years.filter(({ to }) => reported.has(to));
  if (closed.length === 0) return null;
  const pending = await selectPendingSums(tx, closed);
  const restated = closed.flatMap((year): RestatedYear[] => {
    const { from, to } = year;
    const was = reported.get(to);
    if (was === undefined) return [];
    const waits = pending.filter((row) => row.to === to).map(({ to: _day, ...row }) => row);
    const is = facts.years.filter((row) => isOfYear(row, year));
    if (waits.length === 0 && isSame(was.figures, is)) return [];
    return [{ from, to, reported_on: was.reported_on, reported: was.figures, pending: waits }];
  });
  if (restated.length === 0) return null;
  const { restatement_threshold_percent: threshold_percent } = await currentSettings(tx);
  return { threshold_percent, years: restated };
}

/** Whether both tell the same of each scope; a scope that one of them leaves out is nothing. */
function isSame(one: readonly ClosedFigure[], other: readonly ClosedFigure[]): boolean {
  return [1, 2, 3].every((scope) =>
    (["market_based_kg", "location_based_kg"] as const).every((column) => {
      const kg = (rows: readonly ClosedFigure[]) => decimal(rows.find((row) => row.scope === scope)?.[column] ?? "0");
      return kg(one).eq(kg(other));
    }),
  );
}
