import type {
  CalculatedEntry,
  CalculationRequest,
  CalculationResult,
  ConversionStep,
  ReviewReason,
} from "./calculation.ts";
import { ALLOCATED_HEAT, byCountedShares, byDegreeDays, type HeatAllocation } from "./degree-days.ts";
import { arePartsOf, byPrintedParts } from "./printed-parts.ts";
import { unsettledSlices } from "./settled-days.ts";
import {
  isAllocated,
  isUsedOverTime,
  monthlySlices,
  periodDoubt,
  type StatedPeriod,
  type UsePeriod,
  type UseSlice,
} from "./use-period.ts";

/** The share of a period as a factor of the formula; none where the whole counts at once. */
export function sliceTerms(slice: UseSlice | undefined): string[] {
  if (slice === undefined || slice.share === "1") return [];
  return [`x ${slice.share} (${basisWords(slice)})`];
}

function basisWords({ basis, days, period_days }: UseSlice): string {
  if (basis === undefined) return `${days} of ${period_days} days`;
  return basis.by === "degree_days" ? "by degree days" : "as printed";
}

/** What the inputs of an entry say of the days on which it was used; nothing where its document's day counts. */
export function sliceInputs(slice: UseSlice | undefined): Readonly<Record<string, unknown>> {
  if (slice === undefined) return {};
  const { from, to, days, period_days, share, basis } = slice;
  const allocation = basis === undefined ? {} : { allocation: { by: basis.by, ...basis.inputs } };
  return { used_from: from, used_to: to, days, period_days, share, ...allocation };
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
  readonly service_period?: StatedPeriod | null;
  /** Days that another line counts. */
  readonly settled?: readonly UsePeriod[];
}

const SETTLED: ReviewReason = {
  code: "possible_duplicate",
  detail: "Its settlement counts what was used on every day of this advance. Leave the advance out.",
};

/** The months of a period: by what the bill prints of its parts, else as what it takes back is allocated, else of heat by degree days where the company chose so, else by days. */
function allocatedSlices(
  period: StatedPeriod,
  category_key: string,
  heat: HeatAllocation | undefined,
): readonly UseSlice[] {
  const slices = monthlySlices(period);
  if (period.parts !== undefined && arePartsOf(period, period.parts)) return byPrintedParts(slices, period.parts);
  if (period.as_counted !== undefined) return byCountedShares(slices, period.as_counted);
  return heat !== undefined && category_key === ALLOCATED_HEAT ? byDegreeDays(slices, heat) : slices;
}

/**
 * Calculates what is used over a period month by month, each month with the factors of its year and its share of
 * quantity, money or emissions; everything else on the one day of its delivery or journey where that is known, and what states no
 * period, at once. Days that are settled are left out. One month that cannot be calculated
 * makes the whole wait.
 */
export function overPeriod(
  { service_period, category_key, settled = [] }: Allocated,
  heat: HeatAllocation | undefined,
  calculateSlice: (slice: UseSlice | undefined) => CalculationResult,
): CalculationResult {
  if (!isAllocated(category_key, service_period)) return calculateSlice(undefined);
  const doubt = periodDoubt(service_period);
  if (doubt !== null) {
    return { kind: "review", reviewReason: { code: "period_unclear", detail: `${doubt} State service_period.` } };
  }
  const entries: CalculatedEntry[] = [];
  const slices = unsettledSlices(allocatedSlices(service_period, category_key, heat), settled);
  if (slices.length === 0) return { kind: "review", reviewReason: SETTLED };
  for (const slice of slices) {
    const result = calculateSlice(slice);
    if (result.kind === "review") return result;
    const used = { from: slice.from, to: slice.to };
    const steps = allocationSteps(slice);
    for (const [index, entry] of result.entries.entries()) {
      const conversions = index === 0 ? [...steps, ...entry.conversions] : entry.conversions;
      entries.push({ ...entry, conversions, used });
    }
  }
  return { kind: "calculated", entries };
}

/** How the share of a month was found, where that needs words. */
function allocationSteps({ from, to, basis, days_because }: UseSlice): ConversionStep[] {
  const note = basis?.note ?? days_because;
  return note === undefined ? [] : [{ kind: "allocation", from, to, factor: null, note }];
}
