import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { NONE_ANSWER_EXAMPLE, noneAnswer, recordNoneAnswer, toNoneAnswer } from "./none-answer.ts";
import { selectNewestNoneAnswer, selectNoneAnswer } from "./store-none-answers.ts";

export const withdrawNoneAnswer = defineOperation({
  name: "withdraw_none_answer",
  title: "Withdraw an answer that there is nothing",
  description:
    "Takes back the answer that a scope or category has nothing in a year, as a new version with who and why: totals of that " +
    "year list it as unknown again where nothing is counted. Any version's id names the answer; repeating changes nothing.",
  layer: null,
  scope: "activities:write",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("Id of the answer, from list_none_answers"),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
  }),
  output: noneAnswer,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/none-answers/:id/withdraw" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$none_answer_id", reason: "A franchise was found" },
    output: { ...NONE_ANSWER_EXAMPLE, version: 2, status: "withdrawn", reason: "A franchise was found" },
  },
  async run(ctx, { id, reason }) {
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      const named = await selectNoneAnswer(tx, id);
      const newest = named === undefined ? undefined : await selectNewestNoneAnswer(tx, named);
      if (newest === undefined) throw notFound("answer");
      if (newest.status === "withdrawn") return toNoneAnswer(newest);
      const { report_year, period_from, period_to, scope, scope3_category, version } = newest;
      const place = { report_year, period_from, period_to, scope, scope3_category };
      return await recordNoneAnswer(ctx, tx, { ...place, version: version + 1, status: "withdrawn", reason });
    });
  },
});
