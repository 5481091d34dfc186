import { calendarDay, plusDays } from "../../core/days.ts";
import { isEuropean } from "./certificate-registries.ts";
import type { InstrumentFacts } from "./instrument-facts.ts";

/** Months after generation in which a guarantee of origin can be cancelled at the latest: Directive (EU) 2018/2001, art. 19(3). */
const CANCELLABLE_MONTHS = 18;

/** The calendar year in which a certificate's electricity was generated; null: the instrument is no certificate. */
export function vintageOf({ kind, period_to }: Pick<InstrumentFacts, "kind" | "period_to">): number | null {
  return kind === "guarantee_of_origin" ? Number(period_to.slice(0, 4)) : null;
}

/**
 * First and last day of the consumption that an instrument is used for: what the cancellation states, else of certificates the
 * calendar year of the vintage, of contracts and products the days of delivery.
 */
export function servedPeriod(facts: Omit<InstrumentFacts, "evidence">): { readonly from: string; readonly to: string } {
  const { consumption_from, consumption_to } = facts.cancellation ?? {};
  if (consumption_from !== undefined && consumption_to !== undefined) {
    return { from: consumption_from, to: consumption_to };
  }
  const vintage = vintageOf(facts);
  return vintage === null
    ? { from: facts.period_from, to: facts.period_to }
    : { from: `${vintage}-01-01`, to: `${vintage}-12-31` };
}

/** Last day on which certificates can be cancelled: as stated, else by the directive. Null: not known. */
export function lastDayToCancel(
  facts: Pick<InstrumentFacts, "kind" | "registry" | "period_to" | "expires_on">,
): string | null {
  if (facts.expires_on !== null) return facts.expires_on;
  if (facts.kind !== "guarantee_of_origin" || !isEuropean(facts.registry)) return null;
  const [year = 0, month = 0] = facts.period_to.split("-").map(Number);
  // Day 0 of the month after: the last of the month that lies so many months later.
  return plusDays(calendarDay(new Date(Date.UTC(year, month + CANCELLABLE_MONTHS, 1))), -1);
}
