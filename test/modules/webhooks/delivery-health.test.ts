import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { listAuditEvents } from "../../../src/modules/audit/list-audit-events.ts";
import { getWebhookDeliveries } from "../../../src/modules/webhooks/get-webhook-deliveries.ts";
import { listWebhooks } from "../../../src/modules/webhooks/list-webhooks.ts";
import { testWebhook } from "../../../src/modules/webhooks/test-webhook.ts";
import type { WebhookRecord } from "../../../src/modules/webhooks/webhook.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { emitEvents, sandboxContext, subscribe, type TestWorker, testWorker } from "../../support/delivery-worker.ts";
import { type WebhookReceiver, webhookReceiver } from "../../support/webhook-receiver.ts";

let db: TestDatabase;
let worker: TestWorker;
let receiver: WebhookReceiver;
let ctx: Context;
let id: string;

beforeAll(async () => {
  receiver = await webhookReceiver();
});
afterAll(async () => {
  await receiver.close();
});
// What waits for the receivers of one test would be due in the next, whose clock goes on: each has its own database.
beforeEach(async () => {
  db = await testDatabase();
  worker = testWorker(db);
  ctx = await sandboxContext(db);
  ({ id } = await subscribe(ctx, receiver.url));
  receiver.received.length = 0;
  return async () => {
    await worker.close();
    await db.close();
  };
});

const answerWith = (status: number): void => receiver.reply(() => ({ status }));

async function webhook(): Promise<WebhookRecord | undefined> {
  const { items } = (await invoke(listWebhooks, ctx, {})) as { items: readonly WebhookRecord[] };
  return items.find((item) => item.id === id);
}

interface Attempt {
  readonly status: string;
  readonly next_attempt_at: string | null;
}

async function attempts(): Promise<readonly Attempt[]> {
  const page = await invoke(getWebhookDeliveries, ctx, { webhook_id: id, limit: 100 });
  return (page as { items: readonly Attempt[] }).items;
}

async function attemptStatuses(): Promise<string[]> {
  return (await attempts()).map(({ status }) => status);
}

async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    db.clock.advance(3600);
    await worker.drain();
  }
}

describe("a receiver that asks for a pause", () => {
  test("is left alone as long as it asked, whatever else that was under way comes back with", async () => {
    answerWith(204);
    await emitEvents(ctx, 8);
    await worker.drain();
    receiver.received.length = 0;
    let release = (): void => undefined;
    const asked = new Promise<void>((resolve) => (release = resolve));
    receiver.reply(async () => {
      if (receiver.received.length === 1) return { status: 503, headers: { "retry-after": "600" } };
      await asked;
      return { status: 500 };
    });
    await emitEvents(ctx, 2);
    const draining = worker.drain();
    while (((await webhook())?.last_failed_at ?? null) === null) await new Promise((resolve) => setTimeout(resolve, 5));
    release();
    await draining;
    expect(receiver.received).toHaveLength(2);
    answerWith(204);
    db.clock.advance(590);
    expect(await worker.drain()).toBe(0);
    db.clock.advance(10);
    expect(await worker.drain()).toBe(2);
  });
});

describe("410 Gone", () => {
  test("disables the subscription at once, gives up what waits for it, and says why", async () => {
    answerWith(500);
    await emitEvents(ctx, 1);
    await worker.drain();
    answerWith(410);
    await emitEvents(ctx, 1);
    await worker.drain();
    expect(await webhook()).toMatchObject({
      is_active: false,
      status: "disabled",
      deactivated_reason: "the receiver answered 410 Gone",
    });
    expect(await attemptStatuses()).toEqual(["failed", "failed"]);
    expect(worker.log.join("\n")).toContain("a webhook subscription was disabled");
    expect(worker.told).toEqual([id]);
    const audit = (await invoke(listAuditEvents, ctx, {})) as { items: readonly { action: string }[] };
    expect(audit.items[0]).toMatchObject({ action: "webhook.disabled", subject: id });
    answerWith(204);
    await emitEvents(ctx, 1);
    await hours(48);
    expect(receiver.received).toHaveLength(2);
  });

  test("to a test says nothing about the subscription; a test reaches a disabled one", async () => {
    answerWith(410);
    await invoke(testWebhook, ctx, { id });
    await worker.drain();
    expect(await webhook()).toMatchObject({ status: "active", last_failed_at: null });
    await emitEvents(ctx, 1);
    await worker.drain();
    expect(await webhook()).toMatchObject({ status: "disabled" });
    answerWith(204);
    await invoke(testWebhook, ctx, { id });
    expect(await worker.drain()).toBe(1);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toMatchObject({ event: "ping", test: true });
    expect((await attemptStatuses())[0]).toBe("delivered");
  });
});

describe("a receiver that only fails", () => {
  test("is disabled after five days, not before", async () => {
    answerWith(500);
    for (let day = 0; day < 5; day += 1) {
      await emitEvents(ctx, 1);
      await worker.drain();
      await hours(23);
      expect(await webhook(), `day ${day}`).toMatchObject({ status: "active" });
      await hours(1);
    }
    await emitEvents(ctx, 1);
    await hours(1);
    const record = await webhook();
    expect(record).toMatchObject({ status: "disabled" });
    expect(record?.deactivated_reason).toMatch(
      /^every attempt since 2026-06-15T12:00:0\d\.\d+Z has failed, for 5 days$/,
    );
    const now = db.clock.now().toISOString();
    expect((await attempts()).filter(({ next_attempt_at }) => (next_attempt_at ?? "") > now)).toEqual([]);
    const sent = receiver.received.length;
    await hours(48);
    expect(receiver.received).toHaveLength(sent);
  });

  test("is not disabled when one delivery arrived in between", async () => {
    answerWith(500);
    await emitEvents(ctx, 1);
    await hours(60);
    answerWith(204);
    await emitEvents(ctx, 1);
    await hours(1);
    answerWith(500);
    for (let day = 0; day < 3; day += 1) {
      await emitEvents(ctx, 1);
      await hours(24);
    }
    expect(await webhook()).toMatchObject({ status: "active" });
  });

  test("now and then, a week apart, is not disabled", async () => {
    receiver.reply(({ headers }) => ({ status: headers["x-svc-attempt"] === "1" ? 500 : 410 }));
    const single = testWorker(db, { WEBHOOK_RETRY_SCHEDULE: "none" });
    for (let week = 0; week < 4; week += 1) {
      await emitEvents(ctx, 1);
      expect(await single.drain()).toBe(1);
      db.clock.advance(7 * 86_400);
    }
    await single.close();
    expect(await webhook()).toMatchObject({ status: "active" });
    expect(await attemptStatuses()).toEqual(["failed", "failed", "failed", "failed"]);
  });

  test("is left alone after ten failures in a row, then tried with one delivery; the first success lets all through", async () => {
    answerWith(500);
    await emitEvents(ctx, 30);
    await worker.drain();
    const beforePause = receiver.received.length;
    expect(beforePause).toBeGreaterThanOrEqual(10);
    expect(beforePause).toBeLessThan(18);
    db.clock.advance(29);
    expect(await worker.drain()).toBe(0);
    db.clock.advance(1);
    expect(await worker.drain()).toBe(1);
    db.clock.advance(59);
    expect(await worker.drain()).toBe(0);
    answerWith(204);
    db.clock.advance(300);
    await worker.drain();
    expect(await webhook()).toMatchObject({ status: "active" });
    const [waiting] = await ctx.db.rows<{ waiting: number }>(WAITING);
    // What failed waits for its own time; what was never tried has arrived.
    expect(waiting).toEqual({ waiting: 0 });
  });
});

const WAITING = statement(`
  select count(*) as waiting from webhook_deliveries
   where tenant_id = $1 and environment = $2 and status = 'pending' and attempts = 0 order by 1 limit 1`);
