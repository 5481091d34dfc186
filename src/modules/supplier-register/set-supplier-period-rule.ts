import { z } from "zod";
import type { Catalog } from "../../core/catalog.ts";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { isUsedOverTime } from "../emissions/index.ts";
import { billed, billedUnit, EXAMPLE_RULE, supplierPeriodRule, toPeriodRule } from "./period-rule-record.ts";
import { selectSupplierIdentity } from "./store.ts";
import { type NewPeriodRule, selectNewestPeriodRule } from "./store-period-rules.ts";
import { reasonInput } from "./supplier-identity-record.ts";
import { recordPeriodRule } from "./write-period-rule.ts";

export const setSupplierPeriodRule = defineOperation({
  name: "set_supplier_period_rule",
  title: "State which period a supplier bills",
  description:
    "States that bills of a supplier which state no period are for the previous, current or next month, quarter, half year or " +
    "year, seen from their date: of every line, or of a category. Lines that are read from then on and are used over time " +
    "(energy, water, rent, leases, insurance, subscriptions) are spread over these months; goods and travel, credit notes and " +
    "payments in a bank file keep their day, and a period of the document or of a person goes first. What is booked stays: " +
    "rerun_review_items reads the supplier's lines again. Another statement is a new version; the same one changes nothing.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the supplier, from list_supplier_identities"),
    category_id: z
      .string()
      .min(1)
      .max(120)
      .describe("Only lines of this category or below it, see list_emission_categories; omitted: all")
      .optional(),
    bills: billed,
    unit: billedUnit,
    first_month: z
      .int()
      .min(1)
      .max(12)
      .describe("A month in which such a period begins, e.g. 7 for a year from July; default 1, the calendar's")
      .optional(),
    reason: reasonInput,
  }),
  output: supplierPeriodRule,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "PUT", path: "/supplier-identities/:id/period-rules" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$supplier_identity_id", bills: "previous", unit: "quarter", reason: "The contract" },
    output: EXAMPLE_RULE,
  },
  async run(ctx, { id, category_id = "", bills, unit, first_month = 1, reason }) {
    if (category_id !== "") assertUsedOverTime(await ctx.catalog(), category_id);
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      await assertStanding(tx, id);
      const stated = { supplier_identity_id: id, category_key: category_id, bills, unit, first_month, reason };
      return await state(ctx, tx, stated);
    });
  },
});

type Stated = Omit<NewPeriodRule, "id" | "version" | "status" | "stated_by">;

async function state(ctx: Context, tx: TenantTransaction, stated: Stated) {
  const newest = await selectNewestPeriodRule(tx, stated);
  if (newest?.status === "stated") {
    const { bills, unit, first_month, reason } = newest;
    const isSame = bills === stated.bills && unit === stated.unit && first_month === stated.first_month;
    if (isSame && reason === stated.reason) return toPeriodRule(newest);
  }
  return await recordPeriodRule(ctx, tx, { ...stated, version: (newest?.version ?? 0) + 1, status: "stated" });
}

/** @throws ServiceError request.validation_failed unless something in the category is used over time */
function assertUsedOverTime(catalog: Catalog, category_id: string): void {
  const category = catalog.category(category_id);
  if (category === undefined) {
    const message = "must be a category of any level, see list_emission_categories";
    throw validationError([{ path: "category_id", code: "unknown_category", message }]);
  }
  const below = catalog.categories().filter(({ key }) => key === category_id || key.startsWith(`${category_id}.`));
  if (below.some(({ key }) => isUsedOverTime(key))) return;
  const message = "nothing in it is used over time: goods and travel belong to the day of their document";
  throw validationError([{ path: "category_id", code: "not_used_over_time", message }]);
}

/** @throws ServiceError resource.not_found; request.validation_failed for a supplier that was merged into another */
async function assertStanding(tx: TenantTransaction, id: string): Promise<void> {
  const supplier = await selectSupplierIdentity(tx, id);
  if (supplier === undefined) throw notFound("supplier");
  if (supplier.merged_into_id === null) return;
  const message = "the supplier was merged: state it of the one that stands for it (merged_into_id)";
  throw validationError([{ path: "id", code: "merged", message }]);
}
