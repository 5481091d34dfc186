import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { validationError } from "../../core/errors.ts";
import { yearLabel } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { askedYear, financialYears } from "../financial-years/index.ts";
import { scopeInput } from "./emission-scope.ts";
import { NONE_ANSWER_EXAMPLE, noneAnswer, recordNoneAnswer, toNoneAnswer } from "./none-answer.ts";
import { countCounted, selectNewestNoneAnswer } from "./store-none-answers.ts";

export const setNoneAnswer = defineOperation({
  name: "set_none_answer",
  title: "Answer that there is nothing",
  description:
    "States for a financial year of the company that a scope, or one category of scope 3, has no emissions, with the reason. Totals of that year " +
    "no longer list it as unknown. Another reason is a new version; the same answer changes nothing. Refused when the year " +
    "counts entries there. Entries that come later count all the same: the answer is then told as contradicted, in totals " +
    "and in list_none_answers, until it is withdrawn.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    report_year: z.int().min(1990).max(2100).describe("Calendar year in which the financial year ends"),
    period_end: dayInput.describe("Last day of the year, needed where two end in report_year").optional(),
    scope: scopeInput.describe("Scope that has nothing"),
    scope3_category: z
      .int()
      .min(1)
      .max(15)
      .describe("Only this category of scope 3; omitted: the whole scope")
      .optional(),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: noneAnswer,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "PUT", path: "/none-answers" },
  tool: false,
  callers: "any",
  example: {
    input: { report_year: 2025, scope: "3", scope3_category: 14, reason: "We grant no franchises" },
    output: NONE_ANSWER_EXAMPLE,
  },
  async run(ctx, { report_year, period_end, reason, ...given }) {
    const scope = Number(given.scope);
    if (given.scope3_category !== undefined && scope !== 3) {
      throw validationError([{ path: "scope3_category", code: "not_scope_3", message: "only scope 3 has categories" }]);
    }
    const year = askedYear(await financialYears(ctx.db), { report_year, period_end });
    if (year.from > calendarDay(ctx.clock.now())) {
      throw validationError([{ path: "report_year", code: "year_in_future", message: "must not be in the future" }]);
    }
    const days = { period_from: year.from, period_to: year.to };
    const subject = { report_year, ...days, scope, scope3_category: given.scope3_category ?? 0 };
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      const newest = await selectNewestNoneAnswer(tx, subject);
      if (newest?.status === "none" && newest.reason === reason) return toNoneAnswer(newest);
      const counted = await countCounted(tx, subject);
      if (counted > 0 && newest?.status !== "none") {
        const message = `${yearLabel(year)} counts ${counted} entries there: see list_emissions, and exclude what is not so`;
        throw validationError([{ path: "scope", code: "not_none", message }]);
      }
      return await recordNoneAnswer(ctx, tx, {
        ...subject,
        version: (newest?.version ?? 0) + 1,
        status: "none",
        reason,
      });
    });
  },
});
