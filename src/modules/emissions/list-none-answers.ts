import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { dayInput, storedDay } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { NONE_ANSWER_EXAMPLE, noneAnswer, toNoneAnswer } from "./none-answer.ts";
import { selectNoneAnswers } from "./store-none-answers.ts";

export const listNoneAnswers = defineOperation({
  name: "list_none_answers",
  title: "List answers that there is nothing",
  description:
    "What people answered has nothing in a financial year: scopes and scope 3 categories, newest first, with reason and name. " +
    "contradiction tells what the ledger counts there all the same, kg CO2e market-based: exclude those lines, or withdraw the " +
    "answer. An answer keeps the days of its year, whatever years are stated later. Withdrawn answers stay in the list.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({
    report_year: z
      .int()
      .min(1990)
      .max(2100)
      .describe("Only answers for years that end in this calendar year")
      .optional(),
    period_end: dayInput.describe("Only answers for the year that ends on this day").optional(),
    all_versions: z.boolean().describe("true: earlier versions as well").optional(),
    ...pageInput,
  }),
  output: page(noneAnswer),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/none-answers" },
  tool: false,
  callers: "any",
  example: { input: { report_year: 2025 }, output: { items: [NONE_ANSWER_EXAMPLE], next_cursor: null } },
  async run(ctx, input) {
    const { report_year = null, all_versions = false } = input;
    const filter = { report_year, period_end: storedDay(input.period_end), all_versions };
    const purpose = { list: "list_none_answers", filters: filter };
    const rows = await keysetPage(ctx.cursors, purpose, input, (after, limit) =>
      selectNoneAnswers(ctx.db, filter, { after, limit }),
    );
    return { items: rows.items.map(toNoneAnswer), next_cursor: rows.next_cursor };
  },
});
