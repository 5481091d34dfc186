import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import { CATEGORY_RULE_EXAMPLE, categoryRuleRecord } from "./category-rule.ts";
import type { CategoryRule } from "./knowledge.ts";
import { type CategoryRuleRow, countRules, insertRule, lockRules, RULES_MAX } from "./store.ts";
import { supplierKey } from "./supplier-key.ts";

export const createCategoryRule = defineOperation({
  name: "create_category_rule",
  title: "Create a category rule",
  description:
    "Adds a rule that gives every future line that meets all its conditions (supplier, account, text) this category, " +
    "before anything else is tried. The rule with the lowest position that matches wins; without a position it is tried last. " +
    "Lines that are booked already keep their category. At most 500 rules.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    category_key: z.string().min(1).max(100).describe("Key of the emission category, e.g. transport.own.diesel"),
    supplier_name: lineInput(200).describe("Supplier's name; legal form and case ignored").optional(),
    supplier_identifier: lineInput(40).describe("Supplier's CVR or VAT number").optional(),
    gl_account: lineInput(40).describe("Account number, equal").optional(),
    text_contains: z.string().trim().min(2).max(200).describe("Part of the description; case ignored").optional(),
    position: z.int().min(0).max(100_000).describe("Order of trial, lowest first").optional(),
  }),
  output: categoryRuleRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/category-rules", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: { category_key: "purchases.services.it_services", supplier_name: "Nordisk Drift A/S", gl_account: "2510" },
    output: CATEGORY_RULE_EXAMPLE,
  },
  async run(ctx, input) {
    await assertCategory(ctx, input.category_key);
    const supplier_key = supplierKey(input.supplier_name ?? null, input.supplier_identifier ?? null);
    assertConditions(input, supplier_key);
    const rule = {
      position: input.position ?? null,
      supplier_key,
      gl_account: input.gl_account ?? null,
      text_contains: input.text_contains ?? null,
      category_key: input.category_key,
    };
    return await ctx.db.transaction((tx) => addCategoryRule(ctx, tx, rule));
  },
});

/** A rule to be added; without a position it is tried last. */
export type NewCategoryRule = Omit<CategoryRule, "id" | "position"> & { readonly position: number | null };

/**
 * Adds a rule with its audit event. Rules are locked before the audit chain, so the transaction must not hold it yet.
 * @throws ServiceError request.validation_failed when the company has RULES_MAX rules
 */
export async function addCategoryRule(
  ctx: Context,
  tx: TenantTransaction,
  given: NewCategoryRule,
): Promise<CategoryRuleRow> {
  await lockRules(tx);
  const { count, last_position } = await countRules(tx);
  if (count >= RULES_MAX) throw tooMany();
  const rule = { ...given, position: given.position ?? last_position + 10 };
  const row = await insertRule(tx, { ...rule, id: ctx.newId(), created_by: ctx.principal.actor });
  await appendAudit(ctx, tx, [{ action: "category_rule.created", subject: row.id, payload: rule }]);
  return row;
}

interface Conditions {
  readonly supplier_name?: string | undefined;
  readonly supplier_identifier?: string | undefined;
  readonly gl_account?: string | undefined;
  readonly text_contains?: string | undefined;
}

function assertConditions(input: Conditions, supplier_key: string | null): void {
  const namesSupplier = input.supplier_name !== undefined || input.supplier_identifier !== undefined;
  if (namesSupplier && supplier_key === null) {
    const path = input.supplier_name === undefined ? "supplier_identifier" : "supplier_name";
    throw validationError([{ path, code: "invalid_supplier", message: "must hold letters or a company number" }]);
  }
  if (namesSupplier || input.gl_account !== undefined || input.text_contains !== undefined) return;
  const message = "give at least one of supplier_name, supplier_identifier, gl_account and text_contains";
  throw validationError([{ path: "", code: "no_condition", message }]);
}

async function assertCategory(ctx: Context, key: string): Promise<void> {
  const category = (await ctx.catalog()).category(key);
  if (category === undefined) {
    const message = "unknown category; list_emission_categories lists them";
    throw validationError([{ path: "category_key", code: "unknown_category", message }]);
  }
  if (category.level === 3 || key === "unclassified.not_relevant") return;
  const message = "must be a category of the lowest level, or unclassified.not_relevant";
  throw validationError([{ path: "category_key", code: "category_too_wide", message }]);
}

function tooMany(): Error {
  return validationError([
    { path: "", code: "too_many_rules", message: `at most ${RULES_MAX} rules; delete one first` },
  ]);
}
