import { z } from "zod";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { selectSupplierIdentity } from "./store.ts";
import { MERGE_STATES, selectMerges } from "./store-merges.ts";
import { EXAMPLE_MERGE, supplierMerge } from "./supplier-identity-record.ts";

export const listSupplierMerges = defineOperation({
  name: "list_supplier_merges",
  title: "List merges of suppliers",
  description:
    "Pairs of suppliers that may be one because documents of both state the same name or IBAN (proposed), and what was " +
    "decided about pairs, newest first. decide_supplier_merge accepts, dismisses or undoes.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({
    state: z.enum(MERGE_STATES).optional(),
    supplier_identity_id: z.uuid().describe("Only pairs with this supplier").optional(),
    ...pageInput,
  }),
  output: page(supplierMerge),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/supplier-merges" },
  tool: false,
  callers: "any",
  example: { input: { state: "accepted" }, output: { items: [EXAMPLE_MERGE], next_cursor: null } },
  async run(ctx, { state, supplier_identity_id, ...request }) {
    const purpose = { list: "list_supplier_merges", filters: { state, supplier_identity_id } };
    const filter = { state: state ?? null, supplier_identity_id: supplier_identity_id ?? null };
    const found = await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
      selectMerges(ctx.db, filter, after, limit),
    );
    await assertKnownFilters({ items: found.items, cursor: request.cursor }, [
      {
        path: "supplier_identity_id",
        what: "supplier identity",
        where: "take it from list_supplier_identities",
        value: filter.supplier_identity_id,
        exists: async (id) => (await selectSupplierIdentity(ctx.db, id)) !== undefined,
      },
    ]);
    return found;
  },
});
