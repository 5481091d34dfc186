import { compare, cpuOf, type Measured } from "../load.ts";
import { startFloor } from "../processes.ts";
import { recordQuery } from "../recorded-query.ts";
import { floorRequest, restRequest } from "../requests.ts";
import { type CaseResult, information, ratioAtLeast, ratioAtMost, type ResultRow } from "../result.ts";
import { cycled, operationNamed, type Stage } from "../stage.ts";
import type { FloorQuery } from "../floor.ts";
import { type PageArguments, pagesAnywhere, pagesOfMonths } from "./list-pages.ts";

const RATE_BUDGET = 1.2;
const P99_BUDGET = 2;

/** GET /api/v1/emissions, 50 entries a page, against the floor with the same statements. */
export async function listPage(stage: Stage, entries: number): Promise<CaseResult> {
  const kinds: readonly (readonly [string, PageArguments[]])[] = [
    ["first page", [{}]],
    ["anywhere in the list", await pagesAnywhere(stage, entries)],
    ["first page of a month", await pagesOfMonths(stage)],
  ];
  const rows: ResultRow[] = [];
  for (const [kind, pages] of kinds) rows.push(...(await measure(stage, kind, pages)));
  return {
    title: `GET /api/v1/emissions, pages of 50 over ${entries} entries`,
    rows,
    notes: [
      `${stage.tenants.measured.keys.length} API keys share the load, because each may read 600 times a minute.`,
      "Ours with authentication, limits, row-level security, ETag and all headers; uncompressed on both sides.",
    ],
  };
}

async function measure(stage: Stage, kind: string, pages: readonly PageArguments[]): Promise<ResultRow[]> {
  const { bench, ctx, effort, service, tenants } = stage;
  const queries: Record<string, FloorQuery> = {};
  for (const [index, page] of pages.entries()) {
    const query = await recordQuery(ctx, operationNamed("list_emissions"), page, { is_first: true });
    queries[`/emissions/${index}`] = { ...query, shape: "entries" };
  }
  const floor = await startFloor(bench, { connection: bench.service.connection, queries, fixed: {} });
  try {
    const keys = tenants.measured.keys;
    const spread = cycled(pages, keys.length);
    const measured = await compare(effort, bench.serverPid, {
      floor: { server: floor, requests: Object.keys(queries).map(floorRequest) },
      ours: {
        server: service,
        requests: keys.map((key, index) => restRequest("/emissions", spread[index] ?? {}, key)),
      },
    });
    return rowsOf(kind, measured);
  } finally {
    await floor.stop();
  }
}

function rowsOf(kind: string, { floor, ours }: Record<"floor" | "ours", Measured>): ResultRow[] {
  return [
    ratioAtLeast(`${kind}: rate`, ours.requests_per_second, floor.requests_per_second, RATE_BUDGET),
    ratioAtMost(`${kind}: p99`, ours.p99_ms, floor.p99_ms, P99_BUDGET),
    { ...information(`${kind}: CPU, Node + database`, cpuOf(ours)), floor: cpuOf(floor) },
  ];
}
