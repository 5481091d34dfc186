export interface MethodFacts {
  readonly scope: number;
  readonly calculation_method: string;
  readonly market_based_kg: string;
  /** The sum without signs, by which shares are told. Absent: frozen before shares were told by method. */
  readonly weight_kg?: string;
  readonly entry_count: number;
}

/** A factor version as entries froze it. */
export interface FactorCopy {
  readonly id: string;
  readonly key: string;
  readonly name_en: string;
  readonly value: string;
  readonly unit: string;
  readonly region: string;
  readonly year: number;
  readonly source: string;
  readonly source_url: string;
  readonly licence: string;
  readonly gwp_set: string | null;
  readonly content_hash: string;
}

/** A factor version that entries of the year used. */
export interface FactorFacts extends FactorCopy {
  readonly entry_count: number;
  readonly market_based_kg: string;
}

/**
 * What was measured of energy, water, waste and materials: quantities as decimal text. Without a unit it is the entries that
 * were calculated from money alone.
 */
export interface MeasuredFacts {
  readonly scope: number;
  readonly category_key: string;
  readonly unit: string | null;
  readonly quantity: string | null;
  readonly market_based_kg: string;
  /** Tells a blend of fossil and biogenic fuel. Absent: frozen before blends were told apart. */
  readonly biogenic_co2_kg?: string;
  readonly entry_count: number;
}
