import type { TenantTransaction } from "../../core/context.ts";
import type { NewActivity } from "../activities/index.ts";
import { activitiesCountedIn, closedYearReason, type ReviewReason } from "../emissions/index.ts";
import { touchesYear, type YearDays } from "../financial-years/index.ts";
import type { PurchaseMatch } from "../purchases/index.ts";
import { lineMatches, type LineMatch, type PurchaseMatches } from "./link-purchases.ts";

/** Lines that would count in a closed year wait for a person: nothing changes such a year in silence. */
export function waitingForYears(
  activities: readonly NewActivity[],
  closed: readonly YearDays[],
): readonly NewActivity[] {
  if (closed.length === 0) return activities;
  return activities.map((activity) => {
    const days = daysOf(activity);
    const year = closed.find(({ from, to }) => days.some((day) => from <= day && day <= to));
    return year === undefined
      ? activity
      : { ...activity, result: { kind: "review", reviewReason: closedYearReason(year) } };
  });
}

/** The accounting dates on which a line would count; none when it waits. */
function daysOf({ result, transaction_date }: NewActivity): string[] {
  if (result?.kind !== "calculated") return [];
  return [...new Set(result.entries.map(({ used }) => used?.to ?? transaction_date.slice(0, 10)))];
}

/**
 * A purchase that would take over what counts in a closed year waits as well: the earlier document goes on counting, and
 * nothing counts twice.
 */
export async function purchasesHeldForYears(
  tx: TenantTransaction,
  purchases: readonly PurchaseMatches[],
  closed: readonly YearDays[],
): Promise<readonly PurchaseMatches[]> {
  const known = purchases.flatMap(({ matches }) => matches.flatMap(activitiesOf));
  const counted = await activitiesCountedIn(tx, known, closed);
  return counted.size === 0 ? purchases : purchases.map((bought) => held(bought, counted));
}

function held(bought: PurchaseMatches, counted: ReadonlySet<string>): PurchaseMatches {
  const { matches } = bought;
  const isHeld = (index: number) => {
    const match = matches[index];
    return match !== undefined && activitiesOf(match).some((id) => counted.has(id));
  };
  const own = bought.own.map((purchase, index) =>
    isHeld(index) && purchase.state === "settled" ? { ...purchase, state: "waiting" as const } : purchase,
  );
  const lines = new Map<number, LineMatch>(lineMatches(own, matches));
  for (const [index, purchase] of own.entries()) {
    if (purchase === bought.own[index]) continue;
    for (const line of purchase.lines) {
      if (!lines.has(line)) lines.set(line, { kind: "possible_duplicate", reviewReason: TAKES_OVER });
    }
  }
  return { own, matches, lines };
}

function activitiesOf({ same, possibleDuplicates }: PurchaseMatch): string[] {
  const members = [...same.flatMap((cluster) => cluster.members), ...possibleDuplicates];
  return members.flatMap(({ activity_ids }) => activity_ids);
}

/** The last days of the closed years that lines of the file wait for, in order. */
export function closedYearsOf(activities: readonly NewActivity[], closed: readonly YearDays[]): readonly string[] {
  const waiting = activities.filter(
    ({ result }) => result?.kind === "review" && result.reviewReason.code === "financial_year_closed",
  );
  return closed.filter((year) => waiting.some((activity) => touchesYear(activity, year))).map(({ to }) => to);
}

const TAKES_OVER: ReviewReason = {
  code: "financial_year_closed",
  detail:
    "Another document has counted this purchase, or one like it, in a closed financial year. Open the year with a reason " +
    "to accept the line, or leave the line out.",
};
