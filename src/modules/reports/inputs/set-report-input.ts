import { z } from "zod";
import { notFound, validationError } from "../../../core/errors.ts";
import { defineOperation } from "../../../core/operation.ts";
import { answersToGive, periodEndInput } from "./answer-year.ts";
import { askedDatapoints } from "./asked-datapoints.ts";
import { readAnswer } from "./read-answers.ts";
import { answerFields, EXAMPLE_INPUT, nameInput, reportInput, yearInput } from "./report-input.ts";
import { recordAnswers } from "./record-answers.ts";

export const setReportInput = defineOperation({
  name: "set_report_input",
  title: "Answer a datapoint",
  description:
    "Answers what a report asks for and the ledger does not know, for a year and, where the datapoint has a dimension, for one " +
    "member or row. Another answer is a new version, an equal one changes nothing. Reports asked for afterwards use it; " +
    "finished ones stay as they are. GET the datapoint for its kind, unit and members.",
  layer: null,
  scope: "reports:generate",
  access: "write",
  idempotent: true,
  input: z.object({
    report_year: yearInput,
    period_end: periodEndInput,
    datapoint: nameInput.describe("id from GET /report-inputs"),
    ...answerFields,
  }),
  output: reportInput,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "PUT", path: "/report-inputs/:report_year/:datapoint" },
  tool: false,
  callers: "any",
  example: {
    input: { report_year: 2025, datapoint: "Turnover", value: 14_800_000 },
    output: EXAMPLE_INPUT,
  },
  async run(ctx, { report_year, period_end, ...givenAnswer }) {
    const year = await answersToGive(ctx, { report_year, period_end });
    const asked = await askedDatapoints(ctx, report_year);
    if (!asked.has(givenAnswer.datapoint)) throw notFound("datapoint");
    const read = readAnswer(asked, givenAnswer);
    if ("issue" in read) throw validationError([read.issue]);
    const { inputs } = await ctx.db.transaction((tx) => recordAnswers(ctx, tx, year, [read.answer]));
    const [input] = inputs;
    if (input === undefined) throw new Error("an answer was not recorded");
    return input;
  },
});
