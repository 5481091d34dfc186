import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { listedYears } from "./listed-years.ts";
import { EXAMPLE_YEARS, yearsRecord } from "./year-record.ts";

export const getFinancialYears = defineOperation({
  name: "get_financial_years",
  title: "Read the company's financial years",
  description:
    "What the company has stated of its financial years, and the years that follow from it: report_year is the calendar year " +
    "in which one ends. Nothing stated: calendar years. Each says whether it is over and whether it is closed, by whom and " +
    "why. Without from_year and to_year the last ten and the one that runs.",
  layer: null,
  scope: "tenant:read",
  access: "read",
  input: z.object({
    from_year: z.int().min(1990).max(2100).describe("First calendar year").optional(),
    to_year: z.int().min(1990).max(2100).describe("Last calendar year; at most 50 after from_year").optional(),
  }),
  output: yearsRecord,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/financial-years" },
  tool: false,
  callers: "any",
  example: { input: { from_year: 2015, to_year: 2015 }, output: EXAMPLE_YEARS },
  async run(ctx, { from_year, to_year }) {
    return await listedYears(ctx, ctx.db, { from_year, to_year });
  },
});
