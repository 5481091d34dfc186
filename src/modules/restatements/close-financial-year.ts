import { z } from "zod";
import { yearOfDay } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { changeYearState, EXAMPLE_YEAR, financialYears, yearRecord } from "../financial-years/index.ts";
import { figuresOfYear } from "./figures-of-year.ts";

export const closeFinancialYear = defineOperation({
  name: "close_financial_year",
  title: "Close a financial year",
  description:
    "Closes a year that is over: from then on nothing changes its figures. Corrections wait beside them and lines of documents in " +
    "review, until an administrator restates or reopens the year; what records count on its days waits as well. The first " +
    "attestation of a report closes its year too. Closing a closed year changes nothing.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    period_end: dayInput.describe("Last day of the year, from GET /financial-years"),
    reason: z.string().trim().min(1).max(2_000).describe("What whoever reads it later must know").optional(),
  }),
  output: yearRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/financial-years/:period_end/close" },
  tool: false,
  callers: "any",
  example: { input: { period_end: "2015-12-31" }, output: EXAMPLE_YEAR },
  async run(ctx, { period_end, reason = null }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const year = yearOfDay(await financialYears(tx), period_end);
      const figures = year === null ? null : await figuresOfYear(tx, year);
      const said = { period_end, is_closed: true, cause: "administrator", reason } as const;
      return await changeYearState(ctx, { tx, chain }, { ...said, report_id: null, figures });
    });
  },
});
