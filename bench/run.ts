/** `npm run bench -- [--quick] [--only <case>] [--json <file>] [--before <file>] [--record]`: see bench/README.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { coldStart } from "./cases/cold-start.ts";
import { dateFilters } from "./cases/date-filters.ts";
import { hostile } from "./cases/hostile.ts";
import { ingestKinds } from "./cases/ingest-kinds.ts";
import { ingest } from "./cases/ingest.ts";
import { listPage } from "./cases/list-page.ts";
import { oauthToken } from "./cases/oauth-token.ts";
import { purchases } from "./cases/purchases.ts";
import { reports } from "./cases/report.ts";
import { summaryGrowth, type SummaryTimes, summaryTimes } from "./cases/summary.ts";
import { toolCall } from "./cases/tool-call.ts";
import { toolList } from "./cases/tool-list.ts";
import { totalGrowth, type TotalTimes, totalTimes } from "./cases/totals.ts";
import { webhooks } from "./cases/webhooks.ts";
import { besideBefore } from "./before.ts";
import { BenchDatabase } from "./database.ts";
import type { Effort } from "./load.ts";
import { describeMachine, loadAverage } from "./machine.ts";
import { startService, stopAllServers } from "./processes.ts";
import { type CaseResult, missedRows, renderReport } from "./result.ts";
import { createTenants, multiplyEntries, seedEntries, type SeededTenants } from "./seed.ts";
import type { Stage } from "./stage.ts";

const CASES = [
  "list-page",
  "date-filters",
  "tool-call",
  "tool-list",
  "oauth-token",
  "summary",
  "totals",
  "ingest",
  "purchases",
  "hostile",
  "webhooks",
  "report",
  "cold-start",
  "growth",
] as const;
type CaseName = (typeof CASES)[number];

interface Plan {
  readonly effort: Effort;
  readonly entries: number;
  readonly other_entries: number;
  readonly keys: number;
  readonly documents: number;
  /** Of the files of every kind, how many are sent. */
  readonly kinds_share: number;
  /** Of the postings, invoices and payments of one company. */
  readonly purchases_share: number;
  readonly deliveries: number;
  /** Reports that are rendered while the server's memory is watched. */
  readonly renders: number;
  readonly starts: number;
  readonly cases: ReadonlySet<CaseName>;
}

const GROWTH = 10;
const REPORT_ROUNDS = 9;
const LAST_RUN = join(import.meta.dirname, "last-run.md");

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    json: { type: "string" },
    before: { type: "string" },
    record: { type: "boolean", default: false },
  },
});

function planOf(): Plan {
  const wrong = options.only?.find((name) => !CASES.some((known) => known === name));
  if (wrong !== undefined) throw new Error(`unknown case ${wrong}; known: ${CASES.join(", ")}`);
  const asked = CASES.filter((name) => options.only?.includes(name) ?? true);
  // Growth compares with the times of summary and totals.
  const cases = new Set<CaseName>(asked.includes("growth") ? [...asked, "summary", "totals"] : asked);
  if (!options.quick) {
    const effort = { rounds: 3, warmup_ms: 1_500, duration_ms: 4_000, connections: 16 };
    const sizes = {
      entries: 1_000_000,
      other_entries: 10_000,
      keys: 1_000,
      documents: 1_000,
      kinds_share: 1,
      purchases_share: 1,
      deliveries: 10_000,
      renders: 200,
    };
    return { effort, ...sizes, starts: 5, cases };
  }
  cases.delete("growth");
  const effort = { rounds: 3, warmup_ms: 500, duration_ms: 1_500, connections: 16 };
  const sizes = {
    entries: 100_000,
    other_entries: 1_000,
    keys: 1_000,
    documents: 200,
    kinds_share: 0.2,
    purchases_share: 0.1,
    deliveries: 2_000,
    renders: 20,
  };
  return { effort, ...sizes, starts: 3, cases };
}

/** Starts the service on the seeded database and measures with it. */
async function onStage<T>(
  plan: Plan,
  bench: BenchDatabase,
  tenants: SeededTenants,
  measure: (stage: Stage) => Promise<T>,
): Promise<T> {
  await bench.start("measuring");
  const ctx = await bench.service.operatorContext(tenants.measured.id, "live", "operator:bench");
  const service = await startService(bench);
  try {
    return await measure({ bench, tenants, ctx, service, effort: plan.effort });
  } finally {
    await service.stop();
  }
}

interface Report {
  readonly results: CaseResult[];
  summary: SummaryTimes | null;
  totals: TotalTimes | null;
}

async function measureCases(plan: Plan, stage: Stage, report: Report): Promise<void> {
  const { cases, entries } = plan;
  const add = (result: CaseResult): void => {
    report.results.push(result);
    console.error(`done: ${result.title}`);
  };
  if (cases.has("list-page")) add(await listPage(stage, entries));
  if (cases.has("date-filters")) add(await dateFilters(stage));
  if (cases.has("tool-call")) add(await toolCall(stage, entries));
  if (cases.has("tool-list")) add(await toolList(stage));
  if (cases.has("oauth-token")) add(await oauthToken(stage));
  if (cases.has("summary")) {
    const { result, times } = await summaryTimes(stage, entries);
    report.summary = times;
    add(result);
  }
  if (cases.has("totals")) {
    const { result, times } = await totalTimes(stage, entries);
    report.totals = times;
    add(result);
  }
  if (cases.has("ingest")) {
    add(await ingest(stage, plan.documents));
    add(await ingestKinds(stage, plan.kinds_share));
  }
  if (cases.has("purchases")) add(await purchases(stage, plan.purchases_share));
  // After the ledgers: what they leave behind in the service's memory counts as well.
  if (cases.has("hostile")) add(await hostile(stage));
  if (cases.has("webhooks")) add(await webhooks(stage, plan.deliveries));
}

async function measureGrowth(plan: Plan, bench: BenchDatabase, tenants: SeededTenants, report: Report): Promise<void> {
  await bench.start("loading");
  await multiplyEntries(bench, tenants, GROWTH);
  const entries = plan.entries * GROWTH;
  const { pages, summary, totals } = await onStage(plan, bench, tenants, async (stage) => ({
    pages: await listPage(stage, entries),
    summary: await summaryTimes(stage, entries),
    totals: await totalTimes(stage, entries),
  }));
  const growth = report.summary === null ? [] : summaryGrowth(report.summary, summary.times);
  const information = summary.result.rows.map((row) => ({ ...row, budget: null, is_met: null }));
  const ofTotals = report.totals === null ? [] : totalGrowth(report.totals, totals.times);
  report.results.push(
    pages,
    { ...summary.result, rows: [...growth, ...information] },
    { ...totals.result, rows: [...ofTotals, ...totals.result.rows] },
  );
}

/** An interrupted run leaves neither a server nor gigabytes behind. */
function removeOnSignal(bench: BenchDatabase): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(
      signal,
      () =>
        void stopAllServers()
          .then(() => bench.remove())
          .finally(() => process.exit(130)),
    );
  }
}

async function run(): Promise<void> {
  const plan = planOf();
  const bench = new BenchDatabase();
  const report: Report = { results: [], summary: null, totals: null };
  removeOnSignal(bench);
  try {
    await bench.start("loading");
    const before = await describeMachine(bench.admin);
    const tenants = await createTenants(bench.service, plan.keys);
    const needsLedger = [...plan.cases].some((name) => name !== "report");
    const { entries, other_entries } = needsLedger ? plan : { entries: 1_000, other_entries: 10 };
    await seedEntries(bench, tenants, { entries, other_entries });
    await onStage(plan, bench, tenants, (stage) => measureCases(plan, stage, report));
    await bench.stop();
    if (plan.cases.has("report")) report.results.push(await reports(REPORT_ROUNDS, plan.renders));
    if (plan.cases.has("cold-start")) report.results.push(await coldStart(bench, plan.starts));
    if (plan.cases.has("growth")) await measureGrowth(plan, bench, tenants, report);
    if (options.before !== undefined) report.results.push(...besideBefore(options.before, report.results));
    const machine = [
      ...before,
      `one-minute load average, in which the bench itself counts: ${loadAverage()} at the end`,
    ];
    const text = renderReport(report.results, machine);
    console.log(text);
    if (options.record) writeFileSync(LAST_RUN, `# Last recorded run\n\n${text}`);
    if (options.json !== undefined) {
      writeFileSync(options.json, `${JSON.stringify({ machine, cases: report.results }, null, 2)}\n`);
    }
    // A missed budget fails the run; a quick run is too short to judge.
    if (!options.quick && missedRows(report.results).length > 0) process.exitCode = 1;
  } finally {
    await stopAllServers();
    await bench.remove();
  }
}

await run();
