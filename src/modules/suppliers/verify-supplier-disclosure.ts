import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { changeDisclosure, disclosureState, reportYearInput } from "./change-disclosure.ts";
import { ensureSupplier } from "./ensure-supplier.ts";

export const verifySupplierDisclosure = defineOperation({
  name: "verify_supplier_disclosure",
  title: "Confirm a supplier's figures",
  description:
    "Marks complete figures of a year as verified, after somebody compared them with the evidence. Newer figures make the " +
    "disclosure disclosed again. Refused unless the disclosure of that year is disclosed.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  feature: "supplyChain",
  input: z.object({
    id: z.uuid().describe("id of the supplier, see list_suppliers"),
    report_year: reportYearInput,
  }),
  output: disclosureState,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/suppliers/:id/disclosures/verify" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$disclosing_supplier_id", report_year: 2025 },
    output: {
      supplier_id: "0198c0de-0000-8000-8000-000000000051",
      report_year: 2025,
      disclosure_status: "verified",
      due_on: "2026-02-11",
    },
  },
  async run(ctx, input) {
    return await ctx.db.transaction(async (tx) => {
      const { id } = await ensureSupplier(ctx, tx, input.id);
      return await changeDisclosure(ctx, tx, { supplier_id: id, report_year: input.report_year, event: "verify" });
    });
  },
});
