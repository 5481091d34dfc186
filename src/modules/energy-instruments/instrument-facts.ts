import { z } from "zod";
import { countryInput } from "../../core/country.ts";
import { dayInput } from "../../core/moment.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { figureBetween, positiveFigure } from "../../core/stated-figure.ts";
import { lineInput } from "../../core/visible-text.ts";
import type { EvidenceFile } from "../ingestion/index.ts";

/** GHG Protocol Scope 2 Guidance, table 6.1: energy attribute certificates, contracts, supplier-specific products. */
export const INSTRUMENT_KINDS = ["guarantee_of_origin", "contract", "supplier_product"] as const;
export type InstrumentKind = (typeof INSTRUMENT_KINDS)[number];

/** Those that may emit nothing when they generate; of the others an emission rate of 0 is refused. */
const WITHOUT_FUEL = ["wind", "solar", "hydro", "geothermal", "nuclear", "biomass", "biogas", "renewable_mix"] as const;
export const TECHNOLOGIES = [...WITHOUT_FUEL, "natural_gas", "coal", "oil", "waste", "mix"] as const;
export type Technology = (typeof TECHNOLOGIES)[number];

/** Whether electricity of a technology may have an emission rate of 0. */
export function mayEmitNothing(technology: Technology): boolean {
  return WITHOUT_FUEL.some((name) => name === technology);
}

/** What a contract or a supplier says of the certificates of its electricity. */
export const CERTIFICATES = ["cancelled_by_supplier", "none_issued", "not_stated"] as const;

const MWH_MAX = 100_000_000;
/** kg CO2e per kWh: several times that of electricity from lignite. */
const RATE_MAX = 5;
const RANGES_MAX = 50;

const certificateNumber = z
  .string()
  .max(40)
  .regex(/^\d{1,40}$/, "must be the digits of a certificate number");

export const cancellationInput = z.strictObject({
  date: dayInput.describe("Day on which the registry cancelled them"),
  beneficiary: lineInput(200).describe("For whom, as the cancellation statement says"),
  is_for_company: z.boolean().describe("Whether that is this company, or a site of its own"),
  statement_number: lineInput(100).describe("Number of the cancellation statement").optional(),
  consumption_from: dayInput.describe("First day of the consumption that the statement names").optional(),
  consumption_to: dayInput.describe("Last day of that consumption").optional(),
});
export type Cancellation = z.output<typeof cancellationInput>;

const FACTS = {
  name: lineInput(200).describe("What people call it, e.g. plant or product; shown in lineages"),
  market: countryInput.describe("Country of the consumption that it is used for (ISO 3166-1 alpha-2)"),
  origin_country: countryInput.describe("Country of the generation, default the market"),
  technology: z.enum(TECHNOLOGIES).describe("How the electricity is generated"),
  kg_co2e_per_kwh: figureBetween(0, RATE_MAX).describe(
    "Emission rate of the generation, kg CO2e per kWh; 0 is stated, never assumed",
  ),
  mwh: positiveFigure(MWH_MAX).describe("What it holds, MWh"),
  period_from: dayInput.describe("First day of generation (certificates) or delivery"),
  period_to: dayInput.describe("Last day of generation or delivery; of certificates, in the same calendar year"),
};

const OPTIONAL_FACTS = {
  supplier_name: lineInput(200).describe("Who sold it"),
  supplier_identifier: lineInput(50).describe("CVR or VAT number of the seller"),
  registry: z
    .string()
    .max(20)
    .regex(/^[A-Z][A-Z-]*$/, "must be capital letters")
    .describe("Country of the issuing body (DK for Energinet), or the register: REGO, I-REC, TIGR, M-RETS, ..."),
  number_ranges: z
    .array(z.strictObject({ from: certificateNumber, to: certificateNumber }))
    .min(1)
    .max(RANGES_MAX)
    .describe("Certificate numbers, first and last of each range included"),
  expires_on: dayInput.describe("Last day on which the certificates can be cancelled"),
  certificates: z
    .enum(CERTIFICATES)
    .describe("Of contracts and products: what is said of the certificates of that electricity; default not_stated"),
  cancellation: cancellationInput.describe("That the registry cancelled the certificates, when and for whom"),
};

/** What a person states of an instrument. */
export const instrumentInput = z.object({
  kind: z.enum(INSTRUMENT_KINDS),
  ...FACTS,
  origin_country: FACTS.origin_country.optional(),
  ...z.object(OPTIONAL_FACTS).partial().shape,
  note: z.string().trim().min(1).max(500).describe("Where it comes from, for the auditor"),
});
export type InstrumentInput = z.output<typeof instrumentInput>;

const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]).optional();

/** What becomes another; null takes away what may be absent. */
export const instrumentChanges = z.strictObject({
  ...z.object(FACTS).partial().shape,
  supplier_name: orNull(OPTIONAL_FACTS.supplier_name),
  supplier_identifier: orNull(OPTIONAL_FACTS.supplier_identifier),
  registry: orNull(OPTIONAL_FACTS.registry),
  number_ranges: orNull(OPTIONAL_FACTS.number_ranges),
  expires_on: orNull(OPTIONAL_FACTS.expires_on),
  certificates: OPTIONAL_FACTS.certificates.optional(),
  cancellation: OPTIONAL_FACTS.cancellation.optional(),
});

/** What is known of an instrument, as its version keeps it. Decimals are text, days ISO dates. */
export interface InstrumentFacts {
  readonly kind: InstrumentKind;
  readonly name: string;
  readonly market: string;
  readonly origin_country: string;
  readonly technology: Technology;
  readonly kg_co2e_per_kwh: string;
  readonly mwh: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly registry: string | null;
  readonly number_ranges: readonly { readonly from: string; readonly to: string }[];
  readonly expires_on: string | null;
  readonly certificates: (typeof CERTIFICATES)[number];
  readonly cancellation: Cancellation | null;
  readonly evidence: readonly EvidenceFile[];
  readonly note: string;
}

/** What was stated, as a version keeps it. */
export function factsOf(stated: InstrumentInput, evidence: readonly EvidenceFile[]): InstrumentFacts {
  return {
    kind: stated.kind,
    name: stated.name,
    market: stated.market,
    origin_country: stated.origin_country ?? stated.market,
    technology: stated.technology,
    kg_co2e_per_kwh: decimalText(decimal(stated.kg_co2e_per_kwh)),
    mwh: decimalText(decimal(stated.mwh)),
    period_from: stated.period_from,
    period_to: stated.period_to,
    supplier_name: stated.supplier_name ?? null,
    supplier_identifier: stated.supplier_identifier ?? null,
    registry: stated.registry ?? null,
    number_ranges: stated.number_ranges ?? [],
    expires_on: stated.expires_on ?? null,
    certificates: stated.certificates ?? "not_stated",
    cancellation: stated.cancellation ?? null,
    evidence,
    note: stated.note,
  };
}
