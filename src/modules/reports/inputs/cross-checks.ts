import { type Decimal, decimal } from "../../../core/quantity.ts";
import type { ReportInputRow } from "../datapoints/report-input.ts";

/** Answers that do not go together. They are recorded all the same: which one is wrong only the company knows. */
export interface InputWarning {
  readonly code: string;
  readonly message: Readonly<Record<"da" | "en", string>>;
  readonly datapoints: readonly string[];
}

/** Numbers of people are full-time equivalents as often as heads: sums of rounded figures differ by less than this. */
const ROUNDING = 0.51;

interface Split {
  readonly code: string;
  readonly of: string;
  readonly parts: readonly string[];
  readonly en: string;
  readonly da: string;
}

/** Breakdowns whose parts are the whole, once one of the parts is given. */
const SPLITS: readonly Split[] = [
  {
    code: "employees_by_gender",
    of: "NumberOfEmployees",
    parts: [
      "NumberOfMaleEmployees",
      "NumberOfFemaleEmployees",
      "NumberOfOtherGenderEmployees",
      "NumberOfNonReportedGenderEmployees",
    ],
    en: "Employees by gender",
    da: "Medarbejdere efter køn",
  },
  {
    code: "employees_by_contract",
    of: "NumberOfEmployees",
    parts: ["NumberOfPermanentContractEmployees", "NumberOfTemporaryContractEmployees"],
    en: "Employees by type of contract",
    da: "Medarbejdere efter kontrakttype",
  },
  {
    code: "employees_by_country",
    of: "NumberOfEmployees",
    parts: ["NumberOfEmployeesForCountryOfEmploymentContract"],
    en: "Employees by country",
    da: "Medarbejdere efter land",
  },
  {
    code: "fossil_revenue",
    of: "TotalRevenuesDerivedFromFossilFuelCoalOilAndGasSector",
    parts: ["RevenueDerivedFromCoal", "RevenueDerivedFromOil", "RevenueDerivedFromGas"],
    en: "Revenue from coal, oil and gas",
    da: "Omsætning fra kul, olie og gas",
  },
];

interface Share {
  readonly code: string;
  readonly part: string;
  readonly whole: string;
  readonly en: string;
  readonly da: string;
}

/** What cannot be more than what it is a part of. */
const SHARES: readonly Share[] = [
  {
    code: "water_stress",
    part: "AmountOfWaterWithdrawnAtSitesLocatedInAreasOfHighWaterStress",
    whole: "TotalAmountOfWaterWithdrawnFromAllSites",
    en: "Water withdrawn in areas of high water stress is more than all water withdrawn",
    da: "Vand indvundet i områder med høj vandstress er mere end alt indvundet vand",
  },
  {
    code: "water_discharge",
    part: "WaterDischargeFromUndertakingProductionProcesses",
    whole: "TotalAmountOfWaterWithdrawnFromAllSites",
    en: "Water discharged is more than all water withdrawn",
    da: "Udledt vand er mere end alt indvundet vand",
  },
  {
    code: "sealed_area",
    part: "TotalSealedArea",
    whole: "TotalUseOfLand",
    en: "The sealed area is more than all land used",
    da: "Det befæstede areal er større end det samlede areal",
  },
  {
    code: "nature_area",
    part: "TotalNatureOrientedAreaOnSite",
    whole: "TotalUseOfLand",
    en: "The nature-oriented area on site is more than all land used",
    da: "Det naturorienterede areal på stedet er større end det samlede areal",
  },
];

/** What of a year's current answers contradicts itself, in the order of the standard. */
export function crossChecks(inputs: readonly ReportInputRow[]): InputWarning[] {
  const sums = sumsOf(inputs);
  return [
    ...SPLITS.flatMap((split) => splitWarning(split, sums)),
    ...SHARES.flatMap((share) => shareWarning(share, sums)),
  ].concat(siteWarnings(inputs));
}

/** Numbers by datapoint, added up over its members. */
function sumsOf(inputs: readonly ReportInputRow[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { datapoint, status, value } of inputs) {
    if (status !== "reported" || typeof value !== "number") continue;
    sums.set(datapoint, (sums.get(datapoint) ?? decimal(0)).plus(decimal(value)));
  }
  return sums;
}

function splitWarning({ code, of, parts, en, da }: Split, sums: ReadonlyMap<string, Decimal>): InputWarning[] {
  const whole = sums.get(of);
  const partSums = parts.flatMap((part) => sums.get(part) ?? []);
  if (whole === undefined || partSums.length === 0) return [];
  const sum = partSums.reduce((left, right) => left.plus(right), decimal(0));
  if (sum.minus(whole).abs().lt(ROUNDING)) return [];
  const figures = { sum: sum.toString(), whole: whole.toString() };
  const message = {
    en: `${en} add up to ${figures.sum}, the total is ${figures.whole}`,
    da: `${da} giver tilsammen ${figures.sum}, i alt er ${figures.whole}`,
  };
  return [{ code, message, datapoints: [of, ...parts] }];
}

function shareWarning({ code, part, whole, en, da }: Share, sums: ReadonlyMap<string, Decimal>): InputWarning[] {
  const [of, all] = [sums.get(part), sums.get(whole)];
  if (of === undefined || all === undefined || of.lte(all)) return [];
  return [{ code, message: { en, da }, datapoints: [part, whole] }];
}

const SITE = ["AddressOfSite", "CityOfSite", "CountryOfSite", "PostalCodeOfSite", "GPSLocationOfSite"];
const SITE_IN_NATURE = [
  "AreaOfSiteInBiodiversitySensitiveArea",
  "SiteLocatedInABiodiversitySensitiveArea",
  "SiteLocatedNearABiodiversitySensitiveArea",
];

/** A site of B5 that the list of sites in B1 does not have: mostly a key that is spelled in two ways. */
function siteWarnings(inputs: readonly ReportInputRow[]): InputWarning[] {
  const keysOf = (datapoints: readonly string[]) =>
    new Set(inputs.flatMap(({ datapoint, member }) => (datapoints.includes(datapoint) ? (member ?? []) : [])));
  const sites = keysOf(SITE);
  const unknown = [...keysOf(SITE_IN_NATURE)].filter((key) => !sites.has(key));
  if (unknown.length === 0) return [];
  const keys = unknown.slice(0, 5).join(", ");
  const message = {
    en: `Sites of B5 that the list of sites in B1 does not have: ${keys}`,
    da: `Lokaliteter i B5, som listen over lokaliteter i B1 ikke har: ${keys}`,
  };
  return [{ code: "unknown_site", message, datapoints: SITE_IN_NATURE }];
}
