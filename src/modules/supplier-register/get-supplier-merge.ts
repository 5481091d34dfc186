import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { selectMerge } from "./store-merges.ts";
import { EXAMPLE_MERGE, supplierMerge } from "./supplier-identity-record.ts";

export const getSupplierMerge = defineOperation({
  name: "get_supplier_merge",
  title: "Get a merge of two suppliers",
  description: "A pair of suppliers that may be one, or what was decided about it, as list_supplier_merges shows it.",
  layer: null,
  scope: "suppliers:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the pair, from list_supplier_merges") }),
  output: supplierMerge,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/supplier-merges/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$supplier_merge_id" }, output: EXAMPLE_MERGE },
  async run(ctx, { id }) {
    const row = await selectMerge(ctx.db, id);
    if (row === undefined) throw notFound("supplier merge");
    return row;
  },
});
