import { z } from "zod";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { IDENTIFIER_KINDS, type Identifier, statedIdentifier } from "./identifier.ts";
import { selectSupplierIdentities } from "./store.ts";
import { EXAMPLE_IDENTITY, supplierIdentity } from "./supplier-identity-record.ts";

export const listSupplierIdentities = defineOperation({
  name: "list_supplier_identities",
  title: "List the supplier register",
  description:
    "Suppliers that the company's documents name, newest first, each once, with the numbers, bank accounts and names by which " +
    "documents name them. identifier finds one by any of these. Merged suppliers are shown with the one that stands for them. " +
    "Spend and disclosed figures are in list_suppliers.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({
    identifier: z.string().max(200).describe("CVR, VAT number, IBAN, account or name, as written").optional(),
    ...pageInput,
  }),
  output: page(supplierIdentity),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/supplier-identities" },
  tool: false,
  callers: "any",
  example: { input: { limit: 20 }, output: { items: [EXAMPLE_IDENTITY], next_cursor: null } },
  async run(ctx, { identifier, ...request }) {
    const purpose = { list: "list_supplier_identities", filters: { identifier } };
    const identifiers = identifier === undefined ? null : readingsOf(identifier);
    const found = await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
      selectSupplierIdentities(ctx.db, identifiers, after, limit),
    );
    const where = "GET /api/v1/supplier-identities lists those that are known";
    await assertKnownFilters({ items: found.items, cursor: request.cursor }, [
      { path: "identifier", what: "identifier", where, value: identifier ?? null, exists: async () => false },
    ]);
    return found;
  },
});

/** Everything that a text may be. */
function readingsOf(text: string): Identifier[] {
  return IDENTIFIER_KINDS.flatMap((kind) => statedIdentifier(kind, text) ?? []);
}
