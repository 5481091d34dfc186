import { Client } from "pg";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import type { Operation } from "../../src/core/operation.ts";
import { createWebhook } from "../../src/modules/webhooks/create-webhook.ts";
import type { CreatedWebhook } from "../../src/modules/webhooks/webhook.ts";
import type { WebhookDelivery } from "../../src/modules/webhooks/webhook-delivery.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { testDatabase, type TestDatabase } from "./database.ts";

/** A delivery as it lies in the queue. */
export type QueuedDelivery = WebhookDelivery & { readonly body: string };

/** A company with one subscription to target.created, whose deliveries nobody sends. */
export interface QueueCompany {
  readonly tenant: TenantIdentity;
  readonly ctx: Context;
  readonly webhook: CreatedWebhook;
  /** Answers with the operation's own output, which the caller names. */
  call<Answer>(operation: Operation, input: object, of?: Context): Promise<Answer>;
  /** Emits one event about a record of this id. */
  emit(id: string): Promise<void>;
  /** The queue's rows, oldest first. */
  queue(): Promise<QueuedDelivery[]>;
  /** Ids of the records that deliveries of this status are about. */
  recordsOf(status: WebhookDelivery["status"]): Promise<string[]>;
  /** As the sender leaves the deliveries about these records. */
  finish(status: "delivered" | "failed", ...ids: readonly string[]): Promise<void>;
  /** As the service switches a subscription off. */
  disable(): Promise<void>;
  /** Actions of the audit log, in order. */
  audit(): Promise<string[]>;
}

export interface WebhookQueue {
  readonly db: TestDatabase;
  /** As the owner of the database, across tenants. */
  readonly owner: Client;
  company(): Promise<QueueCompany>;
  close(): Promise<void>;
}

export async function webhookQueue(): Promise<WebhookQueue> {
  const db = await testDatabase();
  const owner = new Client(driverSettings(db.connection));
  await owner.connect();
  return {
    db,
    owner,
    async company() {
      // The database's clock writes when events happened.
      db.clock.set(new Date().toISOString());
      return await company(db, owner);
    },
    async close() {
      await owner.end();
      await db.close();
    },
  };
}

async function company(db: TestDatabase, owner: Client): Promise<QueueCompany> {
  const tenant = await db.tenant();
  const ctx = db.context(tenant);
  const call = async <Answer>(operation: Operation, input: object, of = ctx): Promise<Answer> =>
    (await invoke(operation, of, input)) as Answer;
  const wanted = { url: "https://hooks.example.com/x", events: ["target.created"] };
  const webhook = await call<CreatedWebhook>(createWebhook, wanted);
  const queue = async (): Promise<QueuedDelivery[]> => {
    const { rows } = await owner.query<QueuedDelivery>(
      "select * from webhook_deliveries where tenant_id = $1 order by created_at, body, id limit 20000",
      [tenant.id],
    );
    return rows;
  };
  return {
    tenant,
    ctx,
    webhook,
    call,
    queue,
    emit: (id) => ctx.db.transaction((tx) => ctx.emit(tx, "target.created", { id, name: `Målet "${id}"` })),
    async recordsOf(status) {
      return (await queue()).filter((row) => row.status === status).map(({ body }): string => JSON.parse(body).data.id);
    },
    async finish(status, ...ids) {
      await owner.query(
        `update webhook_deliveries set status = $2, finished_at = now(), next_attempt_at = null
          where tenant_id = $1 and status = 'pending' and body::json -> 'data' ->> 'id' = any ($3)`,
        [tenant.id, status, ids],
      );
    },
    async disable() {
      await owner.query(
        `update webhooks set status = 'disabled', deactivated_reason = 'only failures for 5 days', disabled_at = now(),
           first_failed_at = now() - interval '5 days', consecutive_failures = 40,
           paused_until = now() + interval '1 hour'
          where id = $1`,
        [webhook.id],
      );
    },
    async audit() {
      const { rows } = await owner.query<{ action: string }>(
        "select action from audit_events where tenant_id = $1 order by seq",
        [tenant.id],
      );
      return rows.map(({ action }) => action);
    },
  };
}

/** What a refusal of one argument looks like. */
export function refusalOf(path: string, code: string): object {
  return { code: "request.validation_failed", extras: { issues: [{ path, code }] } };
}
