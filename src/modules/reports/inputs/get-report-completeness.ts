import { z } from "zod";
import { defineOperation } from "../../../core/operation.ts";
import { contradictions } from "../datapoints/contradictions.ts";
import { fact, missingDatapoint, reportSection } from "../datapoints/fact.ts";
import { readSnapshot } from "../snapshot/freeze-snapshot.ts";
import { STANDARD_TYPES } from "../report.ts";
import { missingDatapoints, reportFacts } from "../datapoints/report-facts.ts";
import { chosenReport, reportChoice } from "./report-choice.ts";

/** A disclosure as a report made now would have it. */
const sectionCompleteness = reportSection
  .omit({ fact_ids: true })
  .extend({ fact_count: z.int(), missing_count: z.int() });

const warning = z.object({ code: z.string(), message: z.string(), datapoints: z.array(z.string()) });

const TURNOVER = { datapoint: "Turnover", description: "Turnover", kg_co2e_at_stake: null, datapoints_at_stake: 5 };

export const getReportCompleteness = defineOperation({
  name: "get_report_completeness",
  title: "What a report lacks",
  description:
    "Every disclosure of a standard as a report made now would have it: its status, how many facts it has, and what is missing, " +
    "with the kg CO2e and the number of datapoints that depend on it. missing_inputs is all of it, the ledger's own doubts " +
    "first, then most at stake first. warnings: answers that contradict each other; they are recorded all the same. facts: every " +
    "figure and text of that report, with where it comes from.",
  layer: null,
  scope: "reports:read",
  access: "read",
  input: z.object({
    ...reportChoice,
    facts: z.boolean().describe("Also what the report would tell; default false").optional(),
  }),
  output: z.object({
    report_year: z.int(),
    standard_type: z.enum(STANDARD_TYPES),
    has_emissions: z.boolean(),
    sections: z.array(sectionCompleteness),
    missing_inputs: z.array(missingDatapoint),
    warnings: z.array(warning),
    facts: z.union([z.array(fact), z.null()]),
  }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/report-inputs/completeness" },
  tool: false,
  callers: "any",
  example: {
    input: { report_year: 2025, standard_type: "vsme_basic" },
    output: {
      report_year: 2025,
      standard_type: "vsme_basic",
      has_emissions: true,
      sections: [
        {
          id: "B1",
          title: "Basis for preparation",
          status: "missing_input",
          fact_count: 17,
          missing_count: 1,
          missing: [TURNOVER],
        },
      ],
      missing_inputs: [TURNOVER],
      warnings: [],
      facts: null,
    },
  },
  async run(ctx, { facts = false, ...requestedReport }) {
    const { report_year, period_end, standard_type, language } = await chosenReport(ctx, requestedReport);
    const snapshot = await ctx.db.transaction((tx) => readSnapshot(ctx, tx, { report_year, period_end }));
    const report = reportFacts(snapshot, { standard_type, language });
    return {
      report_year,
      standard_type,
      has_emissions: snapshot.facts.scopes.length > 0,
      sections: report.sections.map(({ fact_ids, missing, ...section }) => ({
        ...section,
        fact_count: fact_ids.length,
        missing_count: missing.length,
        missing,
      })),
      missing_inputs: missingDatapoints(snapshot, report, language),
      warnings: contradictions(snapshot).map(({ code, message, datapoints }) => ({
        code,
        message: message[language],
        datapoints: [...datapoints],
      })),
      facts: facts ? [...report.facts] : null,
    };
  },
});
