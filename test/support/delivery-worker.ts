import type { EventName } from "../../src/core/events.ts";
import type { Clock, Context, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { SCOPES } from "../../src/core/scopes.ts";
import { createWebhook } from "../../src/modules/webhooks/create-webhook.ts";
import type { CreatedWebhook } from "../../src/modules/webhooks/webhook.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { idSource } from "../../src/platform/ids.ts";
import { createLog } from "../../src/platform/log.ts";
import { createSafeFetch } from "../../src/platform/outbound/safe-fetch.ts";
import {
  type WebhookService,
  type WebhookWorker,
  webhookWorker,
} from "../../src/composition/workers/webhook-worker.ts";
import type { TestDatabase } from "./database.ts";

export interface TestWorker extends WebhookWorker {
  /** Everything that was logged, one JSON object per line. */
  readonly log: readonly string[];
  /** Subscriptions whose end the company was told of. */
  readonly told: readonly string[];
}

/** What a worker needs of a test database; its clock decides what is due. */
export type WorkerDatabase = Pick<TestDatabase, "database" | "context"> & { readonly clock: Clock };

/**
 * The service's own worker on a test database. Settings as environment variables; receivers have long enough that none
 * is late because the machine is busy.
 */
export function testWorker(db: WorkerDatabase, env: Readonly<Record<string, string>> = {}): TestWorker {
  const log: string[] = [];
  const service: WebhookService = {
    config: readConfig({ WEBHOOK_TIMEOUT_MS: "20000", ...env }),
    database: db.database,
    log: createLog("warn", { write: (line) => void log.push(line) }),
    clock: db.clock,
    testClock: db.clock,
    newId: idSource(db.clock),
    secrets: db.context(NOBODY).secrets,
    safeFetch: createSafeFetch({ allow_cidrs: [], dns_servers: [], extra_ca_file: undefined, proxy_url: undefined }),
    allowsLoopback: (environment) => environment === "sandbox",
    operatorContext: (id, environment) => Promise.resolve(db.context({ ...NOBODY, id, environment }, SCOPES)),
  };
  const told: string[] = [];
  const worker = webhookWorker(service, ({ webhook_id }) => void told.push(webhook_id));
  return {
    ...worker,
    log,
    told,
    async close() {
      await worker.close();
      await service.safeFetch.close();
    },
  };
}

const NOBODY: TenantIdentity = {
  id: "01900000-0000-7000-8000-00000000abcd",
  name: "Nordlys Møbler ApS",
  country: "DK",
  plan: "enterprise",
  environment: "sandbox",
};

/** A context of a sandbox company whose receivers may be on loopback. */
export async function sandboxContext(db: TestDatabase): Promise<Context> {
  return db.context(await db.tenant({ environment: "sandbox" }), SCOPES, { is_local: true });
}

export async function subscribe(
  ctx: Context,
  url: string,
  events: readonly EventName[] = ["target.created"],
): Promise<CreatedWebhook> {
  // The operation answers with the record that it made.
  return (await invoke(createWebhook, ctx, { url, events })) as CreatedWebhook;
}

/** Emits `count` events in transactions of their own, as operations do; answers with the ids of the records concerned. */
export async function emitEvents(ctx: Context, count: number, event: EventName = "target.created"): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = ctx.newId();
    await ctx.db.transaction((tx) => ctx.emit(tx, event, { id }));
    ids.push(id);
  }
  return ids;
}
