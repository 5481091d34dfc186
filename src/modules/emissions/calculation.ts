import type { PriceArea } from "../../core/gsrn.ts";
import type { FactorConfidence } from "../../core/catalog.ts";
import type { OpenPeriod } from "../../core/open-period.ts";
import type { CalculationMethod } from "../../core/ghg.ts";
import type { StatedFuelValue } from "../../core/fuel-value.ts";
import type { Unit } from "../../core/units.ts";
import type { CompanyFactors } from "./company-factors.ts";
import type { LineAttribute } from "./factor-choice/attributes.ts";
import type { HeatAllocation } from "./degree-days.ts";
import type { ReleasesInForce } from "./factor-choice/releases-in-force.ts";
import type { GwpSet } from "./gwp-sets.ts";
import type { StepFacts } from "./step-facts.ts";
import type { StatedPeriod, UsePeriod, UseSlice } from "./use-period.ts";

/** What one split asks the engine to calculate. Decimal values are text. */
export interface CalculationRequest {
  readonly category_key: string;
  /** ISO date (UTC) of the document, on which goods and journeys count; the rate of a currency is that of this day. */
  readonly transaction_date: string;
  /** The days on which it was used, as stated or by rule; absent: not known. Of goods and travel it changes nothing. */
  readonly service_period?: StatedPeriod | null;
  /** What the document names without its first and last day; absent: nothing. */
  readonly open_period?: OpenPeriod;
  /** The part of `service_period` that is calculated; set by the engine itself. */
  readonly slice?: UseSlice;
  /** Physical quantity that counts once, in the units of core/units.ts; null when only money is known. */
  readonly quantity: { readonly value: string; readonly unit: string } | null;
  /** Whether a person stated `quantity`, rather than a document that somebody else wrote. */
  readonly is_quantity_of_person?: boolean;
  /** The words of the line from which `quantity` was read, when no column or field states it. */
  readonly quantity_words?: string;
  /** The pieces that the line prints, where those words are the size of one; decimal text. */
  readonly quantity_pieces?: string;
  /** A quantity that the line states and no factor of the category counts, unit as printed: the lineage tells it. */
  readonly unused_quantity?: { readonly value: string; readonly unit: string };
  /** Heating values, densities and factors that the document states; absent: none. */
  readonly fuel_values?: readonly StatedFuelValue[];
  /** Money excluding VAT, signed as booked (credit notes negative); null when unknown. */
  readonly amount: { readonly value: string; readonly currency: string } | null;
  /** ISO 3166-1 alpha-2 of the company: chooses grid and spend factors. */
  readonly region: string;
  /** ISO 3166-1 alpha-2 of the seller, whose country's spend factors count where they are loaded; absent: not known. */
  readonly supplier_country?: string;
  /** What is known about the product's own footprint; absent: there is none of this supplier and product. */
  readonly product?: ProductChoice;
  /** Who sold it, as decisions about suppliers are remembered; needed where a factor of the company is about one. */
  readonly supplier_key?: string | null;
  /** The factor of the company that a person chose; null: a person said that none counts it. Absent: what fits. */
  readonly company_factor_id?: string | null;
  /** What it is about beyond its category; absent: nothing is known. */
  readonly attributes?: readonly LineAttribute[];
  /** Why the country of use is not known, in words; only of a category that leaves it open. Absent: known, or not in doubt. */
  readonly country_doubt?: string;
  /** The factor of the catalogue that a person chose for it, or for an earlier line like it; null: the usual choice. */
  readonly factor_key?: string | null;
  /** Set for an amount on account, and for its deduction on the bill that settles it. */
  readonly advance?: "advance" | "deduction";
  /** The days of an advance that its settlement counts: it does not count for them. */
  readonly settled?: readonly UsePeriod[];
  /** How an advance became a quantity, and which of its days are settled; for the lineage. */
  readonly advance_steps?: readonly ConversionStep[];
}

/** A product carbon footprint that a supplier released and the company approved (PACT v3). Decimals are text. */
export interface ProductFootprint {
  /** Of the company's record. */
  readonly id: string;
  readonly pact_id: string;
  readonly spec_version: string;
  readonly company_name: string;
  readonly product_name: string;
  /** The figures are per `declared_amount` of `declared_unit`. */
  readonly declared_unit: Unit;
  readonly declared_amount: string;
  /** PACT pcfExcludingBiogenicUptake: kg CO2e, cradle to gate. */
  readonly kg_co2e: string;
  /** ISO 8601 UTC; both ends are within. */
  readonly valid_from: string;
  readonly valid_to: string;
  readonly reference_year: number;
  readonly geography: string | null;
  readonly gwp_set: string | null;
  /** Percent of the footprint that rests on primary data; null: not stated. */
  readonly primary_data_share: string | null;
  readonly content_hash: string;
}

export type ProductChoice =
  | {
      readonly kind: "match";
      readonly footprint: ProductFootprint;
      /** As stated, signed as booked, in a unit that converts to the declared one. */
      readonly quantity: { readonly value: string; readonly unit: Unit };
      /** By what the product was recognised, for the lineage. */
      readonly matched_by: string;
    }
  /** There is a footprint of this product, and why it cannot be used here. */
  | { readonly kind: "unusable"; readonly note: string };

/**
 * Whose residual mix a company counts by: nobody's (the average of the grid stands in, and is told), that of the Association of Issuing
 * Bodies, or in Denmark the general declaration of Energinet, which is made another way. An import puts none into force.
 */
export const RESIDUAL_MIXES = ["none", "aib", "energinet"] as const;

export type ResidualMixChoice = (typeof RESIDUAL_MIXES)[number];

/** What a company counts by that has chosen nothing. */
export const DEFAULT_RESIDUAL_MIX: ResidualMixChoice = "none";

/** Policy choices of the company that change a result. */
export interface CalculationSettings {
  /** Flights and air freight with the multiplier for non-CO2 effects (domain rule: on unless the company opts out). */
  readonly aviation_non_co2: boolean;
  /** Warming potentials that count where a gas has figures by several; absent: `DEFAULT_GWP_SET`. */
  readonly gwp_set?: GwpSet;
  /** Whose residual mix counts what no instrument covers; absent: `DEFAULT_RESIDUAL_MIX`. */
  readonly residual_mix?: ResidualMixChoice;
  /** Where the company uses Danish electricity of which a line does not say where; absent or null: it has not said so. */
  readonly price_area?: PriceArea | null;
  /** How district heating is allocated to months; absent: by days. */
  readonly heat?: HeatAllocation;
  /** The company's own factors that were approved; absent: none. */
  readonly company_factors?: CompanyFactors;
  /** By which releases of the catalogue its years count; absent: by all that is loaded. */
  readonly releases?: ReleasesInForce;
  /** The footprint by which what is taken back counts, id null: by none; absent: a line counts by that of the product it names. */
  readonly counted_product?: { readonly pcf_record_id: string | null };
}

/** The choices of a company that has made none. */
export const DEFAULT_CALCULATION_SETTINGS: CalculationSettings = { aviation_non_co2: true };

/** The frozen copy of a factor version that an entry keeps. */
export interface FrozenFactor {
  readonly id: string;
  readonly key: string;
  readonly name_en: string;
  readonly value: string;
  /** Unit of the denominator; the numerator is kg CO2e. */
  readonly unit: string;
  readonly region: string;
  readonly year: number;
  readonly source: string;
  readonly source_url: string;
  readonly licence: string;
  readonly gwp_set: string | null;
  readonly boundary: string | null;
  /** Of a figure that was read in a copy and typed, with where. Absent: taken from the publisher's file. */
  readonly confidence?: FactorConfidence;
  readonly read_in?: string;
  readonly content_hash: string;
}

/** One step between what the source said and what was multiplied, e.g. a unit conversion or a deflation. */
export interface ConversionStep {
  readonly kind:
    | "unit"
    | "currency"
    | "price_level"
    | "tax"
    | "choice"
    | "survey"
    | "unit_price"
    | "settlement"
    | "record"
    | "fuel_value"
    | "credit"
    | "attribute"
    | "open_period"
    | "printed_part"
    | "allocation"
    | "reference";
  readonly from: string;
  readonly to: string;
  /** Decimal text of the multiplier, null where the step is a choice in words. */
  readonly factor: string | null;
  readonly note: string;
  /** What later readings take from the step, in place of its words; absent where they take nothing, and before this was kept. */
  readonly kept?: StepFacts;
}

/** One emission entry as calculated, unrounded decimal text, before it gets an id. */
export interface CalculatedEntry {
  readonly scope: 1 | 2 | 3;
  readonly scope3_category: number | null;
  readonly category_key: string;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly co2_kg: string | null;
  readonly ch4_kg_co2e: string | null;
  readonly n2o_kg_co2e: string | null;
  readonly biogenic_co2_kg: string;
  readonly calculation_method: CalculationMethod;
  /** 1 best .. 5 worst. */
  readonly data_quality_score: 1 | 2 | 3 | 4 | 5;
  readonly market_based_fallback: boolean;
  readonly factor: FrozenFactor;
  /** e.g. "245 Nm3 x 2.2627 kg CO2e/Nm3 = 554.3615 kg CO2e". */
  readonly formula: string;
  /** Everything that was multiplied, as text, plus conversions: enough to re-perform the calculation. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly conversions: readonly ConversionStep[];
  /** True for the scope 3 category 3 entry that accompanies the entry before it. */
  readonly is_upstream: boolean;
  /** The days on which it was used: it counts on the last of them. Absent: on the day of the document. */
  readonly used?: { readonly from: string; readonly to: string };
}

/** Why nothing was calculated: the split goes to review with this code. Never a silent substitute. */
export interface ReviewReason {
  readonly code:
    | "no_factor"
    | "unit_mismatch"
    | "exchange_rate_missing"
    | "no_amount_or_quantity"
    | "category_needs_person"
    | "unclassified"
    | "vat_unknown"
    | "possible_duplicate"
    | "document_unclear"
    | "financial_year_closed"
    | "period_unclear"
    | "advance_without_quantity"
    | "advance_deferred"
    | "advance_unsettled"
    | "advance_deducted"
    | "credit_unmatched"
    | "supply_unknown"
    | "quantity_repeated"
    | "country_unclear"
    | "quantity_missing"
    | "date_unclear"
    | "record_differs"
    | "payment_unmatched";
  readonly detail: string;
}

export type CalculationResult =
  | { readonly kind: "calculated"; readonly entries: readonly CalculatedEntry[] }
  | { readonly kind: "review"; readonly reviewReason: ReviewReason };

/** Version of the rules in this folder; stored with each entry. Raise it when a result could change. */
export const ENGINE_VERSION = "1.10.0";
