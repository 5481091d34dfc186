/** Digits of a Global Service Relation Number, which names a metering point (GS1 General Specifications 2.5). */
const LENGTH = 18;

/** A metering point's number without blanks, when its check digit is right (GS1 General Specifications 7.9); else null. */
export function gsrnOf(text: string): string | null {
  const digits = text.replaceAll(/[\s.-]/g, "");
  if (digits.length !== LENGTH || !/^\d+$/.test(digits)) return null;
  let sum = 0;
  for (let index = 0; index < LENGTH - 1; index += 1) sum += Number(digits[index]) * (index % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10 === Number(digits[LENGTH - 1]) ? digits : null;
}

/** Numbers in words: at most a blank or a hyphen between groups of digits. Prefixes of GS1 Denmark, Norway and Sweden. */
const IN_TEXT = /(?<![\d-])(?:57|70|73)\d(?:[ -]?\d){15}(?![\d-])/g;

/** The metering points that a text names, each once. */
export function gsrnsIn(text: string): string[] {
  if (text.length < LENGTH) return [];
  return [...new Set([...text.matchAll(IN_TEXT)].flatMap(([written]) => gsrnOf(written) ?? []))];
}

/**
 * Series of metering points by country, as those who give the numbers out publish them: Energinet's DataHub, Energimyndigheten ("always
 * begins with 735 999") and Elhub ("the first ten are always 7070575000"). Other prefixes of GS1 say who gave a number out, not where.
 */
const SERIES: readonly (readonly [prefix: string, country: string])[] = [
  ["571313", "DK"],
  ["735999", "SE"],
  ["7070575000", "NO"],
];

/** ISO 3166-1 alpha-2 of the place of a metering point; null: its series is not known, or it is no metering point's number. */
export function countryOfGsrn(text: string): string | null {
  const point = gsrnOf(text);
  return SERIES.find(([prefix]) => point?.startsWith(prefix) === true)?.[1] ?? null;
}
