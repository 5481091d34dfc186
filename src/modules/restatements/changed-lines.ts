import { grouped } from "../../core/grouped.ts";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { decimalSum, decimalText } from "../../core/quantity.ts";
import { type MovedEntry, type PendingScope } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { RestatementCauseTold } from "./restatement-record.ts";
import { insertRestatements } from "./store.ts";

interface Run {
  /** Subject of the run's audit event. */
  readonly run_id: string;
  readonly year: YearDays;
  readonly reason: string;
  /** Every entry that the run wrote. */
  readonly moved: readonly MovedEntry[];
  /** Why a line would have changed the year, by activity; others were decided about in the run. */
  readonly causes: ReadonlyMap<string, RestatementCauseTold>;
}

/** Keeps what a run changed in a closed year, line by line. */
export async function recordChangedLines(ctx: Context, tx: TenantTransaction, run: Run): Promise<void> {
  const { run_id, year, reason, causes } = run;
  const lines = changedLines(run.moved, year).map(({ activity_id, scopes }) => ({
    id: ctx.newId(),
    activity_id,
    cause: causes.get(activity_id) ?? ("decision" as const),
    scopes,
  }));
  await insertRestatements(tx, { run_id, ...year, reason, restated_by: ctx.principal.actor, lines });
}

interface ChangedLine {
  readonly activity_id: string;
  readonly scopes: readonly PendingScope[];
}

/** Lines of which a figure of the year by scope differs, in order of their ids; pure. */
export function changedLines(moved: readonly MovedEntry[], { from, to }: YearDays): ChangedLine[] {
  const [first, last] = [monthOfDay(from), monthOfDay(to)];
  const within = moved.filter(({ transaction_date }) => {
    const ym = monthOfDay(transaction_date);
    return first <= ym && ym <= last;
  });
  const byActivity = grouped(within, ({ activity_id }) => activity_id);
  return [...byActivity.keys()].toSorted().flatMap((activity_id) => {
    const own = byActivity.get(activity_id) ?? [];
    const [before, after] = [own.filter(({ is_after }) => !is_after), own.filter(({ is_after }) => is_after)];
    const scopes = [1, 2, 3].map((scope) => scopeSum(scope, before, after)).filter(isChanged);
    return scopes.length === 0 ? [] : [{ activity_id, scopes }];
  });
}

type Figures = Pick<MovedEntry, "scope" | Column>;
type Column = "market_based_kg" | "location_based_kg" | "biogenic_co2_kg";

/** kg CO2e and kg of biogenic CO2 of a scope before and after, decimal text. Pure. */
export function scopeSum(scope: number, before: readonly Figures[], after: readonly Figures[]): PendingScope {
  const sum = (entries: readonly Figures[], column: Column) =>
    decimalText(decimalSum(entries.filter((entry) => entry.scope === scope).map((entry) => entry[column])));
  return {
    scope,
    market_based_before_kg: sum(before, "market_based_kg"),
    market_based_after_kg: sum(after, "market_based_kg"),
    location_based_before_kg: sum(before, "location_based_kg"),
    location_based_after_kg: sum(after, "location_based_kg"),
    biogenic_co2_before_kg: sum(before, "biogenic_co2_kg"),
    biogenic_co2_after_kg: sum(after, "biogenic_co2_kg"),
  };
}

function isChanged(row: PendingScope): boolean {
  return (
    row.market_based_before_kg !== row.market_based_after_kg ||
    row.location_based_before_kg !== row.location_based_after_kg ||
    row.biogenic_co2_before_kg !== row.biogenic_co2_after_kg
  );
}
