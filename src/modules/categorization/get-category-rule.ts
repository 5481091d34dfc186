import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { CATEGORY_RULE_EXAMPLE, categoryRuleRecord } from "./category-rule.ts";
import { selectRule } from "./store.ts";

export const getCategoryRule = defineOperation({
  name: "get_category_rule",
  title: "Get a category rule",
  description:
    "One of the company's own rules for categories, as list_category_rules shows it. Of a deleted one list_audit_events tells.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the rule, from list_category_rules") }),
  output: categoryRuleRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/category-rules/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$category_rule_id" }, output: CATEGORY_RULE_EXAMPLE },
  async run(ctx, { id }) {
    const row = await selectRule(ctx.db, id);
    if (row === undefined) throw notFound("category rule");
    return row;
  },
});
