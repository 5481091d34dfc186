import type { Context, TenantTransaction } from "../../core/context.ts";
import { type AuditEntry, insertLedgerRows, LEDGER_ACTIONS } from "../audit/index.ts";
import { addPendingRestatements, moveWaiting, type PendingFigure } from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import type { SplitRow } from "./new-split.ts";
import { readingTables } from "./reading-tables.ts";
import { restatedByLine } from "./restated-by-line.ts";
import { type LineOfSplit, waitingLine } from "./waiting-line.ts";

/** A split that is written, and the line as it reads it. */
export interface SplitOfLine {
  readonly row: SplitRow;
  readonly line: LineOfSplit;
}

/**
 * Writes splits, first and later readings alike, in one statement whatever their number, and moves the sums of what waits
 * with them: the only place that does. What they would change in closed years is noted in one statement too: `held`, of lines that
 * count elsewhere, and what lines that wait for such a year would add to it. The transaction must hold the audit chain
 * (lockAuditChain). Returns the event of each, in the order given, which the caller must append.
 * @throws Error when a row comes back without its hash; the database refuses a second successor
 */
export async function recordSplits(
  ctx: Pick<Context, "catalog" | "tenant">,
  tx: TenantTransaction,
  splits: readonly SplitOfLine[],
  held: readonly PendingFigure[] = [],
): Promise<AuditEntry[]> {
  const rows = splits.map(({ row }) => row);
  const [recorded] = await Promise.all([insertLedgerRows(tx, "activity_splits", rows), letWait(ctx, tx, splits, held)]);
  const proofs = new Map(recorded.map(({ id, proof }) => [id, proof]));
  return rows.map((split) => {
    const proof = proofs.get(split.id);
    if (proof === undefined) throw new Error("a split came back without its hash");
    const { activity_id, status, category_key, mapped_by, quantity, unit, supersedes_split_id } = split;
    return {
      action: LEDGER_ACTIONS.activity_splits,
      subject: split.id,
      payload: {
        activity_id,
        status,
        category_key,
        mapped_by,
        quantity,
        unit,
        ...(supersedes_split_id === null ? {} : { supersedes_split_id }),
        ...proof,
      },
    };
  });
}

async function letWait(
  ctx: Pick<Context, "catalog" | "tenant">,
  tx: TenantTransaction,
  splits: readonly SplitOfLine[],
  held: readonly PendingFigure[],
): Promise<void> {
  const superseded = splits.flatMap(({ row }) => row.supersedes_split_id ?? []);
  const waiting = splits.filter(({ row }) => row.status === "pending_review");
  if (waiting.length === 0) {
    await Promise.all([moveWaiting(tx, [], superseded), addPendingRestatements(tx, held)]);
    return;
  }
  // The same that the review queue shows the options with.
  const tables = await readingTables(ctx, tx);
  const lines = waiting.map(({ row, line }) => waitingLine(row, line, tables));
  await moveWaiting(tx, lines, superseded);
  const forYear = waiting.filter((_split, index) => lines[index]?.code === "financial_year_closed");
  const closed = forYear.length === 0 ? [] : await closedYears(tx);
  const figures = forYear.flatMap(({ row, line }) => restatedByLine(row, line, { tables, closed }));
  await addPendingRestatements(tx, [...held, ...figures]);
}
