import type { TenantTransaction } from "../../core/context.ts";
import { type NewActivity, selectCurrentActivities } from "../activities/index.ts";
import {
  activitiesCountedIn,
  addPendingRestatements,
  pendingFigures,
  type ReviewReason,
  selectCountedOfActivities,
} from "../emissions/index.ts";
import { touchesYear, type YearDays } from "../financial-years/index.ts";
import type { PurchaseMatch } from "../purchases/index.ts";
import { withItsPeriod } from "./line-period.ts";
import { lineMatches } from "./link-purchases.ts";
import { type PurchaseMatches } from "./purchase-matches.ts";
import type { LineMatch } from "./line-match.ts";

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
  const takes_over = new Map<number, readonly string[]>();
  for (const [index, purchase] of own.entries()) {
    const match = matches[index];
    const [first] = purchase.lines;
    if (!isHeld(index) || match === undefined || first === undefined) continue;
    if (lines.get(first)?.kind !== "duplicate") takes_over.set(first, activitiesOf(match));
    if (purchase === bought.own[index]) continue;
    for (const line of purchase.lines) {
      if (!lines.has(line)) lines.set(line, { kind: "possible_duplicate", reviewReason: TAKES_OVER });
    }
  }
  return { ...bought, own, lines, takes_over };
}

interface TakingOver {
  readonly activity_ids: readonly string[];
  readonly purchases: PurchaseMatches;
}

/** Notes what closed years would lose when lines that wait for them take purchases over. */
export async function proposeTakeOvers(
  tx: TenantTransaction,
  documents: readonly TakingOver[],
  closed: readonly YearDays[],
): Promise<void> {
  const taking = documents.flatMap(({ activity_ids, purchases: { takes_over = new Map() } }) =>
    [...takes_over].flatMap(([line, counted]) => {
      const activity_id = activity_ids[line];
      return activity_id === undefined ? [] : [{ activity_id, counted: new Set<string>(counted) }];
    }),
  );
  if (taking.length === 0) return;
  const lines = await selectCurrentActivities(
    tx,
    taking.map(({ activity_id }) => activity_id),
  );
  const counted = await selectCountedOfActivities(tx, [...new Set(taking.flatMap((one) => [...one.counted]))]);
  // A line that waits for something else too is told when it waits for the year alone.
  const forYear = lines.filter(({ review_code }) => review_code === "financial_year_closed");
  const figures = forYear.flatMap(({ id: activity_id, split_id: activity_split_id }) => {
    const given = taking.find((one) => one.activity_id === activity_id)?.counted ?? new Set();
    const before = counted.filter((entry) => given.has(entry.activity_id));
    return pendingFigures({ activity_split_id, activity_id, cause: "purchase" }, { before, after: [] }, closed);
  });
  await addPendingRestatements(tx, figures);
}

function activitiesOf({ same, possibleDuplicates, displaced = [] }: PurchaseMatch): string[] {
  const members = [...same.flatMap((cluster) => cluster.members), ...possibleDuplicates, ...displaced];
  return members.flatMap(({ activity_ids }) => activity_ids);
}

/** What the upload says of closed years that lines of the file touch, in order of the years. */
export function closedYearWarnings(activities: readonly NewActivity[], closed: readonly YearDays[]): string[] {
  const waiting = activities.filter(
    ({ result }) => result?.kind === "review" && result.reviewReason.code === "financial_year_closed",
  );
  const held = activities.filter(({ outside }) => outside !== undefined);
  return closed.flatMap((year) => {
    const isTouched = (lines: readonly NewActivity[]) => lines.some((line) => touchesYear(withItsPeriod(line), year));
    const of = `the year that ended on ${year.to}`;
    return [
      ...(isTouched(waiting) ? [`financial_year_closed: lines of ${of} wait for review`] : []),
      ...(isTouched(held)
        ? [
            `financial_year_closed: days of ${of} are held back until it is restated; the other days of these lines count`,
          ]
        : []),
    ];
  });
}

const TAKES_OVER: ReviewReason = {
  code: "financial_year_closed",
  detail:
    "Another document has counted this purchase, or one like it, in a closed financial year. The line counts when the year is " +
    "restated or opened, with a reason; or leave it out.",
};
