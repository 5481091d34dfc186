import { z } from "zod";
import type { Context, TenantTransaction } from "../../../core/context.ts";
import { type ValidationIssue, validationError } from "../../../core/errors.ts";
import { defineOperation } from "../../../core/operation.ts";
import { lockAuditChain } from "../../audit/index.ts";
import { type AnswerYear, answersToGive, askedAnswers, periodEndInput } from "./answer-year.ts";
import { type AskedDatapoint, askedDatapoints, takesAnswers } from "./asked-datapoints.ts";
import { EXAMPLE_INPUT, nameInput, type ReportInput, reportInput, yearInput } from "./report-input.ts";
import { cellOf, type DatapointAnswer, recordAnswers } from "./record-answers.ts";
import { selectNewest } from "./store-inputs.ts";
import { validAnswer } from "./validate-answer.ts";

const SECTIONS_MAX = 30;
const DATAPOINTS_MAX = 200;

const skippedInput = z.object({ datapoint: z.string(), member: z.union([z.string(), z.null()]), reason: z.string() });
type Skipped = z.output<typeof skippedInput>;

export const copyReportInputs = defineOperation({
  name: "copy_report_inputs",
  title: "Take over another year's answers",
  description:
    "Copies answers that have not changed since another year (VSME 16), never over an answer that " +
    "report_year has. Without datapoints: texts, choices and rows; figures belong to their year and are copied only where " +
    "they are named. sections keeps it to some disclosures. What an answer may be no longer is skipped with the reason.",
  layer: null,
  scope: "reports:generate",
  access: "write",
  idempotent: true,
  input: z.object({
    from_year: yearInput.describe("Year whose answers are taken"),
    from_period_end: periodEndInput.describe("Last day of that year, only where two end in from_year"),
    report_year: yearInput.describe("Year that gets them"),
    period_end: periodEndInput,
    sections: z.array(z.string().min(1).max(20)).min(1).max(SECTIONS_MAX).optional(),
    datapoints: z
      .array(nameInput)
      .min(1)
      .max(DATAPOINTS_MAX)
      .describe("Only these; figures among them are copied too")
      .optional(),
  }),
  output: z.object({ items: z.array(reportInput), skipped: z.array(skippedInput) }),
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/report-inputs/copies" },
  tool: false,
  callers: "any",
  example: {
    input: { from_year: 2024, report_year: 2025, sections: ["B1", "B2", "C1"] },
    output: {
      items: [
        {
          ...EXAMPLE_INPUT,
          datapoint: "UndertakingsLegalForm",
          value: "vsme:PrivateLimitedLiabilityUndertakingMember",
        },
      ],
      skipped: [],
    },
  },
  async run(ctx, { from_year, from_period_end, report_year, period_end, sections, datapoints }) {
    const to = await answersToGive(ctx, { report_year, period_end });
    const from = await askedAnswers(ctx.db, { report_year: from_year, period_end: from_period_end }, "from_year");
    if (from_year === report_year && from.period_end === to.period_end) {
      throw validationError([
        { path: "from_year", code: "same_year", message: "must be another year than report_year" },
      ]);
    }
    const asked = await askedDatapoints(ctx, report_year);
    assertKnown([asked, await askedDatapoints(ctx, from_year)], { sections, datapoints });
    const isWanted = (datapoint: AskedDatapoint): boolean =>
      (sections === undefined || sections.includes(datapoint.section)) &&
      (datapoints === undefined ? outlastsItsYear(datapoint) : datapoints.includes(datapoint.id));
    return await ctx.db.transaction((tx) => copy(ctx, tx, { from, to, asked, isWanted }));
  },
});

/** A name of either year: what is not asked for any more is skipped with the reason, a slip of the pen is refused. */
function assertKnown(
  years: readonly ReadonlyMap<string, AskedDatapoint>[],
  {
    sections = [],
    datapoints = [],
  }: { readonly sections?: string[] | undefined; readonly datapoints?: string[] | undefined },
): void {
  const knownSections = new Set(years.flatMap((asked) => [...asked.values()].map(({ section }) => section)));
  const issues = [
    ...sections.map((section, at) => (knownSections.has(section) ? null : unknown("section", `sections.${at}`))),
    ...datapoints.map((id, at) =>
      years.some((asked) => asked.has(id)) ? null : unknown("datapoint", `datapoints.${at}`),
    ),
  ].filter((issue) => issue !== null);
  if (issues.length > 0) throw validationError(issues.slice(0, 50));
}

function unknown(what: "section" | "datapoint", path: string): ValidationIssue {
  return { path, code: `unknown_${what}`, message: `unknown ${what}; GET /report-inputs lists them` };
}

interface CopyTerms {
  readonly from: AnswerYear;
  readonly to: AnswerYear;
  readonly asked: ReadonlyMap<string, AskedDatapoint>;
  readonly isWanted: (datapoint: AskedDatapoint) => boolean;
}

async function copy(ctx: Context, tx: TenantTransaction, { from, to, asked, isWanted }: CopyTerms) {
  await lockAuditChain(tx);
  const present = await selectNewest(tx, to);
  const taken = new Set(present.filter(({ status }) => status !== "withdrawn").map(cellOf));
  const answers: DatapointAnswer[] = [];
  const skipped: Skipped[] = [];
  for (const row of await selectNewest(tx, from)) {
    if (row.status === "withdrawn" || taken.has(cellOf(row))) continue;
    const datapoint = asked.get(row.datapoint);
    if (datapoint !== undefined && !isWanted(datapoint)) continue;
    const answer = datapoint === undefined ? "is not asked for any more" : stillValid(datapoint, row);
    if (typeof answer === "string") skipped.push({ datapoint: row.datapoint, member: row.member, reason: answer });
    else answers.push(answer);
  }
  const { inputs } = await recordAnswers(ctx, tx, to, answers);
  return { items: inputs, skipped };
}

/** The answer for another year, or why it is none. */
function stillValid(datapoint: AskedDatapoint, row: ReportInput): DatapointAnswer | string {
  if (!takesAnswers(datapoint)) return "is computed by now";
  const { member, status, value, note } = row;
  const checked = validAnswer(datapoint.rules, { member, status, value: value ?? undefined, note });
  if ("issue" in checked) return checked.issue.message;
  return { ...checked.answer, datapoint: datapoint.id, path: "" };
}

/** Statements about the report of the year itself, and about what happened in it. */
const OF_ITS_YEAR: ReadonlySet<string> = new Set([
  "ReportContainsDisclosuresFromThePreviousReportingPeriodThatRemainUnchanged",
  "ListOfDisclosuresForWhichNoChangesAreReportedComparedToThePreviousPeriodReporting",
  "LinkToPreviousReportContainingDisclosuresThatRemainUnchanged",
  "UndertakingHasConfirmedHumanRightsIncidentsInItsOwnWorkforce",
  "TypeOfHumanRightRelatedToTheConfirmedIncident",
  "UndertakingIsAwareOfAnyConfirmedIncidentsInvolvingWorkersInTheValueChainAffectedCommunitiesConsumersAndEndUsers",
]);

function outlastsItsYear({ id, kind }: AskedDatapoint): boolean {
  return kind !== "number" && !OF_ITS_YEAR.has(id);
}
