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

/** A price area of the Danish grid: west or east of the Great Belt. */
export const PRICE_AREAS = ["DK1", "DK2"] as const;
export type PriceArea = (typeof PRICE_AREAS)[number];
/** What a company says of the price area of its electricity: `none` until it says one. */
export const STATED_PRICE_AREAS = ["none", ...PRICE_AREAS] as const;

/**
 * Grid areas by price area. After Energinet's series and a 1, three digits of a Danish metering point are the grid area that it was given its
 * number in, as Energinet's published code has them (DataHub, test data: 571313179100348995 is of grid area 791). The areas are those of companies with
 * one side of the Great Belt alone: Jutland and Funen, and Zealand, Lolland-Falster and Bornholm. What is merged since keeps its side. Areas
 * of the transmission grid (003, 803 to 805) and those not listed tell nothing.
 */
const GRID_AREAS = {
  DK1: new Set(
    (
      "016 031 042 051 084 085 131 141 151 154 233 244 245 331 341 342 344 347 348 351 357 370 371 381 384 385 396 398 " +
      "531 532 533 543 584"
    ).split(" "),
  ),
  DK2: new Set("740 741 757 791 853 854 860 911".split(" ")),
} as const;

/** The Danish price area of a metering point; null: it is none of Denmark, or its number does not tell. */
export function priceAreaOfGsrn(text: string): PriceArea | null {
  const [, area = ""] = /^5713131(\d{3})/.exec(gsrnOf(text) ?? "") ?? [];
  return PRICE_AREAS.find((one) => GRID_AREAS[one].has(area)) ?? null;
}
