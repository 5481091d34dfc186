import type { CalculatedEntry, CalculationRequest, CalculationResult, ReviewReason } from "./calculation.ts";
import { unsettledSlices } from "./settled-days.ts";
import { isUsedOverTime, monthlySlices, periodDoubt, type UsePeriod, type UseSlice } from "./use-period.ts";

/** The share of a period as a factor of the formula; none where the whole counts at once. */
export function sliceTerms(slice: UseSlice | undefined): string[] {
  if (slice === undefined || slice.share === "1") return [];
  return [`x ${slice.share} (${slice.days} of ${slice.period_days} days)`];
}

/** What the inputs of an entry say of the days on which it was used; nothing where its document's day counts. */
export function sliceInputs(slice: UseSlice | undefined): Readonly<Record<string, unknown>> {
  if (slice === undefined) return {};
  const { from, to, days, period_days, share } = slice;
  return { used_from: from, used_to: to, days, period_days, share };
}

/** The same of a request: what is used over time and states no period counts on its document's day, which is assumed. */
export function periodInputs(request: CalculationRequest): Readonly<Record<string, unknown>> {
  const { category_key, service_period, slice } = request;
  if (slice === undefined) return isUsedOverTime(category_key) ? { period_assumed: true } : {};
  const { words, rule } = service_period ?? {};
  return {
    ...sliceInputs(slice),
    ...(words === undefined ? {} : { period_words: words }),
    ...(rule === undefined ? {} : { period_rule: rule }),
  };
}

/** What is allocated to months: its category, and the days on which it was used, where they are known. */
export interface Allocated {
  readonly category_key: string;
  readonly service_period?: UsePeriod | null;
  /** Days that another line counts. */
  readonly settled?: readonly UsePeriod[];
}

const SETTLED: ReviewReason = {
  code: "possible_duplicate",
  detail: "Its settlement counts what was used on every day of this advance. Leave the advance out.",
};

/**
 * Calculates what is used over a period month by month, each month with the factors of its year and its share by days of
 * quantity, money or emissions; everything else, and what states no period, at once. Days that are settled are left out. One month that cannot be calculated
 * makes the whole wait.
 */
export function overPeriod(
  { service_period, category_key, settled = [] }: Allocated,
  calculateSlice: (slice: UseSlice | undefined) => CalculationResult,
): CalculationResult {
  if (service_period == null || !isUsedOverTime(category_key)) return calculateSlice(undefined);
  const doubt = periodDoubt(service_period);
  if (doubt !== null) {
    return { kind: "review", reviewReason: { code: "period_unclear", detail: `${doubt} State service_period.` } };
  }
  const entries: CalculatedEntry[] = [];
  const slices = unsettledSlices(monthlySlices(service_period), settled);
  if (slices.length === 0) return { kind: "review", reviewReason: SETTLED };
  for (const slice of slices) {
    const result = calculateSlice(slice);
    if (result.kind === "review") return result;
    const used = { from: slice.from, to: slice.to };
    for (const entry of result.entries) entries.push({ ...entry, used });
  }
  return { kind: "calculated", entries };
}
