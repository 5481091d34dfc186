import type { OpenPeriod } from "../../core/open-period.ts";
import type { CalculationRequest, ConversionStep, ReviewReason } from "./calculation.ts";
import { isDeliveredFuel, isUsedOverTime } from "./use-period.ts";

/** What meters count: of the days of what else is used over time, the document's stands for a year, month or quarter that is over. */
const METERED = ["energy.", "purchases.water.", "waste.operations.wastewater"] as const;
/** A year by its number alone. */
const PLAIN_YEAR = /^20\d\d$/;

type DatedRequest = Pick<CalculationRequest, "open_period" | "service_period" | "category_key" | "transaction_date">;

/**
 * Why energy and water wait whose bill names a year without its first month, or months that are not one stretch, and so what else is used over time
 * where such a year is still to come; null: its days are known, or nothing depends on them.
 */
export function openPeriodReview({
  open_period,
  service_period,
  category_key,
  transaction_date,
}: DatedRequest): ReviewReason | null {
  if (open_period === undefined || service_period != null || !isUsedOverTime(category_key)) return null;
  const { words, start, end } = open_period;
  const isPlain = PLAIN_YEAR.test(words);
  // Pellets and oil are bought on a day, whatever year their words name.
  if (isPlain && isDeliveredFuel(category_key)) return null;
  const isToCome = isPlain && start > transaction_date;
  if (!isToCome && !METERED.some((group) => category_key.startsWith(group))) return null;
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
