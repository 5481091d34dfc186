import type { Accounts } from "./accounts.ts";
import { documentSealing } from "./workers/document-sealing.ts";
import { ingestionWorker } from "./workers/ingestion-worker.ts";
import { pruneAnswers } from "../modules/idempotency/index.ts";
import { notifyDisabledWebhook } from "../modules/users/index.ts";
import { type Interval, startInterval } from "../platform/interval.ts";
import { pruneRates } from "../platform/rates/shared-rate-limiter.ts";
import type { Service } from "./service.ts";
import { referenceDataWorker } from "./workers/reference-data-worker.ts";
import { sourceWorker } from "./workers/source-worker.ts";
import { webhookWorker, type WebhookWorker } from "./workers/webhook-worker.ts";

const PRUNE_EVERY_MS = 10 * 60_000;

/** Everything that is done without being asked for: queues, deliveries, schedules, and removing what had its time. */
export interface BackgroundWork {
  /** Begins; does nothing in a process of the role `web`. @throws ConfigError when a file that the operator named is wrong */
  start(): Promise<void>;
  /** Seals documents of earlier versions in the background; not in a process of the role `web`. */
  sealDocuments(): void;
  /** Works until no upload and no report waits, whatever the role. */
  drain(): Promise<void>;
  /** Whether the malware scanner answers; null: there is none. */
  isScannerUp(): Promise<boolean | null>;
  /** Attempts to deliver events that this process has made. */
  readonly deliveries: WebhookWorker["counts"];
  /** Begins nothing more, lets what runs end within its time, gives the rest back. Safe to call twice. */
  close(): Promise<void>;
}

export function backgroundWork(service: Service, accounts: Accounts): BackgroundWork {
  const isWorking = service.config.role !== "web";
  const webhooks = webhookWorker(service, (webhook) => {
    notifyDisabledWebhook(accounts.users, webhook).catch((error: unknown) =>
      service.log.error({ err: error, ...webhook }, "nobody was told of a disabled webhook"),
    );
  });
  const ingestion = ingestionWorker(service);
  const sources = sourceWorker(service);
  const documents = documentSealing(service);
  const referenceData = referenceDataWorker(service);
  let pruning: Interval | undefined;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await pruning?.end();
    await Promise.all([ingestion, sources, documents, referenceData, webhooks].map((worker) => worker.close()));
  };
  return {
    async start() {
      if (!isWorking) return;
      await ingestion.start();
      await sources.start();
      await webhooks.start();
      referenceData.start();
      pruning = startInterval(PRUNE_EVERY_MS, () => prune(service, webhooks, accounts));
    },
    sealDocuments() {
      if (isWorking) documents.start();
    },
    drain: () => ingestion.drain(),
    isScannerUp: () => ingestion.isScannerUp(),
    deliveries: webhooks.counts,
    close: () => (closing ??= close()),
  };
}

/** Removes what is kept for a time only; a failure is tried again by the next round. */
async function prune(
  { database, clock, files, log }: Service,
  webhooks: WebhookWorker,
  accounts: Accounts,
): Promise<void> {
  const failed = (error: unknown): void => log.warn({ err: error }, "pruning failed");
  const prunings = [
    pruneAnswers(database.system, clock),
    pruneRates(database.system, clock),
    webhooks.prune(),
    accounts.prune(),
    files.removeLeftovers(),
  ];
  await Promise.all(prunings.map((pruning) => pruning.catch(failed)));
}
