import { z } from "zod";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { inProgress } from "./preview-factor-releases.ts";
import { EXAMPLE_RUN, releaseRun, toReleaseRun } from "./release-record.ts";
import type { MovingFigures } from "./moving-figures.ts";
import { movingFigures } from "./run-effect.ts";
import { deleteLines } from "./store-lines.ts";
import { selectRun, setApplying } from "./store-runs.ts";
import { FACTOR_RELEASE_JOB } from "./work-run.ts";

export const applyFactorReleases = defineOperation({
  name: "apply_factor_releases",
  title: "Apply previewed releases of factors",
  description:
    "Puts the releases of a preview into force for its year: one run supersedes all entries of their subjects, and nothing of it is " +
    "seen before get_factor_release_run says applied. What is booked meanwhile is taken along, later lines of the year count by " +
    "the same releases. Reports and attestations keep their bytes. A closed, attested or base year needs a reason; in a closed " +
    "one the changes are kept as restatements.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the run, from preview_factor_releases"),
    reason: z.string().trim().min(1).max(2_000).describe("Why; printed where a closed year is restated").optional(),
  }),
  output: releaseRun,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/factor-release-runs/:id/apply", status: 202 },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$previewed_release_run_id", reason: "Generation-only factors from now on" },
    output: { ...EXAMPLE_RUN, status: "applying", reason: "Generation-only factors from now on" },
  },
  async run(ctx, { id, reason = null }) {
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const run = await selectRun(tx, id);
      if (run === undefined) throw notFound("run");
      if (run.status !== "previewed") {
        const message = `is ${run.status}: only a preview that is ready can be applied, once`;
        throw validationError([{ path: "id", code: "not_previewed", message }]);
      }
      const moving = await movingFigures(tx, run);
      if (reason === null && moving.reason_needed_because.length > 0) throw reasonNeeded(moving);
      const applying = await setApplying(tx, id, { reason, applied_by: ctx.principal.actor });
      if (applying === undefined) throw inProgress();
      // What was previewed is prepared anew: the books may have moved since.
      await deleteLines(tx, id);
      const payload = { period_end: run.to };
      await appendAudit(ctx, tx, [{ action: "factor_releases.requested", subject: id, payload }], chain);
      const key = `${id} apply`;
      await ctx.jobs.enqueue(tx, [{ kind: FACTOR_RELEASE_JOB, key, payload: { factor_release_run_id: id } }]);
      return toReleaseRun(applying);
    });
  },
});

/** Names what moves, so that whoever gives the reason knows of what. */
function reasonNeeded({ reason_needed_because, reports, targets }: MovingFigures) {
  const because = {
    year_closed: "the year is closed and will be restated",
    report_attested: "a report of the year is attested",
    base_year: "the year is the base of a target",
  };
  const named = [
    ...reports.map(({ id, report_year, is_comparative }) => {
      return is_comparative ? `comparatives of report ${id} (${report_year})` : `report ${id} (${report_year})`;
    }),
    ...targets.map(({ name, is_base }) => (is_base ? `target "${name}" (its base)` : `target "${name}"`)),
  ];
  const shown = named.slice(0, NAMED_MAX).join(", ");
  const more = named.length > NAMED_MAX ? ` and ${named.length - NAMED_MAX} more` : "";
  const moves = named.length === 0 ? "" : `. What moves: ${shown}${more}`;
  const message = `say why: ${reason_needed_because.map((code) => because[code]).join(", ")}${moves}`;
  return validationError([{ path: "reason", code: "required", message }]);
}

const NAMED_MAX = 10;
