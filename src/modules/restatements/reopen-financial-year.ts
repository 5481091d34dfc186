import { z } from "zod";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { changeYearState, EXAMPLE_YEAR, yearRecord } from "../financial-years/index.ts";

const REASON = "An invoice of June came after the year was closed";

export const reopenFinancialYear = defineOperation({
  name: "reopen_financial_year",
  title: "Open a closed financial year again",
  description:
    "Opens a closed year, so that corrections and late documents change its figures again; the next report of the year names " +
    "the reason. Reports and attestations that exist keep their bytes. Withdrawing an attestation opens nothing.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    period_end: dayInput.describe("Last day of the year, from GET /financial-years"),
    reason: z.string().trim().min(1).max(2_000).describe("Why; printed in the next report of the year"),
  }),
  output: yearRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/financial-years/:period_end/reopen" },
  tool: false,
  callers: "any",
  example: {
    input: { period_end: "2015-12-31", reason: REASON },
    output: { ...EXAMPLE_YEAR, is_closed: false, reason: REASON },
  },
  async run(ctx, { period_end, reason }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const said = { period_end, is_closed: false, cause: "administrator", reason } as const;
      const decision = { ...said, report_id: null, figures: null };
      return await changeYearState(ctx, { tx, chain }, decision);
    });
  },
});
