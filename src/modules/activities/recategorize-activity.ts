import { z } from "zod";
import type { Catalog, EmissionCategory } from "../../core/catalog.ts";
import { validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { netAmount } from "../../core/net-amount.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { convert, parseUnit } from "../../core/units.ts";
import {
  calculate,
  type CalculationResult,
  DEFAULT_CALCULATION_SETTINGS,
  type ProductChoice,
  takesProductFootprint,
} from "../emissions/index.ts";
import { type Footprints, loadFootprints, matchFootprint } from "../pcf/index.ts";
import { ACTIVITY_EXAMPLE, activityRecord } from "./activity-record.ts";
import { correctActivity } from "./correct-activity.ts";
import type { CurrentActivityRow } from "./store.ts";

export const recategorizeActivity = defineOperation({
  name: "recategorize_activity",
  title: "Recategorize an activity",
  description:
    "Gives an activity the category that a person chose and calculates it again. The earlier reading and its entries " +
    "stay in the ledger and are superseded; the totals follow at once, and later lines of the same supplier and account " +
    "are read the same way. The change and its reason are kept in the lineage. Refused when nothing can be calculated " +
    "for the category (no factor, no usable quantity or amount); use exclude for what is not emission-relevant.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    category_id: z.string().min(1).max(120).describe("Category key of the lowest level, see list_emission_categories"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: activityRecord.extend({ entry_ids: z.array(z.uuid()) }),
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/recategorize" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$activity_id", category_id: "purchases.goods.office_supplies", reason: "Printer paper" },
    output: {
      ...ACTIVITY_EXAMPLE,
      status: "classified",
      category_id: "purchases.goods.office_supplies",
      confidence: 1,
      entry_ids: ["0198c0de-0000-7000-8000-000000000001"],
    },
  },
  async run(ctx, input) {
    const { id, category_id, reason } = input;
    const [catalog, footprints] = await Promise.all([ctx.catalog(), loadFootprints(ctx.db)]);
    assertCategory(catalog, category_id);
    return await correctActivity(ctx, id, (current) => {
      if (current.status === "classified" && current.category_key === category_id) return null;
      const product = productOf(current, catalog.category(category_id), footprints);
      const quantity = product?.kind === "match" ? product.quantity : usableQuantity(current, catalog, category_id);
      // VAT in a payment depends on the category, so the net amount is found anew from what the source states.
      const net = netAmount(current, ctx.tenant.country, category_id);
      const result = calculate(
        {
          category_key: category_id,
          transaction_date: current.transaction_date.slice(0, 10),
          quantity,
          amount: net === null || net.currency === null ? null : { value: net.value, currency: net.currency },
          region: ctx.tenant.country,
          ...(product === null ? {} : { product }),
        },
        catalog,
        DEFAULT_CALCULATION_SETTINGS,
      );
      assertCalculated(result);
      return {
        action: "activity.recategorized",
        decision: {
          status: "classified",
          category_key: category_id,
          mapped_by: "person",
          confidence: 1,
          reason,
          candidates: [],
        },
        split: {
          quantity: quantity?.value ?? null,
          unit: quantity?.unit ?? null,
          conversion: net?.conversion ?? [],
          allocated_amount: net?.value ?? null,
          allocated_currency: net?.currency ?? null,
        },
        result,
      };
    });
  },
});

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

function assertCategory(catalog: Catalog, key: string): void {
  if (catalog.category(key)?.level === 3) return;
  throw validationError([
    {
      path: "category_id",
      code: "unknown_category",
      message: "must be a category key of level 3, see list_emission_categories",
    },
  ]);
}

function assertCalculated(result: CalculationResult): void {
  if (result.kind === "calculated") return;
  throw validationError([{ path: "category_id", code: result.gap.code, message: result.gap.detail }]);
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

/** A credit note prints positive quantities beside its amount, which is booked negative. */
function printed({ quantity, unit, amount }: CurrentActivityRow): { value: string; unit: string } | null {
  if (quantity === null || unit === null) return null;
  const negate = amount !== null && decimal(amount).lt(0) && decimal(quantity).gt(0);
  return { value: negate ? decimalText(decimal(quantity).neg()) : quantity, unit };
}
