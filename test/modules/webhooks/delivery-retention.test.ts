import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { deactivateWebhook } from "../../../src/modules/webhooks/deactivate-webhook.ts";
import { getWebhookDeliveries } from "../../../src/modules/webhooks/get-webhook-deliveries.ts";
import { countEndpoints, deliveryQueueDepth } from "../../../src/modules/webhooks/index.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { emitEvents, sandboxContext, subscribe, type TestWorker, testWorker } from "../../support/delivery-worker.ts";
import { type WebhookReceiver, webhookReceiver } from "../../support/webhook-receiver.ts";

const DAY_SECONDS = 86_400;

let db: TestDatabase;
let worker: TestWorker;
let receiver: WebhookReceiver;
let ctx: Context;
let id: string;

beforeEach(async () => {
  db = await testDatabase();
  worker = testWorker(db);
  receiver = await webhookReceiver();
  ctx = await sandboxContext(db);
  ({ id } = await subscribe(ctx, receiver.url));
});
afterEach(async () => {
  await worker.close();
  await receiver.close();
  await db.close();
});

const DELIVERIES = statement(`
  select status, body is not null as has_body from webhook_deliveries
   where tenant_id = $1 and environment = $2 order by id limit 9000`);

const EVENTS = statement(`
  select sequence from outbox_events where tenant_id = $1 and environment = $2 order by sequence limit 100`);

async function deliveries(): Promise<{ status: string; has_body: boolean }[]> {
  return await ctx.db.rows(DELIVERIES);
}

async function attempts(): Promise<number> {
  const page = await invoke(getWebhookDeliveries, ctx, { webhook_id: id, limit: 100 });
  return (page as { items: readonly unknown[] }).items.length;
}

describe("what the service forgets", () => {
  test("is a finished delivery's body after 30 days and the rest with its attempts after 90", async () => {
    await emitEvents(ctx, 2);
    await worker.drain();
    db.clock.advance(30 * DAY_SECONDS - 1);
    await worker.prune();
    expect(await deliveries()).toEqual([
      { status: "delivered", has_body: true },
      { status: "delivered", has_body: true },
    ]);
    db.clock.advance(1);
    await worker.prune();
    expect(await deliveries()).toEqual([
      { status: "delivered", has_body: false },
      { status: "delivered", has_body: false },
    ]);
    db.clock.advance(60 * DAY_SECONDS - 1);
    await worker.prune();
    expect(await attempts()).toBe(2);
    db.clock.advance(1);
    await worker.prune();
    expect(await deliveries()).toEqual([]);
    expect(await attempts()).toBe(0);
  });

  test("is an event itself after 90 days; the service may remove no younger one", async () => {
    const now = db.clock.now().getTime();
    for (const [sequence, age_seconds] of [90 * DAY_SECONDS, 90 * DAY_SECONDS - 1].entries()) {
      const happened = new Date(now - age_seconds * 1000).toISOString();
      await ctx.db.transaction((tx) => tx.rows(OLD_EVENT, [ctx.newId(), happened, sequence + 1001]));
    }
    await emitEvents(ctx, 1);
    const left = async () => (await ctx.db.rows<{ sequence: number }>(EVENTS)).map(({ sequence }) => sequence);
    await worker.prune();
    expect(await left()).toEqual([1, 1002]);
    await db.database.system.rows(statement("select forget_outbox_events(now() + interval '1 year') limit 1"));
    expect(await left()).toEqual([1]);
  });

  test("never is what still waits, however old", async () => {
    receiver.reply(() => ({ status: 500 }));
    const patient = testWorker(db, { WEBHOOK_RETRY_SCHEDULE: "604800" });
    await emitEvents(ctx, 1);
    await patient.drain();
    const impatient = testWorker(db, { WEBHOOK_PAYLOAD_DAYS: "1", WEBHOOK_ATTEMPT_DAYS: "14" });
    db.clock.advance(15 * DAY_SECONDS);
    await impatient.prune();
    expect(await deliveries()).toEqual([{ status: "pending", has_body: true }]);
    receiver.reply(() => ({ status: 204 }));
    expect(await patient.drain()).toBe(1);
    db.clock.advance(14 * DAY_SECONDS);
    await impatient.prune();
    expect(await deliveries()).toEqual([]);
    await Promise.all([patient.close(), impatient.close()]);
  });

  test("goes in several statements when it is much", async () => {
    await ctx.db.transaction((tx) => tx.rows(MANY_FINISHED, [id, db.clock.now().toISOString()]));
    db.clock.advance(30 * DAY_SECONDS);
    await worker.prune();
    const left = await deliveries();
    expect(left).toHaveLength(4500);
    expect(left.every(({ has_body }) => !has_body)).toBe(true);
    db.clock.advance(60 * DAY_SECONDS);
    await worker.prune();
    expect(await deliveries()).toEqual([]);
  });

  test("what a subscription left behind that ended meanwhile is given up", async () => {
    await emitEvents(ctx, 1);
    await invoke(deactivateWebhook, ctx, { id });
    await ctx.db.transaction((tx) => tx.rows(AFTER_THE_END, [id, db.clock.now().toISOString()]));
    expect(await worker.drain()).toBe(0);
    await worker.prune();
    expect((await deliveries()).map(({ status }) => status)).toEqual(["failed", "failed"]);
  });
});

test("the metrics tell attempts by outcome, errors by class, and what waits", async () => {
  await emitEvents(ctx, 3);
  receiver.reply(() => ({ status: receiver.received.length === 1 ? 500 : 204 }));
  await worker.drain();
  await emitEvents(ctx, 2);
  db.clock.advance(5);
  expect(worker.counts.results()).toEqual({ delivered: 2, retrying: 1, failed: 0 });
  expect(worker.counts.errors()).toEqual({ http: 1 });
  const now = db.clock.now().toISOString();
  expect(await deliveryQueueDepth(db.database.system, now)).toEqual({ pending: 3, due: 2, oldest_due_seconds: 5 });
  expect(await countEndpoints(db.database.system, now)).toMatchObject({ disabled: 0, paused: 0 });
});

const OLD_EVENT = statement(`
  insert into outbox_events (tenant_id, environment, id, event, data, created_at, sequence)
  values ($1, $2, $3, 'target.created', '{}', $4::timestamptz, $5)`);
const MANY_FINISHED = statement(`
  insert into webhook_deliveries (tenant_id, environment, id, webhook_id, event_id, event, body, status, finished_at)
  select $1, $2, gen_random_uuid(), $3, gen_random_uuid(), 'target.created', '{}', 'delivered', $4::timestamptz
  from generate_series(1, 4500)`);
// As a fan-out leaves it whose transaction began before the subscription ended.
const AFTER_THE_END = statement(`
  insert into webhook_deliveries (tenant_id, environment, id, webhook_id, event_id, event, body, next_attempt_at)
  values ($1, $2, gen_random_uuid(), $3, gen_random_uuid(), 'target.created', '{}', $4::timestamptz)`);
