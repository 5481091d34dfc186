import { join } from "node:path";
import { Counter, Gauge } from "prom-client";
import { type DatabaseFigures, databaseFigures } from "./database-figures.ts";
import { observeProcess } from "../platform/telemetry/metrics.ts";
import { spaceOf } from "../platform/files/free-space.ts";
import type { Service } from "./service.ts";
import type { WebhookWorker } from "./workers/webhook-worker.ts";

/** The answer to one scrape. */
export interface Scraped {
  readonly content_type: string;
  readonly text: string;
}

export interface Scrape {
  /** Never rejects and never hangs, whatever is away. Calls at the same time share one answer. */
  read(): Promise<Scraped>;
  close(): Promise<void>;
}

/** Everything that /metrics tells: this process, and for one process of all what the database tells of all. */
export function openScrape(service: Service, deliveries: WebhookWorker["counts"]): Scrape {
  const { registry } = service.metrics;
  const figures = databaseFigures(service);
  observeProcess(registry, () => service.database.pools());
  countWebhooks(service, deliveries);
  watchDisks(service);
  const told = lookGauges(service);
  let underWay: Promise<Scraped> | null = null;
  return {
    read() {
      underWay ??= readOnce(service, figures, told).finally(() => (underWay = null));
      return underWay;
    },
    close: () => figures.close(),
  };
}

async function readOnce(
  { metrics: { registry } }: Service,
  figures: DatabaseFigures,
  told: (isUp: boolean, isTeller: boolean) => void,
): Promise<Scraped> {
  const look = await figures.look();
  told(look.is_up, look.text !== "");
  return { content_type: registry.contentType, text: `${await registry.metrics()}${look.text}` };
}

function lookGauges({ metrics: { registry } }: Service): (isUp: boolean, isTeller: boolean) => void {
  const up = new Gauge({
    name: "carbon_ledger_database_up",
    help: "Whether the database answered this process within three seconds.",
    registers: [registry],
  });
  const teller = new Gauge({
    name: "carbon_ledger_database_figures_exported",
    help: "Whether it is this process that tells the figures of the whole database; one at most does.",
    registers: [registry],
  });
  return (isUp, isTeller) => {
    up.set(isUp ? 1 : 0);
    teller.set(isTeller ? 1 : 0);
  };
}

function countWebhooks({ metrics: { registry } }: Service, counts: WebhookWorker["counts"]): void {
  registry.registerMetric(
    new Counter({
      name: "carbon_ledger_webhook_attempts_total",
      help: "Attempts to deliver an event, by what came of them.",
      labelNames: ["result"],
      registers: [],
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(counts.results())) this.inc({ result }, count);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: "carbon_ledger_webhook_errors_total",
      help: "Failed attempts to deliver an event, by class of error.",
      labelNames: ["class"],
      registers: [],
      collect() {
        this.reset();
        for (const [kind, count] of Object.entries(counts.errors())) this.inc({ class: kind }, count);
      },
    }),
  );
}

/** Each process looks for itself, because a full disk is told when the database is away, too. */
function watchDisks({ config, files, metrics: { registry } }: Service): void {
  const volumes = [
    { volume: "documents", directory: files.uploadsDirectory },
    ...(config.database_url === undefined
      ? [{ volume: "database", directory: join(config.data_dir, "postgres") }]
      : []),
  ];
  const size = new Gauge({
    name: "carbon_ledger_storage_size_bytes",
    help: "Size of the file system below the documents, and below an embedded database.",
    labelNames: ["volume"],
    registers: [registry],
  });
  registry.registerMetric(
    new Gauge({
      name: "carbon_ledger_storage_free_bytes",
      help: "Room that is left on the file system below the documents, and below an embedded database.",
      labelNames: ["volume"],
      registers: [],
      async collect() {
        // What does not answer is not told, rather than told as it was.
        this.reset();
        size.reset();
        await Promise.all(
          volumes.map(async ({ volume, directory }) => {
            const space = await spaceOf(directory);
            if (space === null) return;
            this.set({ volume }, space.free_bytes);
            size.set({ volume }, space.size_bytes);
          }),
        );
      },
    }),
  );
}
