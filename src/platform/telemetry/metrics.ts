import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { RequestMetrics } from "../../core/request-metrics.ts";
import { POOL_NAMES, type PoolName, type PoolState } from "../db/session.ts";
import { RecordedHistogram } from "./recorded-histogram.ts";
import { requestCounts } from "./request-counts.ts";
import { type WorkCounts, workCounts } from "./work-counts.ts";

/** What one service tells Prometheus of itself. Each has a registry of its own: several in a process do not meet. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: RequestMetrics;
  readonly work: WorkCounts;
  /** A session of the pool was handed out after so many seconds. */
  sessionTaken(pool: PoolName, seconds: number): void;
}

export interface Build {
  readonly version: string;
  /** Of the source, as its version control names it; "unknown" where nobody told. */
  readonly revision: string;
}

const ACQUIRE_SECONDS = [0.000_1, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

export function openMetrics({ version, revision }: Build): Metrics {
  const registry = new Registry();
  const build = new Gauge({
    name: "carbon_ledger_build_info",
    help: "Always 1: what runs here.",
    labelNames: ["version", "node", "revision"],
    registers: [registry],
  });
  build.set({ version, node: process.versions.node, revision }, 1);
  const acquiring = new RecordedHistogram({
    name: "carbon_ledger_database_pool_acquire_seconds",
    help: "Time until a session of the pool was handed out, opening one included.",
    labels: ["pool"],
    buckets: ACQUIRE_SECONDS,
    registry,
  });
  const [app, system, admin] = POOL_NAMES.map((pool) => acquiring.series({ pool }));
  const recorders = { app, system, admin };
  return {
    registry,
    requests: requestCounts(registry),
    work: workCounts(registry),
    sessionTaken: (pool, seconds) => recorders[pool]?.observe(seconds),
  };
}

/** How finely the lag of the event loop is measured: a hundred looks a second would cost a sleeping service its rest. */
const EVENT_LOOP_LOOK_MS = 20;

/**
 * Adds what a process that serves tells besides: processor, memory, event loop, garbage collection, start time, and the
 * state of its database pools. Its observers last as long as the process.
 */
export function observeProcess(registry: Registry, pools: () => readonly PoolState[]): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
  registry.registerMetric(
    new Gauge({
      name: "carbon_ledger_database_pool_connections",
      help: "Sessions of this process's pools, by whether they are in use.",
      labelNames: ["pool", "state"],
      registers: [],
      collect() {
        for (const { pool, in_use, idle } of pools()) {
          this.set({ pool, state: "in_use" }, in_use);
          this.set({ pool, state: "idle" }, idle);
        }
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "carbon_ledger_database_pool_connections_max",
      help: "Most sessions that each pool of this process opens.",
      labelNames: ["pool"],
      registers: [],
      collect() {
        for (const { pool, max } of pools()) this.set({ pool }, max);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "carbon_ledger_database_pool_waiting",
      help: "Calls that wait for a session of the pool.",
      labelNames: ["pool"],
      registers: [],
      collect() {
        for (const { pool, waiting } of pools()) this.set({ pool }, waiting);
      },
    }),
  );
}
