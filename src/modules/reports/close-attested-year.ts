import type { Context, TenantTransaction } from "../../core/context.ts";
import { isOver, yearOfDay } from "../../core/financial-year.ts";
import { changeYearState, closedFigures, financialYears, selectLastClosings } from "../financial-years/index.ts";
import type { ReportRecord } from "./report.ts";
import { selectSnapshot } from "./snapshot/store-snapshots.ts";

/**
 * The first attestation of a year that is over closes it. A report of before the year was opened again closes nothing, nor
 * does one of a period that is none of the company's years any more. The chain must be locked.
 */
export async function closeAttestedYear(
  ctx: Context,
  tx: TenantTransaction,
  report: Pick<ReportRecord, "id" | "report_year" | "period" | "snapshot_id" | "created_at">,
): Promise<void> {
  const { from, to } = report.period ?? { from: `${report.report_year}-01-01`, to: `${report.report_year}-12-31` };
  const year = yearOfDay(await financialYears(tx), to);
  if (year?.from !== from || year.to !== to || !isOver(year, ctx.clock.now().toISOString())) return;
  const last = (await selectLastClosings(tx)).find((closing) => closing.to === to);
  if (last !== undefined && (last.is_closed || last.decided_at > report.created_at)) return;
  const snapshot = await selectSnapshot(tx, report.snapshot_id);
  const decision = {
    period_end: to,
    is_closed: true,
    cause: "attestation",
    reason: null,
    report_id: report.id,
    // What the attested report tells: the ledger may have moved since it was made.
    figures: snapshot === undefined ? null : closedFigures(snapshot.facts.scopes),
  } as const;
  await changeYearState(ctx, { tx }, decision);
}
