import { type Decimal, decimalSum } from "./quantity.ts";

/** Sums over entries by the size of their emissions without signs, decimal text in kg CO2e. */
export interface QualitySums {
  readonly weight_kg: string;
  /** Each entry's weight times its score from 1 (best) to 5. */
  readonly quality_weighted_kg: string;
  readonly primary_kg: string;
  readonly spend_based_kg: string;
}

/** Exact; whoever shows it rounds it. */
export interface WeightedQuality {
  /** From 1 (best) to 5. */
  readonly score: Decimal;
  readonly primary_share_percent: Decimal;
  readonly spend_share_percent: Decimal;
}

/**
 * How good the data of these sums are, weighted by kg CO2e without signs: the one home of the data quality score, of the
 * summary and of reports. Null: nothing is emitted, so nothing has a quality.
 */
export function weightedQuality(rows: readonly QualitySums[]): WeightedQuality | null {
  const sum = (column: keyof QualitySums): Decimal => decimalSum(rows.map((row) => row[column]));
  const weight = sum("weight_kg");
  if (weight.eq(0)) return null;
  return {
    score: sum("quality_weighted_kg").div(weight),
    primary_share_percent: sum("primary_kg").times(100).div(weight),
    spend_share_percent: sum("spend_based_kg").times(100).div(weight),
  };
}
