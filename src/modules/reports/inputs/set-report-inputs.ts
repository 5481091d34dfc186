import { z } from "zod";
import { validationError } from "../../../core/errors.ts";
import { defineOperation } from "../../../core/operation.ts";
import { answersToGive, periodEndInput } from "./answer-year.ts";
import { askedDatapoints } from "./asked-datapoints.ts";
import { readAnswers } from "./read-answers.ts";
import { answerFields, EXAMPLE_INPUT, nameInput, reportInput, yearInput } from "./report-input.ts";
import { recordAnswers } from "./record-answers.ts";

/** Answers in one request: more than either module of VSME asks for. */
const BULK_MAX = 500;

export const setReportInputs = defineOperation({
  name: "set_report_inputs",
  title: "Answer several datapoints",
  description:
    "Answers up to 500 cells of a year at once: all of them or, if one is refused, none. Every refusal is named by its place, " +
    "e.g. inputs.3.value. Equal answers make no new versions.",
  layer: null,
  scope: "reports:generate",
  access: "write",
  idempotent: true,
  input: z.object({
    report_year: yearInput,
    period_end: periodEndInput,
    inputs: z
      .array(z.strictObject({ datapoint: nameInput, ...answerFields }))
      .min(1)
      .max(BULK_MAX),
  }),
  output: z.object({ items: z.array(reportInput), new_version_count: z.int() }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "PUT", path: "/report-inputs" },
  tool: false,
  callers: "any",
  example: {
    input: {
      report_year: 2025,
      inputs: [
        { datapoint: "Turnover", value: 14_800_000 },
        { datapoint: "NumberOfEmployees", value: 14 },
      ],
    },
    output: {
      items: [EXAMPLE_INPUT, { ...EXAMPLE_INPUT, datapoint: "NumberOfEmployees", value: 14 }],
      new_version_count: 2,
    },
  },
  async run(ctx, { report_year, period_end, inputs }) {
    const year = await answersToGive(ctx, { report_year, period_end });
    const read = readAnswers(await askedDatapoints(ctx, report_year), inputs);
    if (read.issues.length > 0) throw validationError(read.issues.slice(0, 50));
    const recorded = await ctx.db.transaction((tx) => recordAnswers(ctx, tx, year, read.answers));
    return { items: recorded.inputs, new_version_count: recorded.new_version_count };
  },
});
