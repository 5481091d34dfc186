import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { CATEGORY_RULE_EXAMPLE, categoryRuleRecord } from "./category-rule.ts";
import { selectRules } from "./store.ts";

export const listCategoryRules = defineOperation({
  name: "list_category_rules",
  title: "List category rules",
  description:
    "The company's own rules for categories, newest first. The rule with the lowest position that matches a line wins. " +
    "Delete one with DELETE /category-rules/:id.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ ...pageInput }),
  output: page(categoryRuleRecord),
  errors: ["pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/category-rules" },
  tool: false,
  callers: "any",
  example: {
    input: { limit: 10 },
    output: {
      items: [CATEGORY_RULE_EXAMPLE],
      next_cursor: null,
    },
  },
  async run(ctx, input) {
    const purpose = { list: "list_category_rules", filters: {} };
    return await keysetPage(ctx.cursors, purpose, input, (after, limit) => selectRules(ctx.db, after, limit));
  },
});
