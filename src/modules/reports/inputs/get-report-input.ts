import { z } from "zod";
import { notFound } from "../../../core/errors.ts";
import { defineOperation } from "../../../core/operation.ts";
import { fittingRows } from "../../../core/page-size.ts";
import { SCHEMA_NAMES } from "../../../core/schema-names.ts";
import { conditionTerms } from "../datapoints/condition.ts";
import { REPORT_LANGUAGES } from "../report.ts";
import { askedAnswers, periodEndInput } from "./answer-year.ts";
import { askedDatapoints } from "./asked-datapoints.ts";
import { datapointView, EXAMPLE_DATAPOINT, wholeDatapoint } from "./datapoint-view.ts";
import { EXAMPLE_INPUT, nameInput, reportInput, yearInput } from "./report-input.ts";
import { selectHistory, selectNewest } from "./store-inputs.ts";
import { yearAnswers } from "./year-answers.ts";

/** Versions in one answer; `member` narrows them down to one cell's. */
const HISTORY_MAX = 200;
const HISTORY_CHARACTERS_MAX = 1_000_000;

const datapointHistory = datapointView.extend({ history: z.array(reportInput), has_more_history: z.boolean() });
SCHEMA_NAMES.add(datapointHistory, { name: "ReportDatapointHistory" });

export const getReportInput = defineOperation({
  name: "get_report_input",
  title: "Read a datapoint and its answers",
  description:
    "A datapoint with every member and option that an answer may name, the current answers of the year, and their history: " +
    "all versions, newest first, at most 200; with member those of one cell. Answers and history have at most a million " +
    "characters each: answer_count and has_more_history say whether that is all.",
  layer: null,
  scope: "reports:read",
  access: "read",
  input: z.object({
    report_year: yearInput,
    period_end: periodEndInput,
    datapoint: nameInput.describe("id from GET /report-inputs"),
    member: nameInput.describe("Only the answer and the versions of this member or row").optional(),
    language: z.enum(REPORT_LANGUAGES).optional(),
  }),
  output: datapointHistory,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/report-inputs/:report_year/:datapoint" },
  tool: false,
  callers: "any",
  example: {
    input: { report_year: 2025, datapoint: "Turnover" },
    output: { ...EXAMPLE_DATAPOINT, history: [EXAMPLE_INPUT], has_more_history: false },
  },
  async run(ctx, { report_year, period_end, datapoint, member = null, language = "en" }) {
    const askedDatapoint = (await askedDatapoints(ctx, report_year)).get(datapoint);
    if (askedDatapoint === undefined) throw notFound("datapoint");
    const year = await askedAnswers(ctx.db, { report_year, period_end });
    const judged =
      askedDatapoint.condition === null ? [] : conditionTerms(askedDatapoint.condition).map((term) => term.datapoint);
    const answers = yearAnswers(await selectNewest(ctx.db, year, [datapoint, ...judged]));
    const history = await selectHistory(ctx.db, { ...year, datapoint, member }, HISTORY_MAX + 1);
    const shown = fittingRows(history.slice(0, HISTORY_MAX), HISTORY_CHARACTERS_MAX);
    return {
      ...wholeDatapoint(askedDatapoint, language, { answers, member }),
      history: shown,
      has_more_history: history.length > shown.length,
    };
  },
});
