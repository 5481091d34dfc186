import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import {
  assertBegun,
  changeDisclosure,
  deadline,
  disclosureState,
  dueOnInput,
  reportYearInput,
} from "./change-disclosure.ts";
import { ensureSupplier } from "./ensure-supplier.ts";

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
  input: z.object({
    id: z.uuid().describe("id of the supplier, see list_suppliers"),
    report_year: reportYearInput,
    due_on: dueOnInput.optional(),
  }),
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
  async run(ctx, input) {
    assertBegun(ctx, input.report_year);
    const due_on = deadline(ctx, input.due_on);
    return await ctx.db.transaction(async (tx) => {
      const { id } = await ensureSupplier(ctx, tx, input.id);
      const change = { supplier_id: id, report_year: input.report_year, event: "request", due_on } as const;
      return await changeDisclosure(ctx, tx, change);
    });
  },
});
