import type { Catalog, EmissionCategory, EmissionFactor, ExchangeRate } from "../../core/catalog.ts";
import { isEarlierRate } from "../../core/exchange-rate.ts";
import { type Decimal, decimal, decimalText, quotient } from "../../core/quantity.ts";
import type { ReviewReason, CalculationRequest, ConversionStep } from "./calculation.ts";
import type { EntryBasis } from "./calculation-entry.ts";
import { spendScore } from "./calculation-quality.ts";
import { periodInputs, sliceTerms } from "./calculation-slice.ts";
import { choiceSteps, factorOfYear, isForeign, yearInputs, yearOf } from "./calculation-version.ts";
import { SUBSTITUTED } from "./entry-basis.ts";
import { priceLevel } from "./price-level.ts";
import { onSlice } from "./use-period.ts";

export type SpendOutcome =
  | { readonly kind: "basis"; readonly factor: EmissionFactor; readonly basis: EntryBasis }
  | { readonly kind: "review"; readonly reviewReason: ReviewReason };

/** What a document says of the country of its seller, as the calculation takes it: a code of two letters, or nothing. */
export function sellerCountry(stated: string | null): Pick<CalculationRequest, "supplier_country"> {
  return stated !== null && /^[A-Z]{2}$/.test(stated) ? { supplier_country: stated } : {};
}

/** The country whose industry made it, as far as is known: the seller's, else the company's own. */
function countryOfSeller({ supplier_country, region }: CalculationRequest): string {
  return supplier_country ?? region.slice(0, 2);
}

/**
 * The spend factor of a category for the seller's country when one is loaded, else for the company's, else the category's own
 * (Danish) one; of the transaction's year or the nearest. Null: the category has none.
 */
export function spendFactor(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
): EmissionFactor | null {
  const key = category.spend_factor_key;
  if (key === null) return null;
  const year = yearOf(request);
  for (const country of [countryOfSeller(request), request.region.slice(0, 2)]) {
    const of = key.replace(/^spend\.[a-z]{2}\./, `spend.${country.toLowerCase()}.`);
    const factor = factorOfYear(catalog, of, year);
    if (factor !== null) return factor;
  }
  return factorOfYear(catalog, key, year);
}

/**
 * kg CO2e = amount excl. VAT / rate of its currency per EUR x rate of the factor's currency per EUR
 *           x price index of the factor's price year / price index of the transaction year x share of the period
           x kg CO2e per factor currency.
 * Everything is multiplied first and divided once. Without an index the amount is used as it is, and after the last published one
 * the last one counts; the entry says either.
 */
export function spendBasis(factor: EmissionFactor, request: CalculationRequest, catalog: Catalog): SpendOutcome {
  const { amount } = request;
  if (amount === null) {
    return {
      kind: "review",
      reviewReason: { code: "no_amount_or_quantity", detail: "No amount excluding VAT is known." },
    };
  }
  const target = factor.currency ?? factor.unit;
  const rates = exchangeRates(amount.currency, target, request.transaction_date, catalog);
  if (rates === null) {
    const detail = `No exchange rate from ${amount.currency} to ${target} is loaded for ${request.transaction_date}.`;
    return { kind: "review", reviewReason: { code: "exchange_rate_missing", detail } };
  }
  const level = priceLevel(factor, request, catalog);
  const numerator = onSlice(decimal(amount.value), request.slice).times(rates.to.per_eur).times(level.numerator);
  const denominator = decimal(rates.from.per_eur).times(level.denominator);
  const basis: EntryBasis = {
    times: (perUnit) => divided(numerator.times(perUnit), denominator),
    terms: [`${amount.value} ${amount.currency}`, ...rates.terms, ...level.terms, ...sliceTerms(request.slice)].join(
      " ",
    ),
    method: "spend_based",
    score: spendScore(factor, request.region, level.is_known),
    inputs: {
      amount_excl_vat: amount.value,
      currency: amount.currency,
      transaction_date: request.transaction_date,
      ...periodInputs(request),
      ...yearInputs(factor, request),
      ...(isSubstitute(factor, request) ? { [SUBSTITUTED]: true } : {}),
      exchange_rates: rates.used,
      ...(rates.used.some((rate) => isEarlierRate(rate, request.transaction_date))
        ? { exchange_rate_distant: true }
        : {}),
      price_indices: level.used,
      ...(level.is_distant ? { price_index_distant: true } : {}),
      amount_in_factor_currency_and_price_level: decimalText(divided(numerator, denominator)),
    },
    conversions: [...choiceSteps(factor, request), ...sellerSteps(factor, request), ...rates.steps, level.step].filter(
      (step) => step !== null,
    ),
  };
  return { kind: "basis", factor, basis };
}

/** Whether a spend factor of another country than the seller's stands in, because none of the seller's is loaded. */
function isSubstitute(factor: EmissionFactor, request: CalculationRequest): boolean {
  return factor.key.startsWith("spend.") && isForeign(factor, countryOfSeller(request));
}

function sellerSteps(factor: EmissionFactor, request: CalculationRequest): ConversionStep[] {
  const { supplier_country } = request;
  if (supplier_country === undefined || !isSubstitute(factor, request)) return [];
  const note = `The seller is in ${supplier_country}, of which no spend factor is loaded: that of ${factor.region} stands in.`;
  return [{ kind: "choice", from: supplier_country, to: factor.region, factor: null, note }];
}

/** One division at the end; exact when it terminates within 24 decimals. */
function divided(numerator: Decimal, denominator: Decimal): Decimal {
  return denominator.eq(1) ? numerator : quotient(numerator, denominator);
}

interface Rates {
  readonly from: ExchangeRate;
  readonly to: ExchangeRate;
  readonly used: readonly ExchangeRate[];
  readonly terms: readonly string[];
  readonly steps: readonly ConversionStep[];
}

function exchangeRates(from: string, to: string, day: string, catalog: Catalog): Rates | null {
  if (from === to) return { from: PAR, to: PAR, used: [], terms: [], steps: [] };
  const fromRate = from === "EUR" ? PAR : catalog.exchangeRate(from, day);
  const toRate = to === "EUR" ? PAR : catalog.exchangeRate(to, day);
  if (fromRate === null || toRate === null) return null;
  const used: ExchangeRate[] = [];
  const terms: string[] = [];
  const steps: ConversionStep[] = [];
  if (from !== "EUR") {
    used.push(fromRate);
    terms.push(`/ ${fromRate.per_eur} ${from}/EUR`);
    steps.push(rateStep({ from, to: "EUR", day }, eurPerUnit(fromRate), fromRate));
  }
  if (to !== "EUR") {
    used.push(toRate);
    terms.push(`x ${toRate.per_eur} ${to}/EUR`);
    steps.push(rateStep({ from: "EUR", to, day }, decimalText(decimal(toRate.per_eur)), toRate));
  }
  return { from: fromRate, to: toRate, used, terms, steps };
}

const euros = new WeakMap<ExchangeRate, string>();

/** Euros for one unit of the currency: divided once for all that is counted with a catalogue's rate. */
function eurPerUnit(rate: ExchangeRate): string {
  const before = euros.get(rate);
  if (before !== undefined) return before;
  const text = decimalText(quotient(decimal(1), rate.per_eur));
  euros.set(rate, text);
  return text;
}

/** The euro against itself, and any currency that needs no conversion. */
const PAR: ExchangeRate = {
  currency: "EUR",
  day: "1999-01-01",
  kind: "central_rate",
  per_eur: "1",
  source: "identity",
};

const RATE_KINDS: Readonly<Record<ExchangeRate["kind"], string>> = {
  daily: "daily rate",
  monthly_average: "average rate of the month",
  annual_average: "average rate of the year",
  central_rate: "central rate",
};

function rateStep(
  { from, to, day }: { readonly from: string; readonly to: string; readonly day: string },
  factor: string,
  rate: ExchangeRate,
): ConversionStep {
  const isEarlier = isEarlierRate(rate, day) ? `, the newest published before ${day}` : "";
  const note = `${RATE_KINDS[rate.kind]} of ${rate.day}${isEarlier}: ${rate.per_eur} ${rate.currency}/EUR, ${rate.source}`;
  return { kind: "currency", from, to, factor, note };
}
