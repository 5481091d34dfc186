import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { CATEGORY_RULE_EXAMPLE, categoryRuleRecord } from "./category-rule.ts";
import { type CategoryRuleRow, deleteRule } from "./store.ts";

export const deleteCategoryRule = defineOperation({
  name: "delete_category_rule",
  title: "Delete a category rule",
  description:
    "Deletes a rule; later lines are decided without it. Lines that it decided keep their category. " +
    "The deleted rule is returned and stays in the audit log.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({ id: z.uuid().describe("Id of the rule") }),
  output: categoryRuleRecord,
  errors: ["resource.not_found"],
  emits: [],
  rest: { method: "DELETE", path: "/category-rules/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$category_rule_id" },
    output: CATEGORY_RULE_EXAMPLE,
  },
  async run(ctx, input) {
    return await ctx.db.transaction(async (tx) => {
      const row = await removeCategoryRule(ctx, tx, input.id);
      if (row === undefined) throw notFound("category rule");
      return row;
    });
  },
});

/** Deletes a rule with its audit event; undefined: there is none of this id. The transaction must not hold the audit chain yet. */
export async function removeCategoryRule(
  ctx: Context,
  tx: TenantTransaction,
  id: string,
): Promise<CategoryRuleRow | undefined> {
  const row = await deleteRule(tx, id);
  if (row === undefined) return undefined;
  const { position, supplier_key, gl_account, text_contains, category_key } = row;
  const payload = { position, supplier_key, gl_account, text_contains, category_key };
  await appendAudit(ctx, tx, [{ action: "category_rule.deleted", subject: row.id, payload }]);
  return row;
}
