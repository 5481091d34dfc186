import { canonicalHash } from "../../../core/content-hash.ts";
import { decimal, decimalText } from "../../../core/quantity.ts";
import type { RowIssue } from "../csv-rows.ts";
import type { FactorRow } from "../factor-version.ts";
import type { PriceArea } from "../../../core/gsrn.ts";
import { declarationKey } from "../declaration-key.ts";
import { type DeclaredMonth, declaredMonths } from "./energinet-hours.ts";
import type { ParsedFactors } from "./parsed-rows.ts";

/** Hours that a month may lack: its mean is then of the others, and the factor says how many. */
const MISSING_SHARE_MAX = 0.01;
/** Decimals of kg: a tenth of a milligram, as the publisher prints hours. */
const DECIMALS = 7;

/**
 * What a monthly mean can be, and by how many times it may move, where no person has looked at it. Of 156 months of both areas from 2017 to
 * 2024 the lowest was 29.5 and the highest 297 g CO2 per kWh, the largest move from month to month 2.8 times.
 */
export const DECLARATION_BOUNDS = { mean_min_g: 3, mean_max_g: 800, move_max: 5, revision_max: 2 } as const;

/** How a declaration is taken in. */
export interface DeclarationRules {
  /** ISO date: months that are not over are left out. */
  readonly today: string;
  readonly refusesImplausible: boolean;
  /** kg per kWh that earlier editions have of a month, by key; the newest. */
  readonly stored: ReadonlyMap<string, string>;
}

const NAMES: Readonly<Record<PriceArea, { readonly en: string; readonly da: string }>> = {
  DK1: { en: "western Denmark (DK1)", da: "Vestdanmark (DK1)" },
  DK2: { en: "eastern Denmark (DK2)", da: "Østdanmark (DK2)" },
};

/**
 * Reads the hours of Energinet's declaration of electricity from the grid as one factor per price area and month: the plain mean of the
 * hours in kg of CO2 per kWh. Each calendar year makes an edition, named by its months and the hash of its figures: the same figures are the
 * same edition wherever they are read, and others are another one.
 * One row read is one month of an area. Months that are not over, preliminary or lack more than 1 % of their hours are skipped.
 * @throws ServiceError request.validation_failed when the file is of another form
 */
export function importDeclaration(text: string, rules: DeclarationRules): ParsedFactors {
  const months = declaredMonths(text);
  const means: { readonly line: number; readonly mean: MonthMean }[] = [];
  const rejected: RowIssue[] = [];
  const skipped = new Map<string, number>();
  for (const [index, month] of months.entries()) {
    const line = index + 1;
    const unready = whyUnready(month, rules.today);
    const mean = meanOf(month);
    const before = means.at(-1)?.mean;
    const fault = month.fault ?? (rules.refusesImplausible ? whyImplausible(mean, before, rules.stored) : null);
    if (unready !== null) skipped.set(unready, (skipped.get(unready) ?? 0) + 1);
    else if (fault !== null) rejected.push({ line, reason: `${month.area} ${month.month}: ${fault}` });
    else means.push({ line, mean });
  }
  return {
    read: months.length,
    rows: withEditions(means),
    rejected,
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
  };
}

interface MonthMean extends Pick<DeclaredMonth, "area" | "month"> {
  readonly kg_per_kwh: string;
  readonly hours: number;
}

function meanOf({ area, month, hours }: DeclaredMonth): MonthMean {
  const sum = hours.reduce((total, hour) => total.plus(hour), decimal("0"));
  const mean = hours.length === 0 ? decimal("0") : sum.div(hours.length).div(1_000);
  return { area, month, hours: hours.length, kg_per_kwh: decimalText(decimal(mean.toFixed(DECIMALS))) };
}

function whyUnready({ month, hours, is_preliminary }: DeclaredMonth, today: string): string | null {
  if (month >= today.slice(0, 7)) return "a month that is not over";
  if (is_preliminary) return "a month with preliminary figures";
  return hours.length < hoursOf(month) * (1 - MISSING_SHARE_MAX) ? "a month without all its hours" : null;
}

/** Hours of a month of Danish time: summer time begins in March and ends in October. */
function hoursOf(month: string): number {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return days * 24 - (number === 3 ? 1 : 0) + (number === 10 ? 1 : 0);
}

function whyImplausible(
  { area, month, kg_per_kwh }: MonthMean,
  before: MonthMean | undefined,
  stored: ReadonlyMap<string, string>,
): string | null {
  const { mean_min_g, mean_max_g, move_max, revision_max } = DECLARATION_BOUNDS;
  const mean = decimal(kg_per_kwh).times(1_000).toNumber();
  if (mean < mean_min_g || mean > mean_max_g) return `a mean of ${mean} g CO2 per kWh is not plausible`;
  const earlier = stored.get(declarationKey(area, month));
  if (earlier !== undefined && timesApart(kg_per_kwh, earlier) > revision_max) {
    return `${kg_per_kwh} kg per kWh is more than ${revision_max} times away from ${earlier} of the edition before`;
  }
  if (before?.area === area && timesApart(kg_per_kwh, before.kg_per_kwh) > move_max) {
    return `${kg_per_kwh} kg per kWh is more than ${move_max} times away from ${before.kg_per_kwh} of ${before.month}`;
  }
  return null;
}

function timesApart(one: string, other: string): number {
  const ratio = decimal(one).div(decimal(other)).toNumber();
  return ratio >= 1 ? ratio : 1 / ratio;
}

function withEditions(means: readonly { readonly line: number; readonly mean: MonthMean }[]): ParsedFactors["rows"] {
  const years = new Set(means.map(({ mean }) => mean.month.slice(0, 4)));
  return [...years].flatMap((year) => {
    const ofYear = means.filter(({ mean }) => mean.month.startsWith(year));
    const months = ofYear.map(({ mean }) => mean.month).toSorted();
    const figures = ofYear.map(({ mean: { area, month, kg_per_kwh } }) => [area, month, kg_per_kwh]);
    const release = `125% ${months[0]} to ${months.at(-1)}, ${canonicalHash(figures).slice(0, 8)}`;
    return ofYear.map(({ line, mean }) => ({ line, row: factorRow(mean, release) }));
  });
}

function factorRow({ area, month, kg_per_kwh, hours }: MonthMean, release: string): FactorRow {
  return {
    key: declarationKey(area, month),
    release,
    name_en: `Electricity from the grid, ${NAMES[area].en}, Energinet's declaration of ${month}`,
    name_da: `El fra nettet, ${NAMES[area].da}, Energinets deklaration for ${month}`,
    scope: 2,
    scope3_category: null,
    unit: "kWh",
    kg_co2e_per_unit: kg_per_kwh,
    co2_kg: kg_per_kwh,
    ch4_kg_co2e: null,
    n2o_kg_co2e: null,
    biogenic_co2_kg: null,
    region: `DK-${area}`,
    valid_year: Number(month.slice(0, 4)),
    currency: null,
    price_year: null,
    boundary: "generation",
    gwp_set: null,
    source: "Energinet, Energi Data Service (DeclarationGridEmission)",
    source_url: "https://www.energidataservice.dk/tso-electricity/DeclarationGridEmission",
    licence: "Energinet's terms for open data of Energi Data Service; source named",
    note:
      `direct CO2 only; changed: plain mean of ${hours} of ${hoursOf(month)} hours (g per kWh, method 125 %), not weighted by ` +
      "consumption; loss of transmission is in it, of distribution not",
  };
}
