import { databaseTime } from "../explain.ts";
import { recordQuery } from "../recorded-query.ts";
import { atMost, type CaseResult, type ResultRow, shown } from "../result.ts";
import { operationNamed, type Stage } from "../stage.ts";
import { described, hardPeriods } from "./list-pages.ts";

const BUDGET_MS = 5;

/** Time in the database alone of the list's own statement for periods that a plain index would answer slowly. */
export async function dateFilters(stage: Stage): Promise<CaseResult> {
  const rows: ResultRow[] = [];
  for (const page of await hardPeriods(stage)) {
    const query = await recordQuery(stage.ctx, operationNamed("list_emissions"), page, { is_first: true });
    const { custom_ms, generic_ms } = await databaseTime(stage.bench.admin, query);
    const row = atMost(described(page), generic_ms, BUDGET_MS, "ms");
    rows.push({ ...row, ours: `${row.ours} (${shown(custom_ms)} when planned anew)` });
  }
  return {
    title: "Date filters of list_emissions, time in the database",
    rows,
    notes: [
      "EXPLAIN ANALYZE of the service's statement as its own role, with the plan that it keeps per connection " +
        "(plan_cache_mode = force_generic_plan); planned anew: with the planning time, as on a connection's first use.",
    ],
  };
}
