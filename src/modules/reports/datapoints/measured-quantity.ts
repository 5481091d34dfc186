import { type Decimal, decimal } from "../../../core/quantity.ts";
import { convert, isUnit, type Unit } from "../../../core/units.ts";
import type { MeasuredFacts } from "../../emissions/index.ts";

/** What was measured, in `target`; null: money alone, or a unit that does not measure the same thing. */
export function quantityIn({ quantity, unit }: Pick<MeasuredFacts, "quantity" | "unit">, target: Unit): Decimal | null {
  if (quantity === null || unit === null || !isUnit(unit)) return null;
  const converted = convert(quantity, unit, target);
  return converted === null ? null : decimal(converted);
}
