import { plusDays } from "../../core/days.ts";
import { DAILY_RATE_AGE_DAYS_MAX } from "../../core/exchange-rate.ts";
import type {
  Catalog,
  EmissionCategory,
  EmissionFactor,
  ExchangeRate,
  FactorRelease,
  PriceIndex,
} from "../../core/catalog.ts";

/** Everything that a snapshot is made of. Categories come in taxonomy order. */
export interface CatalogRows {
  readonly factors: readonly EmissionFactor[];
  readonly categories: readonly EmissionCategory[];
  readonly exchange_rates: readonly ExchangeRate[];
  readonly price_indices: readonly PriceIndex[];
  /** The newest of a subject last. */
  readonly releases?: readonly FactorRelease[];
}

const YEAR_SEGMENT = /(?<=^|\.)(19|20)\d\d(?=\.|$)/g;

const releases = new Intl.Collator("en", { numeric: true });

/** The look-ups of `Catalog` over rows held in memory. */
export function catalogFromRows(rows: CatalogRows): Catalog {
  const categories = new Map(rows.categories.map((category) => [category.key, category]));
  const rates = groupRates(rows.exchange_rates);
  const indices = groupIndices(rows.price_indices);
  const { releases = [] } = rows;
  return withFactors(rows.factors, {
    category: (key) => categories.get(key),
    exchangeRate: (currency, day) => findRate(rates.get(currency), currency, day),
    priceIndex: (region, year) => indices.get(region)?.find((index) => index.year <= year) ?? null,
    categories: () => rows.categories,
    releases: () => releases,
  });
}

function withFactors(
  factors: readonly EmissionFactor[],
  others: Omit<Catalog, "factor" | "factors" | "family" | "only">,
): Catalog {
  const byKey = newestByKey(factors);
  const families = groupFamilies(factors);
  return {
    ...others,
    factor: (key) => byKey.get(key),
    family: (key) => families.get(familyOf(key)) ?? [],
    factors: () => factors,
    only: (isKept) => withFactors(factors.filter(isKept), others),
  };
}

/** A key without its years: "fuel.dk.natural_gas.2023.nm3" -> "fuel.dk.natural_gas.*.nm3". */
export function familyOf(key: string): string {
  return key.replaceAll(YEAR_SEGMENT, "*");
}

function compareVersions(a: EmissionFactor, b: EmissionFactor): number {
  return a.valid_year - b.valid_year || releases.compare(a.release, b.release);
}

function newestByKey(factors: readonly EmissionFactor[]): Map<string, EmissionFactor> {
  const newest = new Map<string, EmissionFactor>();
  for (const factor of factors) {
    const newestFactor = newest.get(factor.key);
    if (newestFactor === undefined || compareVersions(newestFactor, factor) <= 0) newest.set(factor.key, factor);
  }
  return newest;
}

function groupFamilies(factors: readonly EmissionFactor[]): Map<string, EmissionFactor[]> {
  const newest = new Map<string, EmissionFactor>();
  for (const factor of factors) {
    const identity = `${factor.key}|${factor.region}|${factor.valid_year}`;
    const newestFactor = newest.get(identity);
    if (newestFactor === undefined || compareVersions(newestFactor, factor) <= 0) newest.set(identity, factor);
  }
  const families = new Map<string, EmissionFactor[]>();
  for (const factor of newest.values()) {
    const family = familyOf(factor.key);
    const members = families.get(family);
    if (members === undefined) families.set(family, [factor]);
    else members.push(factor);
  }
  for (const members of families.values()) members.sort(compareVersions);
  return families;
}

interface Rates {
  readonly daily: Map<string, ExchangeRate>;
  readonly monthly: Map<string, ExchangeRate>;
  readonly annual: Map<string, ExchangeRate>;
  /** Newest first. */
  readonly central: ExchangeRate[];
  /** All but central ones by their day, newest first. */
  readonly published: ExchangeRate[];
}

function groupRates(all: readonly ExchangeRate[]): Map<string, Rates> {
  const grouped = new Map<string, Rates>();
  for (const rate of all) {
    const rates: Rates = grouped.get(rate.currency) ?? {
      daily: new Map(),
      monthly: new Map(),
      annual: new Map(),
      central: [],
      published: [],
    };
    grouped.set(rate.currency, rates);
    if (rate.kind !== "central_rate") rates.published.push(rate);
    if (rate.kind === "daily") rates.daily.set(rate.day, rate);
    else if (rate.kind === "monthly_average") rates.monthly.set(rate.day.slice(0, 7), rate);
    else if (rate.kind === "annual_average") rates.annual.set(rate.day.slice(0, 4), rate);
    else rates.central.push(rate);
  }
  for (const { central, published } of grouped.values()) {
    central.sort(newestFirst);
    published.sort(newestFirst);
  }
  return grouped;
}

/** Of the same day the mean of the shorter period first. */
function newestFirst(one: ExchangeRate, other: ExchangeRate): number {
  return descending(one.day, other.day) || descending(one.kind, other.kind);
}

function descending(one: string, other: string): number {
  return one === other ? 0 : one < other ? 1 : -1;
}

function findRate(rates: Rates | undefined, currency: string, day: string): ExchangeRate | null {
  if (currency === "EUR") return { currency, day, kind: "daily", per_eur: "1", source: "one euro is one euro" };
  if (rates === undefined) return null;
  for (let age = 0; age <= DAILY_RATE_AGE_DAYS_MAX && rates.daily.size > 0; age += 1) {
    const rate = rates.daily.get(plusDays(day, -age));
    if (rate !== undefined) return rate;
  }
  const ofPeriod = rates.monthly.get(day.slice(0, 7)) ?? rates.annual.get(day.slice(0, 4));
  const isBefore = (rate: ExchangeRate) => rate.day <= day;
  return ofPeriod ?? rates.central.find(isBefore) ?? rates.published.find(isBefore) ?? null;
}

/**
 * One series per region, so that the ratio of two years compares like with like: the one that reaches furthest, then the longest,
 * then by name. Newest year first.
 */
function groupIndices(all: readonly PriceIndex[]): Map<string, PriceIndex[]> {
  const series = new Map<string, PriceIndex[]>();
  for (const index of all.toSorted((a, b) => b.year - a.year)) {
    const name = `${index.region}|${index.series}`;
    const levels = series.get(name);
    if (levels === undefined) series.set(name, [index]);
    else levels.push(index);
  }
  const chosen = new Map<string, PriceIndex[]>();
  const ordered = [...series].toSorted(
    ([a, x], [b, y]) => newestYear(y) - newestYear(x) || y.length - x.length || a.localeCompare(b),
  );
  for (const [name, levels] of ordered) {
    const region = name.slice(0, name.indexOf("|"));
    if (!chosen.has(region)) chosen.set(region, levels);
  }
  return chosen;
}

function newestYear(levels: readonly PriceIndex[]): number {
  return levels[0]?.year ?? 0;
}
