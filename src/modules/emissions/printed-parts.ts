import { daysBetween } from "../../core/days.ts";
import { areAllOf } from "../../core/following-days.ts";
import { type Decimal, decimal, decimalSum, decimalText, roundedText } from "../../core/quantity.ts";
import type { ConversionStep } from "./calculation.ts";
import { type MeasuredPart, type StatedPeriod, type UsePeriod, type UseSlice, weightedShares } from "./use-period.ts";

/** Whether parts are those of a period: several, one after the other from its first day to its last, in one unit, with something used. */
export function arePartsOf(period: UsePeriod, parts: readonly MeasuredPart[]): boolean {
  const quantities = parts.map(({ quantity }) => decimal(quantity));
  return (
    areAllOf(parts, period) &&
    parts.every(({ unit }) => unit === parts[0]?.unit) &&
    quantities.every((quantity) => quantity.gte(0)) &&
    decimalSum(quantities).gt(0)
  );
}

/**
 * The months of a period by what its bill prints of its parts: a part that reaches into several months is divided among them by days.
 * Shares add up to 1 exactly, as by days. Pure.
 * @param slices of the whole period, by days
 * @param parts of which `arePartsOf` the period holds
 */
export function byPrintedParts(slices: readonly UseSlice[], parts: readonly MeasuredPart[]): UseSlice[] {
  const used = slices.map((slice) => decimalSum(parts.map((part) => usedWithin(part, slice))));
  const unit = parts[0]?.unit ?? "";
  const of = decimalText(decimalSum(parts.map(({ quantity }) => quantity)));
  const shares = weightedShares(used);
  return slices.map((slice, index) => {
    const quantity = roundedText(decimalText(used[index] ?? decimal(0)));
    const note = `The bill prints what was used on parts of its period: ${quantity} of ${of} ${unit} on these days.`;
    const inputs = { quantity, of, unit };
    return { ...slice, share: shares[index] ?? "0", basis: { by: "printed_parts", inputs, note } };
  });
}

function usedWithin({ start, end, quantity }: MeasuredPart, { from, to }: UseSlice): Decimal {
  const [first, last] = [start > from ? start : from, end < to ? end : to];
  if (first > last) return decimal(0);
  return decimal(quantity)
    .times(daysBetween(first, last) + 1)
    .div(daysBetween(start, end) + 1);
}

/** The parts of a period as steps that stay with the reading of its line; none where there are none. */
export function printedPartSteps(period: StatedPeriod | null): ConversionStep[] {
  return (period?.parts ?? []).map(({ start, end, quantity, unit }) => ({
    kind: "printed_part",
    from: start,
    to: end,
    factor: null,
    note: `${quantity} ${unit}`,
  }));
}

/** The steps of `printedPartSteps` among those of a reading: they stay with later ones, whose period may be theirs again. */
export function keptPrintedParts(steps: readonly ConversionStep[]): ConversionStep[] {
  return steps.filter(({ kind }) => kind === "printed_part");
}

/** A period with the parts that `printedPartSteps` kept, where they are still its own. */
export function withKeptParts<Period extends UsePeriod>(
  period: Period,
  steps: readonly ConversionStep[],
): Period & Pick<StatedPeriod, "parts"> {
  const parts = keptPrintedParts(steps).map(({ from, to, note }): MeasuredPart => {
    const [quantity = "", ...unit] = note.split(" ");
    return { start: from, end: to, quantity, unit: unit.join(" ") };
  });
  return arePartsOf(period, parts) ? { ...period, parts } : period;
}
