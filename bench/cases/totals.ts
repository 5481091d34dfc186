import { compare } from "../load.ts";
import { restRequest } from "../requests.ts";
import { atMost, type CaseResult, information, ratioAtMost, type ResultRow, shown } from "../result.ts";
import type { Stage } from "../stage.ts";
import { cutPeriod, type PageArguments } from "./list-pages.ts";

const BUDGET_MS = 10;
const GROWTH_BUDGET = 1.5;

/** Median times in ms, by what was asked. */
export type TotalTimes = ReadonlyMap<string, number>;

/**
 * Every total with what it says beside its sums (data, methods, what is unknown, what waits), one request at a time: the time that a
 * person waits. The summary by month has a case of its own.
 */
export async function totalTimes(
  stage: Stage,
  entries: number,
): Promise<{ readonly result: CaseResult; readonly times: TotalTimes }> {
  const cut = await cutPeriod(stage);
  const asked: readonly (readonly [name: string, path: string, args: PageArguments])[] = [
    ["summary by year", "/emissions/summary", { group_by: "year" }],
    ["summary by year, cut at both ends", "/emissions/summary", { group_by: "year", ...cut }],
    ["summary of a department", "/emissions/summary", { department_id: await anyDepartment(stage) }],
    ["by category", "/emissions/by-category", {}],
    ["by category of scope 3, cut at both ends", "/emissions/by-category", { scope: "3", ...cut }],
    ["by scope 3 category", "/emissions/by-scope3-category", {}],
    ["by scope 3 category, cut at both ends", "/emissions/by-scope3-category", cut],
  ];
  const { bench, effort, service, tenants } = stage;
  const contenders = Object.fromEntries(
    asked.map(([name, path, args]) => {
      const requests = tenants.measured.keys.map((key) => restRequest(path, args, key));
      return [name, { server: service, requests }];
    }),
  );
  const measured = await compare({ ...effort, connections: 1 }, bench.serverPid, contenders);
  const times = new Map(Object.entries(measured).map(([name, { p50_ms }]) => [name, p50_ms]));
  const rows = Object.entries(measured).flatMap(([name, { p50_ms, p99_ms }]) => [
    atMost(`${name}, p50`, p50_ms, BUDGET_MS, "ms"),
    information(`${name}, p99`, `${shown(p99_ms)} ms`),
  ]);
  return { result: { title: `Totals over ${entries} entries`, rows, notes: [] }, times };
}

/** The same questions over a ledger ten times as large. */
export function totalGrowth(before: TotalTimes, after: TotalTimes): ResultRow[] {
  return [...before].map(([name, time]) =>
    ratioAtMost(`${name}: p50, 10 x against 1 x`, after.get(name) ?? Number.NaN, time, GROWTH_BUDGET),
  );
}

/** @throws Error where the company has no department */
async function anyDepartment({ bench, tenants }: Stage): Promise<string> {
  const { rows } = await bench.admin.query<{ id: string }>(
    "select id from departments where tenant_id = $1 and environment = 'live' order by id limit 1",
    [tenants.measured.id],
  );
  const [department] = rows;
  if (department === undefined) throw new Error("the measured company has no department");
  return department.id;
}
