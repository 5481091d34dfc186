import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { approveFactor } from "./decide-factor.ts";
import { EXAMPLE_FACTOR, factorRecord } from "./factor-record.ts";

export const approveCompanyFactor = defineOperation({
  name: "approve_company_factor",
  title: "Approve a factor of the company",
  description:
    "Puts a submitted factor into force: lines that are read from now on may be counted by it, and people may name it for lines " +
    "(company_factor_id). Another person than who stated it approves; an administrator may approve their own, which lineages " +
    "tell. Lines in the ledger stay as they are. Refused where an approved factor counts the same lines by itself",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the factor, from list_company_factors"),
    reason: z.string().trim().min(1).max(500).describe("What was compared, for the auditor").optional(),
  }),
  output: factorRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/company-factors/:id/approve" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$submitted_company_factor_id", reason: "Compared with the declaration" },
    output: { ...EXAMPLE_FACTOR, reason: "Compared with the declaration" },
  },
  async run(ctx, { id, reason }) {
    return await approveFactor(ctx, id, reason ?? null);
  },
});
