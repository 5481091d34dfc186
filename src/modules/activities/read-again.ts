import type { Catalog, EmissionCategory } from "../../core/catalog.ts";
import { netAmount } from "../../core/net-amount.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { convert, parseUnit } from "../../core/units.ts";
import {
  calculate,
  type CalculationResult,
  type CalculationSettings,
  type ProductChoice,
  takesProductFootprint,
} from "../emissions/index.ts";
import { type Footprints, matchFootprint } from "../pcf/index.ts";
import { advanceOf } from "../reading/index.ts";
import type { NewSplit } from "./ledger-batch.ts";
import type { CurrentActivityRow } from "./store.ts";

/** What the reading of a booked line in a category depends on besides the line. */
export interface ReadingAgain {
  readonly catalog: Catalog;
  readonly footprints: Footprints;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly country: string;
  readonly settings: CalculationSettings;
}

/** How a booked line counts in a category. */
export interface Reading {
  readonly split: Pick<NewSplit, "quantity" | "unit" | "conversion" | "allocated_amount" | "allocated_currency">;
  /** Of kind "review" when nothing can be calculated for the category. */
  readonly result: CalculationResult;
}

/**
 * Calculates a line that is in the ledger as if it belonged to a category. Pure: what the source states and the tables
 * decide, so that an offered effect and the correction itself give the same figures.
 */
export function readAs(current: CurrentActivityRow, categoryKey: string, tables: ReadingAgain): Reading {
  const { catalog, footprints, country, settings } = tables;
  const product = productOf(current, catalog.category(categoryKey), footprints);
  const quantity = product?.kind === "match" ? product.quantity : countedQuantity(current, catalog, categoryKey);
  // VAT in a payment depends on the category, so the net amount is found anew from what the source states.
  const net = netAmount(current, country, categoryKey);
  const advance = advanceOf(current);
  const result = calculate(
    {
      category_key: categoryKey,
      transaction_date: current.transaction_date.slice(0, 10),
      quantity,
      amount: net === null || net.currency === null ? null : { value: net.value, currency: net.currency },
      region: country,
      ...(advance === null ? {} : { advance }),
      ...(product === null ? {} : { product }),
    },
    catalog,
    settings,
  );
  const split = {
    quantity: quantity?.value ?? null,
    unit: quantity?.unit ?? null,
    conversion: net?.conversion ?? [],
    allocated_amount: net?.value ?? null,
    allocated_currency: net?.currency ?? null,
  };
  return { split, result };
}

/** The supplier's footprint of what the line names, where the category takes one. */
function productOf(
  current: CurrentActivityRow,
  category: EmissionCategory | undefined,
  footprints: Footprints,
): ProductChoice | null {
  if (current.line_kind !== "line" || !takesProductFootprint(category)) return null;
  const stated = printed(current);
  return matchFootprint(footprints, {
    supplier_name: current.supplier_name,
    supplier_identifier: current.supplier_identifier,
    description: current.description,
    codes: current.classification_codes,
    quantity: stated?.value ?? null,
    unit: stated?.unit ?? null,
    transaction_date: current.transaction_date,
  });
}

/** What a person stated of the quantity counts, or goes to review when its unit does not fit: it never gives way to money. */
function countedQuantity(
  current: CurrentActivityRow,
  catalog: Catalog,
  categoryKey: string,
): { value: string; unit: string } | null {
  const stated = current.stated?.quantity;
  return stated === undefined ? usableQuantity(current, catalog, categoryKey) : stated;
}

/**
 * The quantity that fits the new category: the one counted before, else the one that the source states, when its unit
 * converts exactly to the unit of the category's factor. Null: the amount decides.
 */
function usableQuantity(
  current: CurrentActivityRow,
  catalog: Catalog,
  categoryKey: string,
): { value: string; unit: string } | null {
  const factorKey = catalog.category(categoryKey)?.default_factor_key;
  const factorUnit = factorKey == null ? undefined : catalog.factor(factorKey)?.unit;
  const target = factorUnit === undefined ? null : parseUnit(factorUnit);
  if (target === null) return null;
  for (const stated of [counted(current), printed(current)]) {
    const unit = stated === null ? null : parseUnit(stated.unit);
    if (stated !== null && unit !== null && convert(stated.value, unit, target) !== null) {
      return { value: stated.value, unit };
    }
  }
  return null;
}

/** Signed already. */
function counted({ split_quantity, split_unit }: CurrentActivityRow): { value: string; unit: string } | null {
  return split_quantity === null || split_unit === null ? null : { value: split_quantity, unit: split_unit };
}

/** A credit note prints positive quantities beside its amount, which is booked negative. A person states what is booked. */
function printed({ quantity, unit, amount, stated }: CurrentActivityRow): { value: string; unit: string } | null {
  if (quantity === null || unit === null) return null;
  if (stated?.quantity !== undefined) return { value: quantity, unit };
  const negate = amount !== null && decimal(amount).lt(0) && decimal(quantity).gt(0);
  return { value: negate ? decimalText(decimal(quantity).neg()) : quantity, unit };
}
