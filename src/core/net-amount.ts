import { ownCurrency } from "./currency.ts";
import { decimal, decimalText } from "./quantity.ts";

/** Standard VAT rate in percent by country: Denmark, momsloven section 33. Others are not assumed. */
const STANDARD_VAT_PERCENT: Readonly<Record<string, string>> = { DK: "25" };

/**
 * Category prefixes that VAT exempts, so that gross and net are the same: Denmark, momsloven section 13 (passenger
 * transport, insurance, finance, education, memberships).
 */
const EXEMPT_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  DK: [
    "transport.travel.air",
    "transport.travel.rail",
    "transport.travel.bus",
    "transport.travel.metro",
    "transport.travel.taxi",
    "transport.travel.ferry",
    "purchases.services.insurance",
    "purchases.services.bank",
    "purchases.services.training",
    "purchases.services.memberships",
  ],
};

/**
 * Category prefixes that VAT exempts unless the seller has opted for it, which only a document tells: Denmark, letting of premises,
 * momsloven sections 13(1)(8) and 51. A payment without a document may have VAT in it or not.
 */
const OPTIONAL_PREFIXES: Readonly<Record<string, readonly string[]>> = { DK: ["purchases.services.rent"] };

/** Standard VAT rate in percent, decimal text; null where none is assumed. */
export function standardVatPercent(country: string): string | null {
  return STANDARD_VAT_PERCENT[country] ?? null;
}

/** Money as a source states it. */
export interface StatedMoney {
  /** Signed decimal text. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** "excl_vat", or anything else: VAT may be included. */
  readonly tax_treatment: string;
  /** Of the line that states it: a row of a bank is a payment, and no document tells what is in it. */
  readonly line_kind?: string;
  /** Rate of VAT, in percent, by which the document makes its totals; absent or null: it prints none, or several. */
  readonly printed_vat_percent?: string | null;
  /** What a person states of the line: an amount of theirs is as they say. */
  readonly stated?: { readonly amount?: object } | null;
}

/** A step from the stated amount to the net one; a conversion step of the lineage. */
export interface NetAmountStep {
  readonly kind: "tax" | "choice";
  readonly from: string;
  readonly to: string;
  readonly factor: string | null;
  readonly note: string;
}

export interface NetAmount {
  /** Excluding VAT, decimal text. */
  readonly value: string;
  readonly currency: string | null;
  readonly conversion: readonly NetAmountStep[];
}

/**
 * The amount excluding VAT, for spend factors, in the currency that is stated or else the company's own. Where VAT may be
 * included, the rate that the document prints is taken unless the category is exempt or may be; where it prints none, the country's
 * standard rate is taken unless the category is exempt, or may be and nothing but a payment tells of it; each assumption is a
 * conversion step. Null: there is no amount, or no rate is known for this country.
 */
export function netAmount(money: StatedMoney, country: string, categoryKey: string): NetAmount | null {
  if (money.amount === null) return null;
  const net =
    money.tax_treatment === "excl_vat"
      ? { value: money.amount, step: null }
      : (withoutPrintedVat(money.amount, money, { country, categoryKey }) ??
        withoutVat(money.amount, country, { categoryKey, isPayment: isPaymentAlone(money) }));
  if (net === null) return null;
  const steps = net.step === null ? [] : [net.step];
  if (money.currency !== null) return { value: net.value, currency: money.currency, conversion: steps };
  const currency = ownCurrency(country);
  return { value: net.value, currency, conversion: currency === null ? steps : [...steps, currencyStep(currency)] };
}

function isPaymentAlone({ line_kind, stated }: StatedMoney): boolean {
  return line_kind === "bank_row" && stated?.amount === undefined;
}

interface Placed {
  readonly country: string;
  readonly categoryKey: string;
}

function isAmong(prefixes: Readonly<Record<string, readonly string[]>>, { country, categoryKey }: Placed): boolean {
  return prefixes[country]?.some((prefix) => categoryKey.startsWith(prefix)) === true;
}

const PRINTED = "VAT, as the document prints it";

/** Whether a step takes off the rate that the document prints: it is read, and not assumed. */
export function isPrintedVat({ kind, note }: { readonly kind: string; readonly note: string }): boolean {
  return kind === "tax" && note.endsWith(PRINTED);
}

/**
 * An amount that a person states has nothing to do with what is printed. What is exempt, or may be, may stand beside lines that have VAT: the
 * rate of the totals need not be its own.
 */
function withoutPrintedVat(
  gross: string,
  { printed_vat_percent: percent, tax_treatment, stated }: StatedMoney,
  placed: Placed,
): { value: string; step: NetAmountStep } | null {
  if (percent == null || tax_treatment !== "incl_vat" || stated?.amount !== undefined) return null;
  if (isAmong(EXEMPT_PREFIXES, placed) || isAmong(OPTIONAL_PREFIXES, placed)) return null;
  return withRateOff(gross, percent, `${percent} % ${PRINTED}`);
}

function withRateOff(gross: string, percent: string | number, note: string): { value: string; step: NetAmountStep } {
  const divisor = decimal(percent).div(100).plus(1);
  const value = decimalText(decimal(gross).div(divisor));
  return { value, step: { kind: "tax", from: gross, to: value, factor: decimalText(decimal(1).div(divisor)), note } };
}

function withoutVat(
  gross: string,
  country: string,
  { categoryKey, isPayment }: { readonly categoryKey: string; readonly isPayment: boolean },
): { value: string; step: NetAmountStep } | null {
  const percent = STANDARD_VAT_PERCENT[country];
  if (percent === undefined) return null;
  if (isPayment && isAmong(OPTIONAL_PREFIXES, { country, categoryKey })) {
    const note = `VAT unknown: ${categoryKey} is exempt from VAT in ${country} unless the seller opted for it, and the payment does not say; counted as it was paid`;
    return { value: gross, step: { kind: "tax", from: gross, to: gross, factor: "1", note } };
  }
  if (isAmong(EXEMPT_PREFIXES, { country, categoryKey })) {
    const note = `${categoryKey} is exempt from VAT in ${country}`;
    return { value: gross, step: { kind: "tax", from: gross, to: gross, factor: "1", note } };
  }
  return withRateOff(gross, percent, `${percent} % VAT assumed: the payment states none`);
}

function currencyStep(currency: string): NetAmountStep {
  const note = "the document states no currency; the company's own is taken";
  return { kind: "choice", from: "no currency", to: currency, factor: null, note };
}
