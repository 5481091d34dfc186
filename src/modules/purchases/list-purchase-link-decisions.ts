import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { LINK_DECISION_EXAMPLE, linkDecision, toLinkDecision } from "./link-decision-record.ts";
import { selectLinkDecisions, selectLinkedRecord } from "./store-link-decisions.ts";

export const listPurchaseLinkDecisions = defineOperation({
  name: "list_purchase_link_decisions",
  title: "List decisions about payments and what they settle",
  description:
    "Who said of which payment, posting or document that it belongs to what, or does not, when and why, newest first; decisions " +
    "that were taken back stay.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({
    purchase_id: z.uuid().describe("Only about this record, from list_supplier_account").optional(),
    ...pageInput,
  }),
  output: page(linkDecision),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/purchase-link-decisions" },
  tool: false,
  callers: "any",
  example: { input: {}, output: { items: [LINK_DECISION_EXAMPLE], next_cursor: null } },
  async run(ctx, { purchase_id, ...asked }) {
    const purpose = { list: "list_purchase_link_decisions", filters: { purchase_id } };
    const found = await keysetPage(ctx.cursors, purpose, asked, (after, limit) =>
      selectLinkDecisions(ctx.db, purchase_id ?? null, after, limit),
    );
    await assertKnownFilters({ items: found.items, cursor: asked.cursor }, [
      {
        path: "purchase_id",
        what: "purchase",
        where: "list_supplier_account lists those of a supplier",
        value: purchase_id ?? null,
        exists: async (id) => (await selectLinkedRecord(ctx.db, id)) !== undefined,
      },
    ]);
    return { items: found.items.map(toLinkDecision), next_cursor: found.next_cursor };
  },
});
