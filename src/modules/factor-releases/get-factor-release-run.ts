import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_RUN, releaseRun, toReleaseRun } from "./release-record.ts";
import { selectRun } from "./store-runs.ts";

export const getFactorReleaseRun = defineOperation({
  name: "get_factor_release_run",
  title: "Get a preview of releases of factors",
  description: "How far a preview of releases of factors is, or applying it, and what it changes in its year",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the run, from preview_factor_releases") }),
  output: releaseRun,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/factor-release-runs/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$factor_release_run_id" }, output: EXAMPLE_RUN },
  async run(ctx, { id }) {
    const run = await selectRun(ctx.db, id);
    if (run === undefined) throw notFound("run");
    return toReleaseRun(run);
  },
});
