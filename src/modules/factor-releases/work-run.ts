import type { Context, TenantTransaction } from "../../core/context.ts";
import { type ReadingTables, readingTables } from "../activities/index.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { finishRun } from "./finish-run.ts";
import { prepareLines } from "./prepare-lines.ts";
import { runEffect } from "./run-effect.ts";
import { Outdated } from "./outdated-run.ts";
import { deleteLines, gatherLines } from "./store-lines.ts";
import { lockRun, type RunRow, selectRun, setEnded, setGathered, setPreviewed } from "./store-runs.ts";

export const FACTOR_RELEASE_JOB = "factor_release_run";

/**
 * Previews or applies a run: prepares its lines in batches, each in a transaction of its own, and then says what they change, or
 * makes all of them visible with one commit. Safe to repeat and to end at any moment: the next attempt goes on with the batch after
 * the last one that is prepared.
 */
export async function workRun(ctx: Context, run_id: string): Promise<void> {
  const tables = await readingTables(ctx, ctx.db);
  try {
    while (await prepareNext(ctx, run_id, tables)) {
      // Each turn prepares one batch of lines.
    }
    await ctx.db.transaction(async (tx) => {
      const run = await lockRun(tx, run_id);
      if (run?.status === "previewing") await setPreviewed(tx, run_id, await runEffect(tx, run));
    });
    await finishRun(ctx, run_id);
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    await failRun(ctx, run_id, error.message);
  }
}

/** Prepares the next batch of a run; false: there is none, or the run has ended. */
export async function prepareNext(ctx: Context, run_id: string, tables: ReadingTables): Promise<boolean> {
  return await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, run_id);
    if (run === undefined || !isAtWork(run)) return false;
    if (!run.is_gathered) {
      await gatherLines(tx, run);
      await setGathered(tx, run_id);
      return true;
    }
    return (await prepareLines(ctx, tx, run, tables)) > 0;
  });
}

/** Ends a run without effect, with what a person reads of why. */
export async function failRun(ctx: Context, run_id: string, failure: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const chain = await lockAuditChain(tx);
    const run = await selectRun(tx, run_id);
    if (run === undefined || !isAtWork(run)) return;
    await endFailed(ctx, tx, run, failure);
    const payload = { period_end: run.to };
    await appendAudit(ctx, tx, [{ action: "factor_releases.failed", subject: run_id, payload }], chain);
  });
}

async function endFailed(ctx: Context, tx: TenantTransaction, { id }: RunRow, failure: string): Promise<void> {
  await setEnded(tx, id, { status: "failed", failure, effect: null, at: ctx.clock.now().toISOString() });
  await deleteLines(tx, id);
}

function isAtWork({ status }: RunRow): boolean {
  return status === "previewing" || status === "applying";
}
