import { z } from "zod";
import { utcMoment, writtenDatetime } from "../../core/moment.ts";
import { FIGURE_MIN } from "../../core/stated-figure.ts";

/**
 * ProductFootprint of the PACT Technical Specifications v3.0.3 (wbcsd/data-exchange-protocol, MIT): every required member,
 * and the optional ones that this service reads. Members beyond these are kept as they are. Decimals are strings.
 */
const DECIMAL = /^[+-]?\d{1,30}(\.\d{1,30})?$/;
const decimalString = z.string().max(40).regex(DECIMAL, { message: 'must be a decimal in a string, e.g. "12.5"' });
const notNegative = decimalString.refine((text) => !text.startsWith("-") || /^-0+(\.0+)?$/.test(text), {
  message: "must not be negative",
});
const positive = notNegative.refine((text) => text.startsWith("-") || Number(text) >= FIGURE_MIN, {
  message: "must be at least 0.000001",
});
const text = z.string().min(1).max(500);
const urn = z.string().max(500).regex(/^urn:/i, { message: "must be a URN" });
const setOf = <Item extends z.ZodType<string>>(item: Item) =>
  z
    .array(item)
    .min(1)
    .max(100)
    .refine((items) => new Set(items).size === items.length, { message: "must not repeat a value" });

const DECLARED_UNITS = [
  "liter",
  "kilogram",
  "cubic meter",
  "kilowatt hour",
  "megajoule",
  "ton kilometer",
  "square meter",
  "piece",
  "hour",
  "megabit second",
] as const;

const carbonFootprint = z
  .looseObject({
    declaredUnitOfMeasurement: z.enum(DECLARED_UNITS),
    declaredUnitAmount: positive,
    productMassPerDeclaredUnit: notNegative,
    referencePeriodStart: writtenDatetime,
    referencePeriodEnd: writtenDatetime,
    pcfExcludingBiogenicUptake: decimalString,
    pcfIncludingBiogenicUptake: decimalString,
    fossilGhgEmissions: notNegative,
    fossilCarbonContent: notNegative,
    ipccCharacterizationFactors: setOf(
      z
        .string()
        .max(10)
        .regex(/^AR\d+$/, { message: "must be e.g. AR6" }),
    ),
    crossSectoralStandards: setOf(text),
    exemptedEmissionsPercent: decimalString,
    geographyRegionOrSubregion: text.optional(),
    geographyCountry: z
      .string()
      .max(2)
      .regex(/^[A-Z]{2}$/)
      .optional(),
    geographyCountrySubdivision: z
      .string()
      .max(6)
      .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
      .optional(),
    primaryDataShare: decimalString.optional(),
    biogenicCO2Uptake: decimalString.optional(),
    packagingEmissionsIncluded: z.boolean().optional(),
    packagingGhgEmissions: notNegative.optional(),
  })
  .refine((pcf) => utc(pcf.referencePeriodStart) < utc(pcf.referencePeriodEnd), {
    path: ["referencePeriodEnd"],
    message: "must be after referencePeriodStart",
  })
  .refine((pcf) => geographies(pcf).length <= 1, {
    path: ["geographyCountry"],
    message: "at most one of geographyRegionOrSubregion, geographyCountry, geographyCountrySubdivision may be given",
  })
  .refine((pcf) => pcf.packagingEmissionsIncluded !== false || pcf.packagingGhgEmissions === undefined, {
    path: ["packagingGhgEmissions"],
    message: "must be absent when packagingEmissionsIncluded is false",
  });

export const pactFootprint = z
  .looseObject({
    id: z.uuid(),
    specVersion: z
      .string()
      .max(40)
      .regex(/^3\.\d+\.\d+(-\d{8})?$/, { message: 'must be a version 3, e.g. "3.0.3"' }),
    created: writtenDatetime,
    status: z.enum(["Active"], { error: "must be Active: a deprecated footprint is not for use" }),
    companyName: text,
    companyIds: setOf(urn),
    productDescription: z.string().max(5_000),
    productIds: setOf(urn),
    productNameCompany: text,
    precedingPfIds: setOf(z.uuid()).optional(),
    validityPeriodStart: writtenDatetime.optional(),
    validityPeriodEnd: writtenDatetime.optional(),
    pcf: carbonFootprint,
  })
  .refine((footprint) => validity(footprint).from <= validity(footprint).to, {
    path: ["validityPeriodEnd"],
    message: "must not be before the start of the validity period",
  });
export type PactFootprint = z.output<typeof pactFootprint>;

interface Validity {
  readonly from: string;
  readonly to: string;
}

const VALID_YEARS = 3;

/** A valid moment of a footprint in UTC with microseconds. */
export function utc(moment: string): string {
  const told = utcMoment(moment);
  if (told === null) throw new Error("a moment that was checked is none");
  return told;
}

/** From when to when a footprint may be used, in UTC: as it says, else 3 years from the end of its reference period (PACT v3). */
export function validity(footprint: {
  readonly validityPeriodStart?: string | undefined;
  readonly validityPeriodEnd?: string | undefined;
  readonly pcf: { readonly referencePeriodEnd: string };
}): Validity {
  const end = utc(footprint.pcf.referencePeriodEnd);
  const { validityPeriodStart: from, validityPeriodEnd: to } = footprint;
  return { from: from === undefined ? end : utc(from), to: to === undefined ? yearsAfter(end) : utc(to) };
}

/** The 29th of February becomes the 1st of March; no moment is later than the year 9999. */
function yearsAfter(moment: string): string {
  const later = new Date(moment);
  later.setUTCFullYear(Math.min(later.getUTCFullYear() + VALID_YEARS, 9999));
  return later.toISOString().replace("Z", "000Z");
}

/** The places that a footprint names; PACT allows one. */
export function geographies(pcf: {
  readonly geographyRegionOrSubregion?: string | undefined;
  readonly geographyCountry?: string | undefined;
  readonly geographyCountrySubdivision?: string | undefined;
}): string[] {
  const { geographyRegionOrSubregion, geographyCountry, geographyCountrySubdivision } = pcf;
  return [geographyRegionOrSubregion, geographyCountry, geographyCountrySubdivision].filter(
    (place) => place !== undefined,
  );
}

/** A made-up footprint that satisfies every rule, for documentation. */
export const EXAMPLE_FOOTPRINT = {
  id: "3fa1c7d2-0b5e-4c8e-9a41-2f6d7e8b9c01",
  specVersion: "3.0.3",
  created: "2026-02-01T08:00:00Z",
  status: "Active" as const,
  companyName: "Skovens Trælast A/S",
  companyIds: ["urn:company:cvr:17320508"],
  productDescription: "Oak planks, kiln dried",
  productIds: ["urn:product:skovens:eg-32"],
  productNameCompany: "Egeplanke 32 mm",
  pcf: {
    declaredUnitOfMeasurement: "cubic meter" as const,
    declaredUnitAmount: "1",
    productMassPerDeclaredUnit: "690",
    referencePeriodStart: "2025-01-01T00:00:00Z",
    referencePeriodEnd: "2026-01-01T00:00:00Z",
    geographyCountry: "DK",
    pcfExcludingBiogenicUptake: "118.4",
    pcfIncludingBiogenicUptake: "-1146.6",
    fossilGhgEmissions: "112.9",
    fossilCarbonContent: "0",
    ipccCharacterizationFactors: ["AR6"],
    crossSectoralStandards: ["ISO14067", "PACT-3.0"],
    exemptedEmissionsPercent: "0.5",
  },
};
