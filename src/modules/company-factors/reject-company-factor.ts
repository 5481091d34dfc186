import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { rejectFactor } from "./decide-factor.ts";
import { EXAMPLE_FACTOR, factorRecord } from "./factor-record.ts";

export const rejectCompanyFactor = defineOperation({
  name: "reject_company_factor",
  title: "Reject a factor of the company",
  description:
    "Keeps a submitted factor out of force, with a reason. It stays in the list. A better figure is submitted as a new factor",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the factor, from list_company_factors"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: factorRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/company-factors/:id/reject" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$submitted_company_factor_id", reason: "The declaration has expired" },
    output: { ...EXAMPLE_FACTOR, status: "rejected", reason: "The declaration has expired" },
  },
  async run(ctx, { id, reason }) {
    return await rejectFactor(ctx, id, reason);
  },
});
