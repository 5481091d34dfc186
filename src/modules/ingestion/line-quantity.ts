import type { Catalog } from "../../core/catalog.ts";
import { decimal } from "../../core/quantity.ts";
import { convert, parseUnit } from "../../core/units.ts";
import type { Decision } from "../categorization/index.ts";
import { type ProductChoice, takesProductFootprint } from "../emissions/index.ts";
import { type Footprints, matchFootprint } from "../pcf/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";

interface ProductTables {
  readonly catalog: Catalog;
  readonly footprints: Footprints;
}

/** The supplier's footprint of what the line names. A counted commodity is an energy or water supply, not a product. */
export function productOf(
  draft: ActivityDraft,
  decision: Decision,
  { catalog, footprints }: ProductTables,
): ProductChoice | null {
  const { line, supplier, transaction_date } = draft;
  if (decision.status !== "classified" || draft.counted !== null || line.kind !== "line") return null;
  if (!takesProductFootprint(catalog.category(decision.category_key))) return null;
  return matchFootprint(footprints, {
    supplier_name: supplier?.name ?? null,
    supplier_identifier: supplier?.identifier ?? null,
    description: line.description,
    codes: line.classification_codes,
    quantity: signedQuantity(draft),
    unit: line.unit,
    transaction_date,
  });
}

/** What counts of a line: the quantity of its product's footprint when there is one, else a physical one, else null. */
export function quantityOf(
  { draft, decision, product }: { draft: ActivityDraft; decision: Decision; product: ProductChoice | null },
  catalog: Catalog,
): { readonly value: string; readonly unit: string } | null {
  return product?.kind === "match" ? product.quantity : usableQuantity(draft, decision, catalog);
}

/**
 * The physical quantity to calculate with: a counted commodity always (a unit without factor then goes to review), any
 * other line's only when its unit converts exactly to the unit of the category's factor; "12 pieces" is not physical.
 */
function usableQuantity(
  draft: ActivityDraft,
  decision: Decision,
  catalog: Catalog,
): { value: string; unit: string } | null {
  if (draft.counted !== null) return draft.counted;
  const quantity = signedQuantity(draft);
  const { unit: code } = draft.line;
  const key = catalog.category(decision.category_key)?.default_factor_key;
  const factor = key == null ? undefined : catalog.factor(key);
  const unit = code === null ? null : parseUnit(code);
  if (quantity === null || unit === null || factor === undefined) return null;
  const target = parseUnit(factor.unit);
  if (target === null || convert(quantity, unit, target) === null) return null;
  return { value: quantity, unit };
}

/** The line's quantity, negative where a credit note prints it positive beside an amount that is booked negative. */
function signedQuantity({ amount, line: { quantity } }: ActivityDraft): string | null {
  if (quantity === null || amount === null || !decimal(amount).lt(0) || !decimal(quantity).gt(0)) return quantity;
  return `-${quantity}`;
}
