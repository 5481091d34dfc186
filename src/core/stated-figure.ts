import { z } from "zod";
import { OUTPUT_DECIMALS } from "./quantity.ts";

/**
 * The smallest figure other than zero that a caller may state, in the figure's own unit: the last digit that answers show.
 * What is smaller would be told as 0, and divides into more digits than a number of JSON holds.
 */
export const FIGURE_MIN = Number(`1e-${OUTPUT_DECIMALS}`);

/** The largest figure that a caller may state of a line: no company buys, uses or emits as much. */
export const FIGURE_MAX = 1_000_000_000_000;

/** The smallest share other than zero that a caller may state, percent: the last digit that reports show. */
export const PERCENT_MIN = 0.01;

/** A quantity, amount of money or emission that a caller states and that others are divided by: from FIGURE_MIN to `max`. */
export function positiveFigure(max: number) {
  return z.number().min(FIGURE_MIN).max(max);
}

/** A figure within inclusive bounds that may be zero; what is not zero is at least FIGURE_MIN away from it. */
export function figureBetween(min: number, max: number) {
  return z
    .number()
    .min(min)
    .max(max)
    .refine((value) => value === 0 || Math.abs(value) >= FIGURE_MIN, {
      error: `must be 0 or at least 0.000001${min < 0 ? " away from it" : ""}`,
    });
}

/** A share of what is to be reduced, percent: above zero, up to all of it. */
export function reductionPercent() {
  return z.number().min(PERCENT_MIN).max(100);
}
