import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  type CurrentActivityRow,
  pendingOfReading,
  readingTables,
  selectCurrentActivity,
  writeCorrection,
} from "../activities/index.ts";
import { lockAuditChain } from "../audit/index.ts";
import { correctionOf, expectedFailure, type ItemDecision } from "./decide-item.ts";
import { type GroupLineResult, LINES_PER_CALL } from "./group-decision.ts";
import {
  type GroupDecisionRow,
  type GroupLine,
  isLineOpen,
  selectOpenLines,
  settleLine,
} from "./store-group-decisions.ts";

/**
 * Decides about the next lines of a group decision, at most LINES_PER_CALL, each in a transaction of its own, so that what
 * is done stays done when the process ends. A line that somebody has read another way since the decision is left alone.
 * Lines that another call takes meanwhile are not answered.
 */
export async function decideGroupLines(ctx: Context, row: GroupDecisionRow): Promise<GroupLineResult[]> {
  const tables = await readingTables(ctx, ctx.db);
  const decision = itemDecision(row);
  const results: GroupLineResult[] = [];
  for (const line of await selectOpenLines(ctx.db, row.id, LINES_PER_CALL)) {
    const result = await oneLine(ctx, {
      line,
      write: async (tx, current) => {
        const correction = correctionOf(current, decision, tables, ctx.clock.now());
        if (correction === null) return "changed_meanwhile";
        await writeCorrection(ctx, tx, current, { ...correction, evidence: row.evidence });
        return "decided";
      },
      isOpen: (tx) => isLineOpen(tx, row.id, line.activity_id),
      settle: (tx, outcome, split_id) => settleLine(tx, row.id, outcome, split_id),
    });
    if (result !== null) results.push(result);
  }
  return results;
}

interface LineWork {
  readonly line: GroupLine;
  /** Writes what is to be done with the line, and says what it was. */
  readonly write: (
    tx: TenantTransaction,
    current: CurrentActivityRow,
  ) => Promise<"decided" | "undone" | "changed_meanwhile">;
  /** Whether no other call has done the line; asked under the lock of the audit chain. */
  readonly isOpen: (tx: TenantTransaction) => Promise<boolean>;
  /** Keeps what became of the line; false: another call has. */
  readonly settle: (
    tx: TenantTransaction,
    outcome: { activity_id: string; outcome: string; error_code: string | null; error_detail: string | null },
    split_id: string | null,
  ) => Promise<boolean>;
}

/** Does one line, if it is still read as the work is about. Null: another call has done it. */
export async function oneLine(
  ctx: Context,
  { line, isOpen, write, settle }: LineWork,
): Promise<GroupLineResult | null> {
  const { activity_id, split_id } = line;
  try {
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      if (!(await isOpen(tx))) return null;
      const current = await selectCurrentActivity(tx, activity_id);
      const outcome = current?.split_id === split_id ? await write(tx, current) : "changed_meanwhile";
      const after = await selectCurrentActivity(tx, activity_id);
      const settled = { activity_id, outcome, error_code: null, error_detail: null };
      await settle(tx, settled, after?.split_id ?? null);
      const { status = null, category_key = null } = after ?? {};
      const pending = after === undefined ? {} : await pendingOfReading(tx, after.split_id);
      return { activity_id, outcome, status, category_id: category_key, error: null, ...pending };
    });
  } catch (error) {
    const failure = expectedFailure(error);
    const failed = { activity_id, outcome: "failed", error_code: failure.code, error_detail: failure.detail };
    const isSettled = await ctx.db.transaction((tx) => settle(tx, failed, null));
    return isSettled ? { activity_id, outcome: "failed", status: null, category_id: null, error: failure } : null;
  }
}

/** The decision about each line. @throws Error for a decision that was kept without what it needs */
function itemDecision({ decision, reason, facts, category_key }: GroupDecisionRow): ItemDecision {
  if (decision === "accept") return { kind: decision, reason, facts };
  if (reason === null) throw new Error("a group decision was kept without its reason");
  if (decision === "defer") return { kind: decision, reason, facts };
  if (decision !== "recategorize") return { kind: decision, reason };
  if (category_key === null) throw new Error("a group decision was kept without its category");
  return { kind: decision, category_id: category_key, reason, facts };
}
