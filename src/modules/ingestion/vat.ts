import type { ConversionStep } from "../emissions/index.ts";
import { decimal, decimalText } from "../../core/quantity.ts";

/** Standard VAT rate in percent by country: Denmark, momsloven section 33. Others are not assumed. */
const STANDARD_VAT_PERCENT: Readonly<Record<string, string>> = { DK: "25" };

/**
 * Category prefixes that Danish VAT exempts (momsloven section 13: passenger transport, insurance, finance, letting of
 * real property, education) so that gross and net are the same.
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

export interface NetAmount {
  /** Excluding VAT, decimal text. */
  readonly value: string;
  readonly conversion: ConversionStep | null;
}

/**
 * The amount excluding VAT of a payment whose VAT is not stated: the country's standard rate unless the category is
 * exempt. The assumption is recorded as a conversion step. Null: no rate is known for this country.
 */
export function assumedNetAmount(gross: string, country: string, categoryKey: string): NetAmount | null {
  const percent = STANDARD_VAT_PERCENT[country];
  if (percent === undefined) return null;
  const exempt = EXEMPT_PREFIXES[country]?.some((prefix) => categoryKey.startsWith(prefix)) === true;
  if (exempt) {
    return { value: gross, conversion: step(gross, gross, "1", `${categoryKey} is exempt from VAT in ${country}`) };
  }
  const divisor = decimal(percent).div(100).plus(1);
  const net = decimalText(decimal(gross).div(divisor));
  return {
    value: net,
    conversion: step(
      gross,
      net,
      decimalText(decimal(1).div(divisor)),
      `${percent} % VAT assumed: the payment states none`,
    ),
  };
}

function step(from: string, to: string, factor: string, note: string): ConversionStep {
  return { kind: "tax", from, to, factor, note };
}
