import { defineOperation } from "../../core/operation.ts";
import {
  assertBegun,
  changeDisclosureOf,
  deadline,
  disclosureInput,
  disclosureState,
  dueOnInput,
} from "./change-disclosure.ts";

export const requestSupplierDisclosure = defineOperation({
  name: "request_supplier_disclosure",
  title: "Ask a supplier for a year's figures",
  description:
    "Notes that a supplier was asked for its figures of a year, with the deadline; a second call moves the deadline. An " +
    "answer that is not there by then makes the disclosure overdue, and the end of the following year makes it expired. " +
    "Refused when the figures are there already. An invitation asks as well: use this for later years.",
  layer: null,
  scope: "suppliers:write",
  access: "write",
  feature: "supplyChain",
  input: disclosureInput.extend({ due_on: dueOnInput.optional() }),
  output: disclosureState,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/suppliers/:id/disclosures/request" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$supplier_id", report_year: 2026 },
    output: {
      supplier_id: "0198c0de-0000-8000-8000-000000000051",
      report_year: 2026,
      disclosure_status: "requested",
      due_on: "2026-12-20",
    },
  },
  async run(ctx, { id, report_year, due_on }) {
    assertBegun(ctx, report_year);
    const change = { supplier_id: id, report_year, event: "request", due_on: deadline(ctx, due_on) } as const;
    return await changeDisclosureOf(ctx, change);
  },
});
