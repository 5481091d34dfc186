import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { fittedPage } from "../../core/page-size.ts";
import { attestationRecord, EXAMPLE_ATTESTATION } from "./report.ts";
import { selectReport } from "./store.ts";
import { selectAttestations } from "./store-attestations.ts";

export const getReportAttestations = defineOperation({
  name: "get_report_attestations",
  title: "Attestations of a report",
  description: "Consultant sign-offs of a report, newest first, each bound to the report's sha256.",
  layer: 2,
  scope: "reports:read",
  access: "read",
  input: z.object({ report_id: z.uuid().describe("Id from list_reports"), ...pageInput }),
  output: page(attestationRecord),
  errors: ["request.validation_failed", "resource.not_found", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/reports/:report_id/attestations" },
  tool: true,
  callers: "any",
  example: {
    input: { report_id: "$attested_report_id", limit: 10 },
    output: { items: [EXAMPLE_ATTESTATION], next_cursor: null },
  },
  async run(ctx, { report_id, ...request }) {
    if ((await selectReport(ctx.db, report_id)) === undefined) throw notFound("report");
    const purpose = { list: "get_report_attestations", filters: { report_id } };
    const attestationPage = await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
      selectAttestations(ctx.db, report_id, after, limit),
    );
    return fittedPage(ctx.cursors, purpose, attestationPage);
  },
});
