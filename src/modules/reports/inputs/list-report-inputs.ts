import { z } from "zod";
import { unknownReference } from "../../../core/known-filters.ts";
import { defineOperation } from "../../../core/operation.ts";
import { PAGE_LIMIT_DEFAULT, page, pageInput } from "../../../core/page.ts";
import { fittingRows } from "../../../core/page-size.ts";
import { askedDatapoints } from "./asked-datapoints.ts";
import { type DatapointView, datapointView, EXAMPLE_DATAPOINT, listedDatapoint } from "./datapoint-view.ts";
import { chosenReport, reportChoice } from "./report-choice.ts";
import { selectNewest } from "./store-inputs.ts";
import { yearAnswers } from "./year-answers.ts";

export const listReportInputs = defineOperation({
  name: "list_report_inputs",
  title: "List what a report asks for",
  description:
    "Every datapoint of a standard in its order, with what is answered for the year. source says whether people answer it " +
    "(input), whether it is computed (ledger, derived), or computed unless answered (ledger_or_input, derived_or_input). " +
    "At most 20 of answer_count answers per datapoint; is_cut marks a value or note of which only the beginning is shown: " +
    "GET /report-inputs/:report_year/:datapoint has the whole. Pages end early where texts are long. " +
    "Next: PUT /report-inputs/:report_year/:datapoint.",
  layer: null,
  scope: "reports:read",
  access: "read",
  input: z.object({
    ...reportChoice,
    section: z.string().min(1).max(20).describe("One disclosure only, e.g. B8").optional(),
    unanswered: z.boolean().describe("Only what people alone know, may apply, and is not answered").optional(),
    ...pageInput,
  }),
  output: page(datapointView),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/report-inputs" },
  tool: false,
  callers: "any",
  example: {
    input: { report_year: 2025, standard_type: "vsme_basic", section: "B1", limit: 10 },
    output: { items: [EXAMPLE_DATAPOINT], next_cursor: null },
  },
  async run(ctx, { cursor, limit = PAGE_LIMIT_DEFAULT, section, unanswered = false, ...requestedReport }) {
    const {
      report_year,
      period_end,
      answers: year,
      standard_type,
      language,
    } = await chosenReport(ctx, requestedReport);
    const filters = {
      report_year,
      ...(year.period_end === null ? {} : { period_end }),
      standard_type,
      section,
      unanswered,
      language,
    };
    const purpose = { list: "list_report_inputs", filters };
    const after = cursor === undefined ? null : (ctx.cursors.open(purpose, cursor)[0] ?? null);
    const every = [...(await askedDatapoints(ctx, report_year)).values()].filter((datapoint) =>
      datapoint.standard_types.includes(standard_type),
    );
    const sections = new Set(every.map((datapoint) => datapoint.section));
    if (section !== undefined && !sections.has(section)) {
      throw unknownReference("section", "section", `${standard_type} has ${[...sections].join(", ")}`);
    }
    const asked = every.filter((datapoint) => section === undefined || datapoint.section === section);
    const answers = yearAnswers(await selectNewest(ctx.db, year));
    // A place in the standard's order and no offset: what is answered meanwhile moves nothing.
    const start = after === null ? 0 : asked.findIndex(({ id }) => id === after) + 1;
    const views = asked
      .slice(start)
      .map((datapoint) => listedDatapoint(datapoint, language, answers))
      .filter((view) => !unanswered || isOpen(view));
    const items = fittingRows(views.slice(0, limit));
    const last = items.at(-1);
    const more = views.length > items.length && last !== undefined;
    return { items, next_cursor: more ? ctx.cursors.seal(purpose, [last.id]) : null };
  },
});

function isOpen({ source, applies, is_answered }: DatapointView): boolean {
  return source === "input" && applies !== false && !is_answered;
}
