import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { page, PAGE_LIMIT_DEFAULT, pageInput } from "../../core/page.ts";
import { readingTables } from "../activities/index.ts";
import { selectWaitingGroups, type WaitingGroupKey } from "../emissions/index.ts";
import { REVIEW_GROUP_EXAMPLE, reviewGroup, showGroups, waitingSuppliers } from "./review-group.ts";

const PURPOSE = { list: "list_review_groups", filters: {} };

export const listReviewGroups = defineOperation({
  name: "list_review_groups",
  title: "List groups of review items",
  description:
    "Waiting lines that are alike, as groups: the same supplier (of the register, merges followed), account, cause " +
    "(waits_for) and suggested category, in this order. Each tells line_count, money by currency, first and last date, what " +
    "settles it (needs), and for each option the kg CO2e (market-based) that its lines would count, as of when they were last " +
    "read; without_estimate are lines for which nothing can be calculated. id names the group with exactly these lines: " +
    "decide_review_group decides about all of them at once.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ ...pageInput }),
  output: page(reviewGroup),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/review-groups" },
  tool: false,
  callers: "any",
  example: { input: { limit: 20 }, output: { items: [REVIEW_GROUP_EXAMPLE], next_cursor: null } },
  async run(ctx, { cursor, limit = PAGE_LIMIT_DEFAULT }) {
    const after = cursor === undefined ? null : keyOf(ctx.cursors.open(PURPOSE, cursor));
    const [tables, suppliers] = await Promise.all([readingTables(ctx, ctx.db), waitingSuppliers(ctx.db)]);
    const rows = await selectWaitingGroups(ctx.db, suppliers, after, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await showGroups(ctx, shown, { tables, suppliers }),
      next_cursor:
        rows.length > limit && last !== undefined
          ? ctx.cursors.seal(PURPOSE, [last.supplier, last.gl_account, last.code, last.category_key])
          : null,
    };
  },
});

function keyOf([supplier = "", gl_account = "", code = "", category_key = ""]: readonly string[]): WaitingGroupKey {
  return { supplier, gl_account, code, category_key };
}
