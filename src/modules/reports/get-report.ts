import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_REPORT, reportRecord } from "./report.ts";
import { selectReport } from "./store.ts";

export const getReport = defineOperation({
  name: "get_report",
  title: "Get a report",
  description:
    "One finished report, as list_reports shows it. GET /reports/{id}/file is its file, get_report_status tells of one that is not finished.",
  layer: null,
  scope: "reports:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the report, from list_reports") }),
  output: reportRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/reports/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$report_id" }, output: EXAMPLE_REPORT },
  async run(ctx, { id }) {
    const report = await selectReport(ctx.db, id);
    if (report === undefined) throw notFound("report");
    return report;
  },
});
