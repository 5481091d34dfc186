import { defineOperation } from "../../core/operation.ts";
import { changeDisclosureOf, disclosureInput, disclosureState } from "./change-disclosure.ts";

export const declineSupplierDisclosure = defineOperation({
  name: "decline_supplier_disclosure",
  title: "Note that a supplier declines",
  description:
    "Notes that a supplier gives no figures for a year, which an undertaking of up to 1,000 employees may do without a " +
    "reason beyond the voluntary standard. It can be asked again, and figures that come later are still taken. Refused " +
    "unless figures of that year were asked for and are not there.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  feature: "supplyChain",
  input: disclosureInput,
  output: disclosureState,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/suppliers/:id/disclosures/decline" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$connected_supplier_id", report_year: 2025 },
    output: {
      supplier_id: "0198c0de-0000-8000-8000-000000000051",
      report_year: 2025,
      disclosure_status: "declined",
      due_on: "2026-02-11",
    },
  },
  async run(ctx, { id, report_year }) {
    return await changeDisclosureOf(ctx, { supplier_id: id, report_year, event: "decline" });
  },
});
