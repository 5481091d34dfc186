import { defineOperation } from "../../core/operation.ts";
import { changeDisclosureOf, disclosureInput, disclosureState } from "./change-disclosure.ts";

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
  input: disclosureInput,
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
  async run(ctx, { id, report_year }) {
    return await changeDisclosureOf(ctx, { supplier_id: id, report_year, event: "verify" });
  },
});
