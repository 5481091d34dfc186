import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import { type FinancialYear, isCalendarYear, yearLabel } from "../../core/financial-year.ts";
import { defineOperation } from "../../core/operation.ts";
import { REPORT_FORMATS, REPORT_TEMPLATES } from "../../core/report-rendering.ts";
import { dayInput } from "../../core/moment.ts";
import { appendAudit } from "../audit/index.ts";
import { askedYear, financialYears } from "../financial-years/index.ts";
import { assertBegun } from "./inputs/answer-year.ts";
import { freezeSnapshot } from "./snapshot/freeze-snapshot.ts";
import { jobView } from "./job-view.ts";
import { RENDER_REPORT_JOB } from "./render-report-job.ts";
import { missingDatapoints, reportFacts } from "./datapoints/report-facts.ts";
import { EXAMPLE_JOB, REPORT_LANGUAGES, reportJob, type ReportTerms, STANDARD_TYPES } from "./report.ts";
import { snapshotId } from "./snapshot/snapshot.ts";
import { hasLiveJobs, insertJob, type JobRow, selectSameJob, setAskedAgain } from "./store.ts";
import { insertSnapshot } from "./snapshot/store-snapshots.ts";

/** Reports of one company and environment that may wait or be rendered at a time: every form of four years, and some. */
export const LIVE_REPORTS_MAX = 100;
/** A report is rendered in about a second, two at a time, in turn with other companies'. */
const QUEUE_PAUSE_SECONDS = 15;

export const generateReport = defineOperation({
  name: "generate_report",
  title: "Generate a report",
  description:
    "Freezes the year's figures and queues a report. Equal arguments on an unchanged ledger give the same job. Language " +
    "default en. Next: get_report_status until completed.",
  layer: 1,
  scope: "reports:generate",
  access: "write",
  idempotent: true,
  input: z.object({
    report_year: z.int().min(1990).max(2100).describe("Calendar year in which the financial year ends"),
    period_end: dayInput.describe("Last day, only where two years end in report_year").optional(),
    standard_type: z.enum(STANDARD_TYPES).describe("Whose datapoints; csrd is the ESRS E1 chapter"),
    format: z.enum(REPORT_FORMATS).describe("pdf for people, xhtml is Inline XBRL, json has facts"),
    language: z.enum(REPORT_LANGUAGES).describe("Default en").optional(),
    template: z.enum(REPORT_TEMPLATES).describe("efrag: EFRAG's workbook, xlsx only; default own").optional(),
  }),
  output: reportJob,
  errors: ["request.validation_failed", "report.queue_full"],
  emits: [],
  rest: { method: "POST", path: "/reports", status: 202 },
  tool: true,
  callers: "any",
  example: {
    input: { report_year: 2025, standard_type: "vsme_basic", format: "json" },
    output: {
      ...EXAMPLE_JOB,
      status: "queued",
      stage: "frozen",
      progress_pct: 0,
      generated_report_id: null,
      started_at: null,
      completed_at: null,
    },
  },
  async run(ctx, { language = "en", template = "own", period_end, ...input }) {
    const terms = { ...input, language, template };
    refuseForm(ctx, terms);
    const statement = await financialYears(ctx.db);
    const year = askedYear(statement, { report_year: input.report_year, period_end });
    assertBegun(statement, year, ctx.clock.now());
    return jobView(await ctx.db.transaction((tx) => request(ctx, tx, { ...terms, year })));
  },
});

function refusal(path: string, code: string, message: string): ServiceError {
  return validationError([{ path, code, message }]);
}

function queueFull(): ServiceError {
  const detail =
    `${LIVE_REPORTS_MAX} reports of this company wait or are being rendered, and nothing was queued. Repeat the request in ` +
    `${QUEUE_PAUSE_SECONDS} seconds; get_report_status tells how far a report is.`;
  return new ServiceError("report.queue_full", detail, { retry_after_seconds: QUEUE_PAUSE_SECONDS });
}

function refuseForm({ rendering }: Context, terms: ReportTerms): void {
  const { format, template, standard_type } = terms;
  if (template === "efrag" && (format !== "xlsx" || standard_type === "csrd")) {
    throw refusal("template", "not_applicable", "efrag is EFRAG's workbook for VSME: format xlsx, vsme_*");
  }
  const unavailableReason = rendering.unavailableReason(terms);
  if (unavailableReason === null) return;
  const path = template === "efrag" ? "template" : "format";
  throw refusal(path, `${path}_not_available`, unavailableReason);
}

interface Request extends ReportTerms {
  readonly year: FinancialYear;
}

async function request(ctx: Context, tx: TenantTransaction, { year, ...terms }: Request): Promise<JobRow> {
  const { report_year, language } = terms;
  const snapshot = await freezeSnapshot(ctx, tx, { report_year, period_end: year.to });
  if (snapshot === null) {
    const message = `neither the ledger nor an answer (PUT /report-inputs) tells anything of ${yearLabel(year)}`;
    throw refusal("report_year", "no_emissions", message);
  }
  const template_sha256 = terms.template === "efrag" ? ctx.rendering.template_sha256 : null;
  const identity = { snapshot_id: snapshotId(snapshot), template_sha256 };
  const same = await selectSameJob(tx, terms, identity);
  if (same !== undefined) {
    await setAskedAgain(tx, same.id);
    return same;
  }
  if (await hasLiveJobs(tx, LIVE_REPORTS_MAX)) throw queueFull();
  await insertSnapshot(tx, identity.snapshot_id, snapshot);
  const { template: _template, ...columns } = terms;
  const job = await insertJob(tx, {
    ...columns,
    ...identity,
    period: periodOf(year),
    id: ctx.newId(),
    missing_inputs: missingDatapoints(snapshot, reportFacts(snapshot, terms), language),
    requested_by: ctx.principal.actor,
  });
  await ctx.jobs.enqueue(tx, [{ kind: RENDER_REPORT_JOB, key: job.id, payload: { report_job_id: job.id } }]);
  const period = periodOf(year);
  const payload = {
    ...terms,
    ...(period === null ? {} : { period_from: period.from, period_to: period.to }),
    ...identity,
  };
  await appendAudit(ctx, tx, [{ action: "report.requested", subject: job.id, payload }]);
  return job;
}

/** The days of a year that is not the calendar year by which it is called. */
function periodOf(year: FinancialYear): { readonly from: string; readonly to: string } | null {
  return isCalendarYear(year) ? null : { from: year.from, to: year.to };
}
