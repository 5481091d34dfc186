import Big from "big.js";

/** Exact decimal. Sums and products are exact; divisions keep 24 digits after the point. */
export type Decimal = Big;

const Exact = Big();
Exact.DP = 24;
Exact.RM = Big.roundHalfUp;
Exact.NE = -30;
Exact.PE = 60;

/** Reads a plain decimal ("12.50", "-3"). @throws Error on anything else: callers validate outside input first. */
export function decimal(value: string | number | Decimal): Decimal {
  return new Exact(value);
}

/** Whether `text` is a plain finite decimal that `decimal` accepts, at most 40 characters long. */
export function isDecimalText(text: string): boolean {
  return text.length <= 40 && /^-?\d+(\.\d+)?$/.test(text);
}

/** Exact sum; zero of nothing. */
export function decimalSum(values: readonly (string | number | Decimal)[]): Decimal {
  return values.reduce<Decimal>((sum, value) => sum.plus(value), decimal(0));
}

/** The power of ten that the coefficient of a decimal, read as an integer, is to be multiplied by. */
function powerOf({ c: digits, e }: Decimal): number {
  return e - digits.length + 1;
}

/**
 * What `dividend.div(divisor)` gives, to the digit, in a third of the time: 24 digits after the point, half up (away from zero). For
 * figures that every line of a ledger, or every row of an answer, is divided for. @throws Error for a divisor of zero
 */
export function quotient(dividend: Decimal, divisor: string | Decimal): Decimal {
  const by = decimal(divisor);
  const power = Exact.DP + 1 + powerOf(dividend) - powerOf(by);
  const above = BigInt(dividend.c.join("")) * 10n ** BigInt(Math.max(power, 0));
  const below = BigInt(by.c.join("")) * 10n ** BigInt(Math.max(-power, 0));
  if (below === 0n) throw new Error("division by zero");
  const digits = ((above / below + 5n) / 10n).toString().padStart(Exact.DP + 1, "0");
  const text = `${digits.slice(0, -Exact.DP)}.${digits.slice(-Exact.DP)}`;
  return decimal(dividend.s === by.s ? text : `-${text}`);
}

const KG_PER_TONNE = 1000;

/** Kilograms in tonnes. */
export function tonnesOf(kg: string | number | Decimal): Decimal {
  return decimal(kg).div(KG_PER_TONNE);
}

/** Normal text of a decimal: no exponent, no trailing zeros, "0" for zero. The form that hashes and formulas use. */
export function decimalText(value: Decimal): string {
  const text = value.toFixed();
  return text === "-0" ? "0" : text;
}

/** Digits after the point in every figure that leaves the service. */
export const OUTPUT_DECIMALS = 6;

/**
 * The one rounding function (contract 11.5): half up (away from zero) to 6 decimals,
 * given and returned as plain decimal text that is also a valid JSON number. Works on the digits, because a page of a
 * list rounds three figures per row.
 */
export function roundedText(value: string): string {
  const point = value.indexOf(".");
  if (point === -1) return value;
  const end = point + 1 + OUTPUT_DECIMALS;
  if (value.length <= end) return trimZeros(value);
  const kept = value.slice(0, end);
  return trimZeros(value.charCodeAt(end) >= DIGIT_5 ? nextAwayFromZero(kept) : kept);
}

const DIGIT_5 = 53;

/** Adds one unit of the last place to the magnitude. */
function nextAwayFromZero(text: string): string {
  let zeros = "";
  let index = text.length - 1;
  for (; index >= 0; index -= 1) {
    const digit = text.charAt(index);
    if (digit === "-") break;
    if (digit === ".") zeros = `.${zeros}`;
    else if (digit === "9") zeros = `0${zeros}`;
    else return `${text.slice(0, index)}${Number(digit) + 1}${zeros}`;
  }
  return `${text.slice(0, index + 1)}1${zeros}`;
}

/** `roundedText` as a JSON number; for records that are not encoded as text. */
export function roundedNumber(value: string | Decimal): number {
  return Number(roundedText(typeof value === "string" ? value : decimalText(value)));
}

/**
 * The same rounding, half up (away from zero), to as many digits as the unit of a figure has: tonnes of a report to the
 * kilogram, shares to hundredths of a percent.
 */
export function roundedTo(value: Decimal, places: number): number {
  return Number(decimalText(value.round(places, Big.roundHalfUp)));
}

function trimZeros(value: string): string {
  let end = value.length;
  while (value.charCodeAt(end - 1) === 48) end -= 1;
  if (value.charCodeAt(end - 1) === 46) end -= 1;
  const text = value.slice(0, end);
  return text === "-0" ? "0" : text;
}
