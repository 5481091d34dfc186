import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { selectMerge } from "./store-merges.ts";
import { EXAMPLE_MERGE, reasonInput, supplierMerge } from "./supplier-identity-record.ts";
import { acceptMerge, dismissMerge, undoMerge } from "./write-merge.ts";

export const decideSupplierMerge = defineOperation({
  name: "decide_supplier_merge",
  title: "Decide about two suppliers",
  description:
    "accept: the two are one, the second of the pair stands for both, and what was taught about one holds for the other. " +
    "dismiss: they are not, and are not proposed again. undo: takes an accepted merge back, each has its own again. " +
    "Decisions can be changed.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the pair, from list_supplier_merges"),
    decision: z.enum(["accept", "dismiss", "undo"]),
    reason: reasonInput.optional(),
  }),
  output: supplierMerge,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/supplier-merges/:id/decision" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$supplier_merge_id", decision: "accept" },
    output: EXAMPLE_MERGE,
  },
  async run(ctx, { id, decision, reason }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const merge = await selectMerge(tx, id);
      if (merge === undefined) throw notFound("supplier merge");
      const write = { accept: acceptMerge, dismiss: dismissMerge, undo: undoMerge }[decision];
      return await write({ ctx, tx, chain, reason: reason ?? null }, merge);
    });
  },
});
