import type { OpenPeriod } from "../../core/open-period.ts";
import type { CalculationRequest, ConversionStep, ReviewReason } from "./calculation.ts";
import { isUsedOverTime } from "./use-period.ts";

const ENERGY = "energy.";

/** Why energy waits whose bill names a year without its first month, or months that are not one stretch; null: its days are known, or nothing depends on them. */
export function openPeriodReview({
  open_period,
  service_period,
  category_key,
}: Pick<CalculationRequest, "open_period" | "service_period" | "category_key">): ReviewReason | null {
  if (open_period === undefined || service_period != null) return null;
  if (!category_key.startsWith(ENERGY) || !isUsedOverTime(category_key)) return null;
  const { words, start, end } = open_period;
  const detail = `"${words}" does not say which days it covers. State service_period; ${start} to ${end} is proposed.`;
  return { code: "period_unclear", detail };
}

/** An open period as a step that stays with the reading of its line; none where there is none. */
export function openPeriodSteps(open: OpenPeriod | undefined): ConversionStep[] {
  if (open === undefined) return [];
  return [{ kind: "open_period", from: open.start, to: open.end, factor: null, note: open.words }];
}

/** What `openPeriodSteps` kept; undefined: none. */
export function keptOpenPeriod(steps: readonly ConversionStep[]): OpenPeriod | undefined {
  const step = steps.find(({ kind }) => kind === "open_period");
  return step === undefined ? undefined : { start: step.from, end: step.to, words: step.note };
}
