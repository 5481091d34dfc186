import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { withdrawFactor } from "./decide-factor.ts";
import { EXAMPLE_FACTOR, factorRecord } from "./factor-record.ts";

export const withdrawCompanyFactor = defineOperation({
  name: "withdraw_company_factor",
  title: "Withdraw a factor of the company",
  description:
    "Takes an approved factor out of force, with a reason: nothing is counted by it from now on. Entries that it counted stay as " +
    "they are, with their copy of it; correct_activity counts a line anew",
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
  rest: { method: "POST", path: "/company-factors/:id/withdraw" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$company_factor_id", reason: "The supplier corrected the declaration" },
    output: {
      ...EXAMPLE_FACTOR,
      status: "withdrawn",
      withdrawn_by: "api_key:0198c0de-0000-7000-8000-000000000003",
      withdrawn_by_name: "Sustainability",
      withdrawn_at: "2026-06-01T09:00:00.000000Z",
      withdrawn_reason: "The supplier corrected the declaration",
    },
  },
  async run(ctx, { id, reason }) {
    return await withdrawFactor(ctx, id, reason);
  },
});
