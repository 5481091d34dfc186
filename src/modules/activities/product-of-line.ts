import type { EmissionCategory } from "../../core/catalog.ts";
import {
  type CalculationSettings,
  type ProductChoice,
  signedQuantity,
  takesProductFootprint,
} from "../emissions/index.ts";
import { countingFootprint, type Footprints } from "../pcf/index.ts";
import type { CurrentActivityRow } from "./store.ts";

/** What of a booked line says which product it is about. */
type ProductLine = Pick<
  CurrentActivityRow,
  | "amount"
  | "classification_codes"
  | "description"
  | "line_kind"
  | "quantity"
  | "stated"
  | "supplier_identifier"
  | "supplier_name"
  | "transaction_date"
  | "unit"
>;

interface ProductTables {
  readonly footprints: Footprints;
  readonly settings: Pick<CalculationSettings, "counted_product">;
}

/** The supplier's footprint of what the line names, or of what it takes back, where the category takes one. */
export function productOfLine(
  current: ProductLine,
  category: EmissionCategory | undefined,
  { footprints, settings }: ProductTables,
): ProductChoice | null {
  if (current.line_kind !== "line" || !takesProductFootprint(category)) return null;
  const line = {
    supplier_name: current.supplier_name,
    supplier_identifier: current.supplier_identifier,
    description: current.description,
    codes: current.classification_codes,
    quantity: current.unit === null ? null : printedValue(current),
    unit: current.quantity === null ? null : current.unit,
    transaction_date: current.transaction_date,
  };
  return countingFootprint(footprints, line, settings.counted_product);
}

/** A credit note prints positive quantities beside its amount, which is booked negative. A person states what is booked. */
export function printedValue({
  quantity,
  amount,
  stated,
}: Pick<CurrentActivityRow, "amount" | "quantity" | "stated">): string | null {
  return stated?.quantity === undefined ? signedQuantity(quantity, amount) : quantity;
}
