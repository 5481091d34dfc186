import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { selectSupplierIdentity } from "./store.ts";
import { EXAMPLE_IDENTITY, supplierIdentity } from "./supplier-identity-record.ts";

export const getSupplierIdentity = defineOperation({
  name: "get_supplier_identity",
  title: "One supplier of the register",
  description:
    "A supplier with everything by which documents name it. Of a merged one, merged_into_id says which to read.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the supplier, from list_supplier_identities") }),
  output: supplierIdentity,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/supplier-identities/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$supplier_identity_id" }, output: EXAMPLE_IDENTITY },
  async run(ctx, { id }) {
    const row = await selectSupplierIdentity(ctx.db, id);
    if (row === undefined) throw notFound("supplier");
    return row;
  },
});
