import { z } from "zod";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { selectRootId } from "./store.ts";
import { pairMerge, selectMerge } from "./store-merges.ts";
import { EXAMPLE_MERGE, reasonInput, supplierMerge } from "./supplier-identity-record.ts";
import { acceptMerge } from "./write-merge.ts";

export const mergeSupplierIdentities = defineOperation({
  name: "merge_supplier_identities",
  title: "Merge two suppliers",
  description:
    "Two suppliers of the register are one: into_id stands for both, and what was taught about one holds for the other. " +
    "Documents keep what they state. decide_supplier_merge with undo takes it back.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  input: z.object({
    from_id: z.uuid().describe("The supplier that goes"),
    into_id: z.uuid().describe("The supplier that stays"),
    reason: reasonInput.optional(),
  }),
  output: supplierMerge,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/supplier-merges" },
  tool: false,
  callers: "any",
  example: {
    input: {
      from_id: "$supplier_identity_id",
      into_id: "$supplier_identity_id",
    },
    output: EXAMPLE_MERGE,
  },
  async run(ctx, { from_id, into_id, reason }) {
    if (from_id === into_id) {
      throw validationError([{ path: "into_id", code: "same", message: "name two suppliers" }]);
    }
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const roots = [await selectRootId(tx, from_id), await selectRootId(tx, into_id)];
      if (roots.includes(undefined)) throw notFound("supplier");
      if (roots[0] === roots[1]) {
        throw validationError([{ path: "into_id", code: "merged", message: "the two are one supplier already" }]);
      }
      const id = await pairMerge(tx, { id: ctx.newId(), from_id, into_id });
      const merge = await selectMerge(tx, id);
      if (merge === undefined) throw new Error("a pair of suppliers that was just written vanished");
      return await acceptMerge({ ctx, tx, chain, reason: reason ?? null }, merge);
    });
  },
});
