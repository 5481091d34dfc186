import type { Catalog } from "../../core/catalog.ts";
import type { Decision } from "../categorization/index.ts";
import {
  type CalculationSettings,
  lineChoice,
  lineQuantity,
  type LineQuantity,
  type LineRule,
  type PlaceOfUse,
  type ProductChoice,
  type QuantityTables,
  isSoldWaste,
  signedQuantity,
  takesProductFootprint,
  unsigned,
} from "../emissions/index.ts";
import { countingFootprint, type Footprints } from "../pcf/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";

interface ProductTables {
  readonly catalog: Catalog;
  readonly footprints: Footprints;
  readonly settings: Pick<CalculationSettings, "counted_product">;
}

/** The supplier's footprint of what the line names, or of what it takes back. A counted commodity is an energy or water supply, not a product. */
export function productOf(
  draft: ActivityDraft,
  decision: Decision,
  { catalog, footprints, settings }: ProductTables,
): ProductChoice | null {
  const { line, supplier, transaction_date } = draft;
  if (decision.status !== "classified" || draft.counted !== null || line.kind !== "line") return null;
  if (!takesProductFootprint(catalog.category(decision.category_key))) return null;
  const named = {
    supplier_name: supplier?.name ?? null,
    supplier_identifier: supplier?.identifier ?? null,
    description: line.description,
    codes: line.classification_codes,
    quantity: signedQuantity(line.quantity, draft.amount),
    unit: line.unit,
    transaction_date,
  };
  return countingFootprint(footprints, named, settings.counted_product);
}

/** Whether a line pays for waste that the company handed over. */
export function isHandedOver({ draft, decision }: Pick<CountableLine, "draft" | "decision">): boolean {
  const { amount, line, is_of_credit_note } = draft;
  return isSoldWaste({
    document_type: is_of_credit_note === true ? "credit_note" : "invoice",
    category_key: decision.category_key,
    description: line.description,
    amount,
    quantity: line.quantity,
  });
}

interface CountableLine {
  readonly draft: ActivityDraft;
  readonly decision: Decision;
  readonly product: ProductChoice | null;
  readonly supplier_key: string | null;
  readonly rule: LineRule;
  readonly place: PlaceOfUse | null;
}

/**
 * What counts of a line: the quantity of its product's footprint when there is one; a counted commodity always (a unit
 * without factor then goes to review); any other line's as the factors of its category count it.
 */
export function quantityOf(
  { draft, decision, product, supplier_key, rule, place }: CountableLine,
  { catalog, region, settings }: QuantityTables & { readonly region: string },
): LineQuantity {
  if (product?.kind === "match") return { quantity: product.quantity };
  const is_sold_waste = isHandedOver({ draft, decision });
  if (draft.counted !== null) {
    const { value, unit } = draft.counted;
    return { quantity: is_sold_waste ? { value: unsigned(value), unit } : draft.counted };
  }
  const { line, amount, transaction_date } = draft;
  return lineQuantity(
    {
      category_key: decision.category_key,
      transaction_date,
      region,
      counted: null,
      printed: { value: signedQuantity(line.quantity, amount), unit: line.unit },
      description: line.description,
      amount,
      is_sold_waste,
      supplier_key,
      fuel_values: draft.fuel_values ?? [],
      ...lineChoice({
        category_key: decision.category_key,
        description: line.description,
        seller: draft.supplier?.name ?? null,
        rule,
        place,
      }),
    },
    { catalog, settings },
  );
}
