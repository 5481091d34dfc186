import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { NONE_ANSWER_EXAMPLE, noneAnswer, toNoneAnswer } from "./none-answer.ts";
import { selectNoneAnswer } from "./store-none-answers.ts";

export const getNoneAnswer = defineOperation({
  name: "get_none_answer",
  title: "Get an answer that there is nothing",
  description: "One version of an answer, as list_none_answers shows it, also one that a later version replaced.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the answer, from list_none_answers") }),
  output: noneAnswer,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/none-answers/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$none_answer_id" }, output: NONE_ANSWER_EXAMPLE },
  async run(ctx, { id }) {
    const row = await selectNoneAnswer(ctx.db, id);
    if (row === undefined) throw notFound("answer");
    return toNoneAnswer(row);
  },
});
