import { z } from "zod";
import { decimalSum, roundedNumber } from "../../core/quantity.ts";
import type { YearEffect } from "../emissions/index.ts";

/** What a decision does to a financial year, kg CO2e market-based with upstream entries. */
export const yearEffect = z.object({
  /** Calendar year in which the financial year ends. */
  year: z.int(),
  /** Its days, where it is not that calendar year. */
  period: z.object({ from: z.string(), to: z.string() }).optional(),
  /** Of the lines that are decided about and of what they settle otherwise. */
  before_kg: z.number(),
  after_kg: z.number(),
  /** Of the company. */
  total_before_kg: z.number(),
  total_after_kg: z.number(),
});

export function toYear(effect: YearEffect): z.infer<typeof yearEffect> {
  return {
    year: effect.year,
    ...(effect.period === undefined ? {} : { period: effect.period }),
    before_kg: roundedNumber(effect.before_kg),
    after_kg: roundedNumber(effect.after_kg),
    total_before_kg: roundedNumber(effect.total_before_kg),
    total_after_kg: roundedNumber(effect.total_after_kg),
  };
}

/** kg CO2e over all years that are touched. */
export function changeOf(years: readonly YearEffect[]): number {
  return roundedNumber(decimalSum(years.map(({ before_kg, after_kg }) => after_kg.minus(before_kg))));
}
