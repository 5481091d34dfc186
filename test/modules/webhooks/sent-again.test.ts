import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enableWebhook } from "../../../src/modules/webhooks/enable-webhook.ts";
import { getWebhook } from "../../../src/modules/webhooks/get-webhook.ts";
import { getWebhookDeliveries } from "../../../src/modules/webhooks/get-webhook-deliveries.ts";
import { getWebhookDelivery } from "../../../src/modules/webhooks/get-webhook-delivery.ts";
import { recoverWebhook } from "../../../src/modules/webhooks/recover-webhook.ts";
import { replayWebhookDelivery } from "../../../src/modules/webhooks/replay-webhook-delivery.ts";
import { testWebhook } from "../../../src/modules/webhooks/test-webhook.ts";
import { updateWebhook } from "../../../src/modules/webhooks/update-webhook.ts";
import type { DeliveryAttempt, WebhookRecord, WebhookState } from "../../../src/modules/webhooks/webhook.ts";
import type { DeliveryDetail, WebhookDelivery } from "../../../src/modules/webhooks/webhook-delivery.ts";
import { type DeliverySite, deliverySite, headerOf, type Subscriber } from "../../support/delivery-site.ts";
import { emitEvents } from "../../support/delivery-worker.ts";

/** Replays, tests and recoveries as they arrive. */
let site: DeliverySite;
let at: Subscriber;

beforeAll(async () => {
  site = await deliverySite();
});
afterAll(() => site.close());
beforeEach(async () => {
  at = await site.subscriber();
});

test("[contract 4.4.webhooks, 6.2.3] a replay has the event's id and bytes, a delivery id of its own and a fresh signature", async () => {
  const first = await at.delivered();
  site.db.clock.advance(3600);
  const path = { webhook_id: at.webhook.id, delivery_id: headerOf(first, "x-svc-delivery-id") };
  const replay = await at.call<WebhookDelivery>(replayWebhookDelivery, path);
  expect(await site.worker.drain()).toBe(1);
  const again = at.newest();
  expect(again.body).toBe(first.body);
  expect(headerOf(again, "x-svc-event-id")).toBe(headerOf(first, "x-svc-event-id"));
  expect(headerOf(again, "x-svc-delivery-id")).toBe(replay.id);
  expect(replay.id).not.toBe(path.delivery_id);
  expect(await at.verdict(again, at.webhook.signing_secret)).toBe("target.created");
  expect(await at.verdict(first, at.webhook.signing_secret)).toBe("timestamp_outside_tolerance");
});

test("an attempt's id in the list leads to its delivery as well as the delivery's own", async () => {
  site.receiver.reply(() => ({ status: 500, body: "try later" }));
  const first = await at.delivered();
  const { items } = await at.call<{ items: DeliveryAttempt[] }>(getWebhookDeliveries, { webhook_id: at.webhook.id });
  const [attempt] = items;
  const delivery_id = headerOf(first, "x-svc-delivery-id");
  expect(attempt).toMatchObject({ delivery_id, error_class: "http", http_status: 500, status: "retrying" });
  expect(attempt).toMatchObject({ resolved_address: "127.0.0.1", latency_ms: expect.any(Number) });
  const found = await at.call<DeliveryDetail>(getWebhookDelivery, {
    webhook_id: at.webhook.id,
    delivery_id: attempt?.id,
  });
  expect(found).toEqual(await at.call(getWebhookDelivery, { webhook_id: at.webhook.id, delivery_id }));
  expect(found).toMatchObject({ id: delivery_id, status: "pending", attempts_made: 1, body: first.body });
  expect(found.attempts).toEqual([{ ...attempt, response_excerpt: "try later" }]);
  const path = { webhook_id: at.webhook.id, delivery_id: attempt?.id };
  expect(await at.call(replayWebhookDelivery, path)).toMatchObject({ replay_of: delivery_id });
});

test("a receiver that said Gone gets tests and replays while disabled, and after enabling everything that it missed", async () => {
  const arrived = await at.delivered();
  site.receiver.reply(() => ({ status: 410 }));
  await at.delivered();
  expect(await at.call(getWebhook, { id: at.webhook.id })).toMatchObject({
    status: "disabled",
    disabled_at: expect.any(String),
  });
  site.receiver.reply(() => ({ status: 204 }));
  site.receiver.received.length = 0;
  await emitEvents(at.ctx, 3);
  expect(await site.worker.drain()).toBe(0);

  const tested = await at.call<WebhookDelivery>(testWebhook, { id: at.webhook.id });
  expect(await site.worker.drain()).toBe(1);
  expect(JSON.parse(at.newest().body)).toMatchObject({ event: "ping", test: true, data: { id: at.webhook.id } });
  expect(await at.verdict(at.newest(), at.webhook.signing_secret)).toBe("ping");
  const path = { webhook_id: at.webhook.id, delivery_id: tested.id };
  expect(await at.call(getWebhookDelivery, path)).toMatchObject({
    kind: "test",
    status: "delivered",
    attempts_made: 1,
  });
  const first = { webhook_id: at.webhook.id, delivery_id: headerOf(arrived, "x-svc-delivery-id") };
  await at.call(replayWebhookDelivery, first);
  expect(await site.worker.drain()).toBe(1);
  expect(at.newest().body).toBe(arrived.body);

  site.receiver.received.length = 0;
  await at.call(enableWebhook, { id: at.webhook.id });
  const since = new Date(site.db.clock.now().getTime() - 3_600_000).toISOString();
  // The one that was answered with 410, and the three of the time after.
  expect(await at.call(recoverWebhook, { id: at.webhook.id, since })).toMatchObject({ recovered: 4, has_more: false });
  expect(await site.worker.drain()).toBe(4);
  const sequences = site.receiver.received.map(({ body }) => JSON.parse(body).sequence as number);
  expect(sequences.toSorted((left, right) => left - right)).toEqual([2, 3, 4, 5]);
  for (const delivery of site.receiver.received) {
    expect(await at.verdict(delivery, at.webhook.signing_secret)).toBe("target.created");
  }
  expect(await at.call(recoverWebhook, { id: at.webhook.id, since })).toMatchObject({ recovered: 0 });
});

test("what waits goes to the new address of a subscription, signed as before, and not to the former one", async () => {
  site.receiver.reply(() => ({ status: 500 }));
  for (let count = 0; count < 12; count += 1) await at.delivered();
  expect((await at.call<WebhookState>(getWebhook, { id: at.webhook.id })).paused_until).not.toBeNull();
  site.receiver.reply(() => ({ status: 204 }));
  const url = `${site.receiver.url}moved`;
  const moved = await at.call<WebhookRecord>(updateWebhook, { id: at.webhook.id, url });
  expect(moved).toMatchObject({ url, events: ["target.created"], status: "active" });
  expect(await at.call(getWebhook, { id: at.webhook.id })).toMatchObject({ paused_until: null, first_failed_at: null });
  site.receiver.received.length = 0;
  site.db.clock.advance(60);
  await site.worker.drain();
  const arrived = (path: string) => site.receiver.received.filter((delivery) => delivery.path === path);
  expect(arrived(new URL(at.webhook.url).pathname)).toEqual([]);
  const [delivery] = arrived("/moved");
  expect(delivery && (await at.verdict(delivery, at.webhook.signing_secret))).toBe("target.created");
});
