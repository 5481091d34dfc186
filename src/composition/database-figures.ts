import { Gauge, Registry } from "prom-client";
import type { SystemQueries } from "../core/context.ts";
import { storedDocuments } from "../modules/ingestion/index.ts";
import { storedReports } from "../modules/reports/index.ts";
import { countEndpoints, deliveryQueueDepth } from "../modules/webhooks/index.ts";
import { databaseState } from "../platform/db/database-state.ts";
import { jobCounts } from "../platform/jobs/counts.ts";
import type { Service } from "./service.ts";

/** What one look at the database gave. */
export interface FiguresLook {
  readonly is_up: boolean;
  /** Figures of the whole database in the exposition format; empty: another process tells them, or the database is away. */
  readonly text: string;
}

export interface DatabaseFigures {
  /** Never rejects, and lasts three seconds at most. Looks within ten seconds share one. */
  look(): Promise<FiguresLook>;
  close(): Promise<void>;
}

const LOOK_TIMEOUT_MS = 3_000;
const FRESH_MS = 10_000;
/** A database that was away is looked at again sooner, but not by every scrape. */
const AWAY_MS = 2_000;
/** Adding up the stored files takes a second for a million of them. */
const SIZES_EVERY_MS = 10 * 60_000;

type FiguresService = Pick<Service, "database" | "log" | "testClock">;

interface StoredSize {
  readonly kind: "document" | "report";
  readonly files: number;
  readonly bytes: number;
}

/** Figures of all companies and processes, told by the one process that has the database's only session for them. */
export function databaseFigures({ database, log, testClock }: FiguresService): DatabaseFigures {
  const session = database.soleSession();
  let last: { readonly look: FiguresLook; readonly until_ms: number } | null = null;
  let underWay: Promise<FiguresLook> | null = null;
  let sizes: readonly StoredSize[] = [];
  let sizes_until_ms = 0;
  let adding: Promise<void> | null = null;

  // Beside the scrape, which does not wait for it: until the first sum is there the figure is not told.
  const addUp = async (): Promise<void> => {
    try {
      const [documents, reports] = [await storedDocuments(database.admin), await storedReports(database.admin)];
      sizes = [
        { kind: "document", ...documents },
        { kind: "report", ...reports },
      ];
    } catch (error) {
      log.warn({ err: error }, "the stored files were not added up for the metrics");
    } finally {
      adding = null;
    }
  };

  const lookNow = async (): Promise<FiguresLook> => {
    try {
      const now = testClock?.now().toISOString() ?? null;
      const told = await session.read(LOOK_TIMEOUT_MS, (db) => figures(db, now));
      if (told === null) return { is_up: true, text: "" };
      if (performance.now() >= sizes_until_ms) {
        sizes_until_ms = performance.now() + SIZES_EVERY_MS;
        adding ??= addUp();
      }
      return { is_up: true, text: await exposition(told, sizes) };
    } catch (error) {
      log.warn({ err: error }, "the database's figures could not be read for the metrics");
      return { is_up: false, text: "" };
    }
  };

  return {
    look() {
      const isStillTrue = last?.look.text === "" || session.isHeld();
      if (last !== null && isStillTrue && performance.now() < last.until_ms) return Promise.resolve(last.look);
      underWay ??= lookNow().then((look) => {
        last = { look, until_ms: performance.now() + (look.is_up ? FRESH_MS : AWAY_MS) };
        underWay = null;
        return look;
      });
      return underWay;
    },
    async close() {
      await Promise.all([underWay, adding]);
      await session.close();
    },
  };
}

type Figures = Awaited<ReturnType<typeof figures>>;

/** Four statements, one after the other over one session. */
async function figures(db: SystemQueries, now: string | null) {
  return {
    jobs: await jobCounts(db),
    deliveries: await deliveryQueueDepth(db, now),
    endpoints: await countEndpoints(db, now),
    state: await databaseState(db),
  };
}

/** In a registry of its own: what is not known now is not there, rather than what it was before. */
async function exposition(told: Figures, sizes: readonly StoredSize[]): Promise<string> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name: `carbon_ledger_${name}`, help, labelNames, registers: [registry] });
  const jobs = gauge(
    "jobs",
    "Background jobs by kind and state; those that are done are not counted.",
    "kind",
    "state",
  );
  const age = gauge("job_oldest_ready_age_seconds", "How long the job has waited that could run longest.", "kind");
  for (const { kind, state, jobs: count, oldest_ready_seconds } of told.jobs) {
    jobs.set({ kind, state }, count);
    if (state === "ready") age.set({ kind }, Math.max(0, oldest_ready_seconds ?? 0));
  }
  const { pending, due, oldest_due_seconds } = told.deliveries;
  const deliveries = gauge("webhook_deliveries", "Deliveries that are not finished; due: could be sent now.", "state");
  deliveries.set({ state: "pending" }, pending);
  deliveries.set({ state: "due" }, due);
  gauge("webhook_oldest_due_age_seconds", "How long the delivery has waited that is due longest.").set(
    Math.max(0, oldest_due_seconds),
  );
  const endpoints = gauge("webhook_subscriptions", "Subscriptions to events, by status.", "status");
  endpoints.set({ status: "active" }, told.endpoints.active);
  endpoints.set({ status: "disabled" }, told.endpoints.disabled);
  gauge(
    "webhook_open_breakers",
    "Active subscriptions to which nothing is sent for now, because they keep failing.",
  ).set(told.endpoints.paused);
  gauge("database_size_bytes", "Size of the service's database on its server.").set(told.state.size_bytes);
  gauge("database_connections", "Sessions on the service's database, whoever's.").set(told.state.connections);
  gauge("database_connections_max", "Sessions that the database's server admits.").set(told.state.connections_max);
  gauge("processes", "Processes of the service that gave a sign of life lately.").set(told.state.processes);
  if (sizes.length > 0) {
    const bytes = gauge(
      "stored_bytes",
      "Contents that are kept, each once per company, before they are sealed.",
      "kind",
    );
    const files = gauge("stored_files", "Contents that are kept, each once per company.", "kind");
    for (const size of sizes) {
      bytes.set({ kind: size.kind }, size.bytes);
      files.set({ kind: size.kind }, size.files);
    }
  }
  return await registry.metrics();
}
