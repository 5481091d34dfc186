import { z } from "zod";
import { validationError, type ValidationIssue } from "../../core/errors.ts";
import { yearOfDay } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { releaseLabel, selectReleasesInForce } from "../emissions/index.ts";
import { financialYears, yearEndingOn } from "../financial-years/index.ts";
import { EXAMPLE_RUN, releaseRun, toReleaseRun } from "./release-record.ts";
import { type SubjectOfYear, subjectsOfYear } from "./releases-of-year.ts";
import { deleteLines } from "./store-lines.ts";
import { insertRun, type ReleaseOfRun, selectOpenPreviews, setEnded } from "./store-runs.ts";
import { FACTOR_RELEASE_JOB } from "./work-run.ts";

const asked = z.strictObject({
  subject: z.string().min(1).max(60).describe("From get_factor_releases"),
  release: z.string().min(1).max(20).describe("One of its releases"),
  imports: z
    .array(z.string().min(3).max(600))
    .max(20)
    .describe("Imported editions that count beside it, of those that get_factor_releases names; default none")
    .optional(),
});
type Asked = z.output<typeof asked>;

export const previewFactorReleases = defineOperation({
  name: "preview_factor_releases",
  title: "Preview releases of factors for a year",
  description:
    "Says what other releases of factors would do to a financial year. The answer is a run: get_factor_release_run tells the sums, " +
    "and the reports, targets and comparatives that move; list_factor_release_lines each line with kg before and after. Nothing " +
    "changes until apply_factor_releases. It replaces an earlier preview of the year.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  input: z.object({
    period_end: dayInput.describe("Last day of the year, from GET /financial-years"),
    releases: z.array(asked).min(1).max(20).describe("Each subject once"),
  }),
  output: releaseRun,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/factor-release-runs", status: 202 },
  tool: false,
  callers: "any",
  example: {
    input: { period_end: "2025-12-31", releases: [{ subject: "water", release: "2026.1" }] },
    output: { ...EXAMPLE_RUN, status: "previewing", effect: null },
  },
  async run(ctx, { period_end, releases }) {
    const year = yearEndingOn(yearOfDay(await financialYears(ctx.db), period_end), period_end);
    const catalog = await ctx.catalog();
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const known = subjectsOfYear(catalog, await selectReleasesInForce(tx), year);
      const issues = releases.flatMap((one, index) => issuesOf(one, index, { releases, known }));
      if (issues.length > 0) throw validationError(issues);
      for (const id of await selectOpenPreviews(tx, year.to)) {
        const at = ctx.clock.now().toISOString();
        await setEnded(tx, id, { status: "replaced", failure: null, effect: null, at });
        await deleteLines(tx, id);
      }
      const id = ctx.newId();
      const requested_by = ctx.principal.actor;
      const { from, to } = year;
      const run = await insertRun(tx, {
        id,
        from,
        to,
        requested_by,
        releases: releases.map((one) => ofRun(one, known)),
      });
      if (run === undefined) throw inProgress();
      const payload = { period_end: to, releases: run.releases.map((one) => toldRelease(one)) };
      await appendAudit(ctx, tx, [{ action: "factor_releases.previewed", subject: id, payload }], chain);
      await ctx.jobs.enqueue(tx, [{ kind: FACTOR_RELEASE_JOB, key: id, payload: { factor_release_run_id: id } }]);
      return toReleaseRun(run);
    });
  },
});

/** The refusal while another run of the year is at work. */
export function inProgress() {
  const message = "is being applied at this moment: GET /factor-release-runs tells when it is done";
  return validationError([{ path: "period_end", code: "run_in_progress", message }]);
}

function toldRelease(one: Pick<ReleaseOfRun, "imports" | "release" | "subject">) {
  return { subject: one.subject, release: releaseLabel(one) };
}

function ofRun({ subject, release, imports = [] }: Asked, known: readonly SubjectOfYear[]): ReleaseOfRun {
  const now = known.find((one) => one.subject === subject);
  if (now === undefined) throw new Error(`${subject} has no release`);
  return { subject, release, imports, from_release: now.release.release, from_imports: now.imports };
}

interface Known {
  readonly releases: readonly Asked[];
  readonly known: readonly SubjectOfYear[];
}

function issuesOf(
  { subject, release, imports = [] }: Asked,
  index: number,
  { releases, known }: Known,
): ValidationIssue[] {
  const path = `releases.${index}`;
  const now = known.find((one) => one.subject === subject);
  if (now === undefined) {
    const message = `is no subject with releases; there are ${known.map((one) => one.subject).join(", ")}`;
    return [{ path: `${path}.subject`, code: "unknown_subject", message }];
  }
  if (releases.findIndex((one) => one.subject === subject) !== index) {
    return [{ path: `${path}.subject`, code: "repeated", message: "names a subject that stands above" }];
  }
  if (!now.shipped.some((one) => one.release === release)) {
    const message = `is no release of ${subject}; there are ${now.shipped.map((one) => one.release).join(", ")}`;
    return [{ path: `${path}.release`, code: "unknown_release", message }];
  }
  const importable = new Set([...now.importable, ...now.imports]);
  const unknown = imports.find((edition) => !importable.has(edition));
  if (unknown !== undefined) {
    const message = `names "${unknown}", which is no imported edition of ${subject}`;
    return [{ path: `${path}.imports`, code: "unknown_edition", message }];
  }
  return [];
}
