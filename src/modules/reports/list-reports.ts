import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { EXAMPLE_REPORT, reportRecord } from "./report.ts";
import { selectReports } from "./store.ts";

export const listReports = defineOperation({
  name: "list_reports",
  title: "List reports",
  description:
    "Finished reports, newest first. sha256 is the hash of the file (REST GET /reports/{id}/file). A changed ledger makes " +
    "a new report; old ones stay.",
  layer: 1,
  scope: "reports:read",
  access: "read",
  input: z.object({ ...pageInput }),
  output: page(reportRecord),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/reports" },
  tool: true,
  callers: "any",
  example: { input: { limit: 10 }, output: { items: [EXAMPLE_REPORT], next_cursor: null } },
  async run(ctx, input) {
    const purpose = { list: "list_reports", filters: {} };
    return await keysetPage(ctx.cursors, purpose, input, (after, limit) => selectReports(ctx.db, after, limit));
  },
});
