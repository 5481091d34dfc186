import { z } from "zod";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { EXAMPLE_RULE, supplierPeriodRule, toPeriodRule } from "./period-rule-record.ts";
import { supplierIdentityExists } from "./store.ts";
import { selectPeriodRules } from "./store-period-rules.ts";

export const listSupplierPeriodRules = defineOperation({
  name: "list_supplier_period_rules",
  title: "List which periods suppliers bill",
  description:
    "What the company says of the bills of suppliers that state no period, newest first, with reason and name. Rules of merged " +
    "suppliers hold for all of them: of one category the rule of the supplier that stands for the others goes first, and the " +
    "closer category before a wider one. Withdrawn rules stay in the list.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({
    supplier_identity_id: z
      .uuid()
      .describe("Only of this supplier and those that were merged with it, from list_supplier_identities")
      .optional(),
    all_versions: z.boolean().describe("true: earlier versions as well").optional(),
    ...pageInput,
  }),
  output: page(supplierPeriodRule),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/supplier-period-rules" },
  tool: false,
  callers: "any",
  example: { input: { limit: 20 }, output: { items: [EXAMPLE_RULE], next_cursor: null } },
  async run(ctx, { supplier_identity_id = null, all_versions = false, ...request }) {
    const filter = { supplier_identity_id, all_versions };
    const purpose = { list: "list_supplier_period_rules", filters: filter };
    const found = await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
      selectPeriodRules(ctx.db, filter, after, limit),
    );
    const where = "GET /api/v1/supplier-identities lists those that are known";
    const exists = async (id: string) => await supplierIdentityExists(ctx.db, id);
    await assertKnownFilters({ ...found, cursor: request.cursor }, [
      { path: "supplier_identity_id", what: "supplier", where, value: supplier_identity_id, exists },
    ]);
    return { items: found.items.map(toPeriodRule), next_cursor: found.next_cursor };
  },
});
