import type { FactorCopy } from "../../emissions/index.ts";

export interface MethodFacts {
  readonly scope: number;
  readonly calculation_method: string;
  readonly market_based_kg: string;
  /** The sum without signs, by which shares are told. Absent: frozen before shares were told by method. */
  readonly weight_kg?: string;
  readonly entry_count: number;
}

/** A factor version that entries of the year used. */
export interface FactorFacts extends FactorCopy {
  readonly entry_count: number;
  readonly market_based_kg: string;
}
