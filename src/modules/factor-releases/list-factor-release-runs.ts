import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { EXAMPLE_RUN, releaseRun, toReleaseRun } from "./release-record.ts";
import { selectRuns } from "./store-runs.ts";

export const listFactorReleaseRuns = defineOperation({
  name: "list_factor_release_runs",
  title: "List previews of releases of factors",
  description: "Previews of releases of factors and what became of them, newest first",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({ period_end: dayInput.describe("Only of the year that ends on this day").optional(), ...pageInput }),
  output: page(releaseRun),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/factor-release-runs" },
  tool: false,
  callers: "any",
  example: { input: {}, output: { items: [EXAMPLE_RUN], next_cursor: null } },
  async run(ctx, { period_end = null, ...request }) {
    const purpose = { list: "list_factor_release_runs", filters: { period_end } };
    const found = await keysetPage(ctx.cursors, purpose, request, (after, count) =>
      selectRuns(ctx.db, period_end, after, count),
    );
    return { items: found.items.map(toReleaseRun), next_cursor: found.next_cursor };
  },
});
