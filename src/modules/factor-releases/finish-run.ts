import type { Context, TenantTransaction } from "../../core/context.ts";
import { yearOfDay } from "../../core/financial-year.ts";
import {
  type CurrentActivityRow,
  keptWaiting,
  type ReadingTables,
  readingTables,
  selectCurrentActivities,
} from "../activities/index.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import {
  countedInYear,
  entriesBySplit,
  recordWithEvents,
  releasedEntries,
  releaseLabel,
  selectCurrentEntries,
  selectReleasesInForce,
  setReleasesInForce,
} from "../emissions/index.ts";
import { financialYears } from "../financial-years/index.ts";
import { bookRestatement } from "../restatements/index.ts";
import { Outdated } from "./outdated-run.ts";
import { LINES_AT_ONCE, prepareLines, withReleases } from "./prepare-lines.ts";
import { inForceOf } from "./releases-of-year.ts";
import { runEffect } from "./run-effect.ts";
import { deleteLines, gatherLines, leaveReplaced, type LineRow, selectPrepared } from "./store-lines.ts";
import { type RunRow, selectRun, setEnded } from "./store-runs.ts";

/** Before the id of every reading. */
const FIRST = "00000000-0000-0000-0000-000000000000";

/**
 * Makes a run visible with one commit: takes along what was booked while it was prepared, puts its releases into force and records
 * the successors of all entries. Nothing else can be booked meanwhile, because the audit chain is locked; what was calculated before
 * and waits for it is calculated anew.
 * @throws Outdated when what was decided does not hold any more
 */
export async function finishRun(ctx: Context, run_id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const head = await lockAuditChain(tx);
    const run = await selectRun(tx, run_id);
    if (run?.status !== "applying") return;
    const by = asApplicant(ctx, run);
    await assertAsDecided(tx, run);
    const tables = await readingTables(ctx, tx);
    await gatherLines(tx, run);
    await leaveReplaced(tx, run);
    while ((await prepareLines(ctx, tx, run, tables)) > 0) {
      // What came since the last batch.
    }
    const effect = await runEffect(tx, run);
    if (run.reason === null && effect.reason_needed_because.length > 0) {
      throw new Outdated(
        "The year was closed or attested meanwhile, or became a base year: apply anew, with a reason.",
      );
    }
    await setReleasesInForce(tx, run, run.releases, run.id);
    const isClosed = effect.reason_needed_because.includes("year_closed");
    const closed = isClosed ? yearOfDay(await financialYears(tx), run.to) : null;
    const book = async (): Promise<number> => await bookLines(by, tx, run, withReleases(tables, run));
    const entry_count =
      closed === null || run.reason === null
        ? await book()
        : (
            await bookRestatement(by, tx, {
              head,
              years: [closed],
              reason: run.reason,
              causes: new Map(),
              unchanged: null,
              book,
            })
          ).decided_count;
    await setEnded(tx, run_id, { status: "applied", failure: null, effect, at: ctx.clock.now().toISOString() });
    await deleteLines(tx, run_id);
    const releases = run.releases.map((one) => ({ subject: one.subject, release: releaseLabel(one) }));
    const payload = { period_end: run.to, releases, line_count: entry_count };
    await appendAudit(by, tx, [{ action: "factor_releases.applied", subject: run_id, payload }]);
  });
}

/** What is in force may not have changed since the preview. */
async function assertAsDecided(tx: TenantTransaction, run: RunRow): Promise<void> {
  const inForce = await selectReleasesInForce(tx);
  for (const { subject, from_release, from_imports } of run.releases) {
    const now = inForceOf(inForce, subject, run);
    if (now !== null && releaseLabel(now) !== releaseLabel({ release: from_release, imports: from_imports })) {
      throw new Outdated(`${subject} counts by ${releaseLabel(now)} since: preview and apply anew.`);
    }
  }
}

/** Records what becomes of all lines; how many there were. */
async function bookLines(ctx: Context, tx: TenantTransaction, run: RunRow, tables: ReadingTables): Promise<number> {
  let after = FIRST;
  let line_count = 0;
  for (;;) {
    const lines = await selectPrepared(tx, run.id, after, LINES_AT_ONCE);
    const last = lines.at(-1);
    if (last === undefined) return line_count;
    after = last.activity_split_id;
    line_count += lines.length;
    await bookBatch(ctx, tx, { run, lines, tables });
  }
}

interface Batch {
  readonly run: RunRow;
  readonly lines: readonly LineRow[];
  readonly tables: ReadingTables;
}

async function bookBatch(ctx: Context, tx: TenantTransaction, { run, lines, tables }: Batch): Promise<void> {
  const ids = lines.map(({ activity_split_id }) => activity_split_id);
  const counting = entriesBySplit(await selectCurrentEntries(tx, ids));
  const labels = new Map(run.releases.map((one) => [one.subject, releaseLabel(one)]));
  const entries = lines
    .filter(({ outcome }) => outcome !== "waits")
    .flatMap(({ activity_id, activity_split_id, entries: fresh }) => {
      const current = countedInYear(counting.get(activity_split_id) ?? [], run);
      const [first] = current;
      // Its entries count no longer: another reading of the line is listed in its place.
      if (first === undefined) return [];
      const { department_id, transaction_date } = first;
      const source = { activity_id, activity_split_id, department_id, transaction_date };
      return releasedEntries(ctx, { source, current, fresh, labels });
    });
  await recordWithEvents(ctx, tx, entries);
  const waiting = lines.filter(({ outcome }) => outcome === "waits").map(({ activity_id }) => activity_id);
  if (waiting.length === 0) return;
  for (const reading of await selectCurrentActivities(tx, waiting)) await letWait(ctx, tx, reading, tables);
}

/** A line that no factor of the release counts waits for a person, and says what is missing. */
async function letWait(
  ctx: Context,
  tx: TenantTransaction,
  reading: CurrentActivityRow,
  tables: ReadingTables,
): Promise<void> {
  await appendAudit(ctx, tx, await keptWaiting(ctx, tx, reading, tables));
}

/** The work is the service's, the decision is of who asked for it. */
function asApplicant(ctx: Context, { applied_by, requested_by }: RunRow): Context {
  return { ...ctx, principal: { ...ctx.principal, actor: applied_by ?? requested_by } };
}
