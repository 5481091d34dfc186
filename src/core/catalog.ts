/** One immutable factor version. Values are decimal text; kg CO2e per `unit`. */
export interface EmissionFactor {
  readonly id: string;
  readonly key: string;
  readonly release: string;
  readonly name_en: string;
  readonly name_da: string;
  readonly scope: 1 | 2 | 3 | null;
  readonly scope3_category: number | null;
  readonly unit: string;
  readonly kg_co2e_per_unit: string;
  /** Gas split in kg CO2e per unit; null where the source gives none. The total is never rebuilt from it. */
  readonly co2_kg: string | null;
  readonly ch4_kg_co2e: string | null;
  readonly n2o_kg_co2e: string | null;
  /** kg biogenic CO2 per unit, outside the scopes; null: none stated. */
  readonly biogenic_co2_kg: string | null;
  readonly region: string;
  readonly valid_year: number;
  /** For spend factors: currency and price year of the denominator. */
  readonly currency: string | null;
  readonly price_year: number | null;
  /** "generation" | "life_cycle" for energy, null where it does not apply. */
  readonly boundary: string | null;
  readonly gwp_set: string | null;
  readonly source: string;
  readonly source_url: string;
  readonly licence: string;
  readonly note: string | null;
  /** transcribed: read in a copy of what the publisher printed, and typed. Absent or null: taken from the publisher's own file. */
  readonly confidence?: FactorConfidence | null | undefined;
  /** Where it was read; with `confidence` only. The publisher's own address is `source_url`. */
  readonly read_in?: string | null | undefined;
  readonly content_hash: string;
}

/** How sure the figure of a factor is. */
export type FactorConfidence = "transcribed";

export interface EmissionCategory {
  readonly key: string;
  readonly name_da: string;
  readonly name_en: string;
  readonly level: 1 | 2 | 3;
  readonly parent: string | null;
  readonly default_scope: 1 | 2 | 3 | null;
  readonly default_scope3_category: number | null;
  readonly default_factor_key: string | null;
  readonly spend_factor_key: string | null;
}

export interface ExchangeRate {
  readonly currency: string;
  /** ISO date. */
  readonly day: string;
  readonly kind: "daily" | "monthly_average" | "annual_average" | "central_rate";
  /** Units of `currency` per EUR, decimal text. */
  readonly per_eur: string;
  readonly source: string;
}

export interface PriceIndex {
  /** ISO 3166-1 alpha-2, or EA for the euro area. */
  readonly region: string;
  readonly series: string;
  readonly year: number;
  readonly index_value: string;
  readonly source: string;
}

/** What the product ships to count a subject by: a list of publishers' editions. Never changed; a later one has another name. */
export interface FactorRelease {
  /** As data/factor-sources.csv names it. */
  readonly subject: string;
  readonly release: string;
  /** ISO date; of two releases the later one is the newer. */
  readonly shipped_on: string;
  /** `beginning of a publisher's name@its release`: the factors that count. */
  readonly editions: readonly string[];
}

/** A read-only snapshot of the reference tables, small enough to hold in memory. Pure look-ups. */
export interface Catalog {
  category(key: string): EmissionCategory | undefined;
  /** The newest release of exactly this key. */
  factor(key: string): EmissionFactor | undefined;
  /**
   * All factors that differ from `key` only in the year within the key or in valid_year (same family, any year),
   * newest release each, ordered by valid_year ascending.
   */
  family(key: string): readonly EmissionFactor[];
  /**
   * Daily rate of `day` or the nearest earlier one (at most 10 days), else the month's average, else the year's, else the central
   * rate, else the newest published before, which `isEarlierRate` tells.
   */
  exchangeRate(currency: string, day: string): ExchangeRate | null;
  /** The price level of the year, else that of the newest year published before it; null: none is loaded for the region. */
  priceIndex(region: string, year: number): PriceIndex | null;
  categories(): readonly EmissionCategory[];
  /** Shipped releases, by subject, the newest last. */
  releases(): readonly FactorRelease[];
  /** All factors, every version. */
  factors(): readonly EmissionFactor[];
  /** The same tables with those factors alone. */
  only(isKept: (factor: EmissionFactor) => boolean): Catalog;
}
