import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { jobView } from "./job-view.ts";
import { EXAMPLE_JOB, reportJob } from "./report.ts";
import { selectJob } from "./store.ts";

export const getReportStatus = defineOperation({
  name: "get_report_status",
  title: "Status of a report job",
  description:
    "One report job by the id that generate_report gave: queued, running, completed (generated_report_id) or failed " +
    "(failure_reason). missing_inputs: what the report lacks and a person must add.",
  layer: 1,
  scope: "reports:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the job, from generate_report") }),
  output: reportJob,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/reports/jobs/:id" },
  tool: true,
  callers: "any",
  example: { input: { id: "$report_job_id" }, output: EXAMPLE_JOB },
  async run(ctx, { id }) {
    const job = await selectJob(ctx.db, id);
    if (job === undefined) throw notFound("report job");
    return jobView(job);
  },
});
