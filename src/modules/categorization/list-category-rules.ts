import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { categoryRuleRecord } from "./category-rule.ts";
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
      items: [
        {
          id: "0198c0de-0000-7000-8000-000000000041",
          position: 10,
          supplier_key: "name:nordisk drift",
          gl_account: "2510",
          text_contains: null,
          category_key: "purchases.services.it_services",
          created_by: "api_key:0198c0de-0000-7000-8000-000000000001",
          created_by_name: 'Key "ERP export"',
          created_at: "2026-01-05T08:00:00.000000Z",
        },
      ],
      next_cursor: null,
    },
  },
  async run(ctx, input) {
    const purpose = { list: "list_category_rules", filters: {} };
    return await keysetPage(ctx.cursors, purpose, input, (after, limit) => selectRules(ctx.db, after, limit));
  },
});
