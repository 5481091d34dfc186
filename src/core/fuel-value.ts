import type { Unit } from "./units.ts";

/** Where a document states a heating value, density or conversion factor. */
export const FUEL_VALUE_ORIGINS = {
  printed: "printed on the document",
  line: "in the words of the line",
  note: "in a note of the line",
  property: "in a property of the line's item",
  meter: "in a property of the meter",
  document_note: "in a note of the document",
} as const;
export type FuelValueOrigin = keyof typeof FUEL_VALUE_ORIGINS;

/**
 * A heating value, density or conversion factor of a fuel as a document states it: `from_quantity` of one unit is
 * `to_quantity` of another. Nothing is judged: whether it fits the fuel is known when the line has a category.
 */
export interface StatedFuelValue {
  /** Decimal text above zero, like `to_quantity`. */
  readonly from_quantity: string;
  readonly from_unit: Unit;
  readonly to_quantity: string;
  /** "kWh": an energy of which the words say neither upper nor lower; null: the words do not say which unit. */
  readonly to_unit: Unit | null;
  /** The words with their origin, as the lineage repeats them: '"Brændværdi 12,05 kWh/m3", printed on the document'. */
  readonly statement: string;
}
