import { databaseTime } from "../explain.ts";
import { compare, type Measured } from "../load.ts";
import { startFloor } from "../processes.ts";
import { recordQuery } from "../recorded-query.ts";
import { floorRequest, restRequest } from "../requests.ts";
import { atMost, type CaseResult, information, ratioAtMost, type ResultRow, shown } from "../result.ts";
import { operationNamed, type Stage } from "../stage.ts";
import { cutPeriod, type PageArguments } from "./list-pages.ts";

const BUDGET_MS = 10;
const GROWTH_BUDGET = 1.5;

/** Median times in ms, by what was asked. */
export type SummaryTimes = ReadonlyMap<string, number>;

/** get_emissions_summary by month, one request at a time: the time that a person waits. */
export async function summaryTimes(
  stage: Stage,
  entries: number,
): Promise<{ result: CaseResult; times: SummaryTimes }> {
  const cut = await cutPeriod(stage);
  const whole = await measure(stage, { group_by: "month" });
  const edges = await measure(stage, { group_by: "month", ...cut });
  const result = {
    title: `get_emissions_summary by month over ${entries} entries`,
    rows: [
      atMost("whole ledger, p50 of GET", whole.ours.p50_ms, BUDGET_MS, "ms", `${shown(whole.floor.p50_ms)} ms`),
      information("whole ledger, p99 of GET", `${shown(whole.ours.p99_ms)} ms`),
      information("whole ledger, in the database", `${shown(whole.database_ms)} ms`),
      atMost(`cut at both ends (${cut["from"]} to ${cut["to"]})`, edges.ours.p50_ms, BUDGET_MS, "ms"),
    ],
    notes: ["The floor runs the same statement on a bare node:http and pg server."],
  };
  const times = new Map([
    ["whole ledger", whole.ours.p50_ms],
    ["cut at both ends", edges.ours.p50_ms],
  ]);
  return { result, times };
}

/** The same questions over a ledger ten times as large. */
export function summaryGrowth(before: SummaryTimes, after: SummaryTimes): ResultRow[] {
  return [...before].map(([name, time]) =>
    ratioAtMost(`${name}: p50, 10 x against 1 x`, after.get(name) ?? Number.NaN, time, GROWTH_BUDGET),
  );
}

async function measure(
  stage: Stage,
  args: PageArguments,
): Promise<Record<"floor" | "ours", Measured> & { database_ms: number }> {
  const { bench, ctx, effort, service, tenants } = stage;
  const query = await recordQuery(ctx, operationNamed("get_emissions_summary"), args);
  const queries = { "/summary": { ...query, shape: "rows" } as const };
  const floor = await startFloor(bench, { connection: bench.service.connection, queries, fixed: {} });
  try {
    const requests = tenants.measured.keys.map((key) => restRequest("/emissions/summary", args, key));
    const measured = await compare({ ...effort, connections: 1 }, bench.serverPid, {
      floor: { server: floor, requests: [floorRequest("/summary")] },
      ours: { server: service, requests },
    });
    return { ...measured, database_ms: (await databaseTime(bench.admin, query)).custom_ms };
  } finally {
    await floor.stop();
  }
}
