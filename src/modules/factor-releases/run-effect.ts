import type { TenantQueries } from "../../core/context.ts";
import { yearOfDay } from "../../core/financial-year.ts";
import { closedYears, financialYears, type YearDays } from "../financial-years/index.ts";
import { reportsOfYear } from "../reports/index.ts";
import { targetsOfYear } from "../targets/index.ts";
import type { MovingFigures, ReasonAsked, RunEffect } from "./moving-figures.ts";
import { countLines, selectLineSums } from "./store-lines.ts";

/** The reports, targets and comparatives that move with a year. */
export async function movingFigures(db: TenantQueries, { from, to }: YearDays): Promise<MovingFigures> {
  const year = yearOfDay(await financialYears(db), to);
  const [closed, reports, targets] = await Promise.all([
    closedYears(db),
    reportsOfYear(db, { from, to }),
    targetsOfYear(db, year?.report_year ?? Number(to.slice(0, 4))),
  ]);
  const asked: [ReasonAsked, boolean][] = [
    ["year_closed", closed.some((one) => one.to === to)],
    ["report_attested", reports.some(({ is_attested, is_comparative }) => is_attested && !is_comparative)],
    ["base_year", targets.some(({ is_base }) => is_base)],
  ];
  return { reason_needed_because: asked.flatMap(([code, is]) => (is ? [code] : [])), reports, targets };
}

/** What the prepared lines of a run change. */
export async function runEffect(db: TenantQueries, run: YearDays & { readonly id: string }): Promise<RunEffect> {
  const [scopes, counts, moving] = [
    await selectLineSums(db, run.id),
    await countLines(db, run.id),
    await movingFigures(db, run),
  ];
  const count = (outcome: string) => counts.find((one) => one.outcome === outcome)?.line_count ?? 0;
  return {
    changed_count: count("changed"),
    unchanged_count: count("unchanged"),
    waiting_count: count("waits"),
    scopes,
    ...moving,
  };
}
