/** A price area of the Danish grid: west or east of the Great Belt. */
export const PRICE_AREAS = ["DK1", "DK2"] as const;
export type PriceArea = (typeof PRICE_AREAS)[number];

/** Key of Energinet's declaration of a price area in a calendar month (YYYY-MM). */
export function declarationKey(area: PriceArea, month: string): string {
  return `electricity.${area.toLowerCase()}.grid_declaration.${month.slice(0, 4)}.m${month.slice(5)}.kwh`;
}

/** What names the declaration of a price area, of whatever month. */
export function declarationName(area: PriceArea): string {
  return `electricity.${area.toLowerCase()}.grid_declaration.kwh`;
}
