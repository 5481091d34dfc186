import { type Decimal, decimal, decimalSum } from "../../core/quantity.ts";
import { convert, parseUnit } from "../../core/units.ts";
import type { CurrentActivityRow } from "./store.ts";
import type { TakenOff } from "./store-taken-off.ts";

/** Where a quantity is counted: a credit note takes off on the days of what it takes back. */
type CountedPlace = Pick<
  CurrentActivityRow,
  | "category_key"
  | "document_id"
  | "service_period_end"
  | "service_period_start"
  | "split_quantity"
  | "split_unit"
  | "supply_id"
>;

/**
 * Lines without those of which credit notes have taken everything back: they count nothing more, so that they settle no advance and have
 * no price. Pure.
 */
export function withoutTakenBack<Line extends CountedPlace>(
  lines: readonly Line[],
  taken: readonly TakenOff[],
): readonly Line[] {
  if (taken.length === 0) return lines;
  return lines.filter((line) => {
    const off = taken.filter((one) => isOfSupply(one, line));
    if (off.length === 0 || line.split_quantity === null || !decimal(line.split_quantity).gt(0)) return true;
    const counted = lines.filter((one) => isOfSupply(one, line) && decimal(one.split_quantity ?? "0").gt(0));
    return decimalSum([...counted, ...off].map((one) => quantityIn(one, line.split_unit))).gt(0);
  });
}

type Place = Omit<CountedPlace, "split_quantity" | "split_unit" | "supply_id">;

function isOfSupply(one: CountedPlace, other: CountedPlace): boolean {
  return one.supply_id === other.supply_id && isSamePlace(one, other);
}

/** Whether two quantities are of the same document, category and days, of whatever supply. */
export function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.document_id === other.document_id &&
    one.category_key === other.category_key &&
    one.service_period_start === other.service_period_start &&
    one.service_period_end === other.service_period_end
  );
}

/** A quantity of another dimension is none of it. */
function quantityIn(
  { split_quantity, split_unit }: Pick<CountedPlace, "split_quantity" | "split_unit">,
  unit: string | null,
): Decimal {
  if (split_quantity === null || split_unit === null || unit === null) return decimal("0");
  if (split_unit === unit) return decimal(split_quantity);
  const [from, to] = [parseUnit(split_unit), parseUnit(unit)];
  return decimal((from === null || to === null ? null : convert(split_quantity, from, to)) ?? "0");
}
