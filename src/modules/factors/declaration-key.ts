import type { PriceArea } from "../../core/gsrn.ts";

/** Key of Energinet's declaration of a price area in a calendar month (YYYY-MM). */
export function declarationKey(area: PriceArea, month: string): string {
  return `electricity.${area.toLowerCase()}.grid_declaration.${month.slice(0, 4)}.m${month.slice(5)}.kwh`;
}

/** What names the declaration of a price area, of whatever month. */
export function declarationName(area: PriceArea): string {
  return `electricity.${area.toLowerCase()}.grid_declaration.kwh`;
}
