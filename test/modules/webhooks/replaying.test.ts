import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { createWebhook } from "../../../src/modules/webhooks/create-webhook.ts";
import { deactivateWebhook } from "../../../src/modules/webhooks/deactivate-webhook.ts";
import { getWebhookDelivery } from "../../../src/modules/webhooks/get-webhook-delivery.ts";
import { replayWebhookDelivery } from "../../../src/modules/webhooks/replay-webhook-delivery.ts";
import { testWebhook } from "../../../src/modules/webhooks/test-webhook.ts";
import type { CreatedWebhook } from "../../../src/modules/webhooks/webhook.ts";
import type { DeliveryDetail, WebhookDelivery } from "../../../src/modules/webhooks/webhook-delivery.ts";
import { type QueueCompany, refusalOf, type WebhookQueue, webhookQueue } from "../../support/webhook-queue.ts";

/** Replays and tests as rows of the queue; that they arrive is sent-again.test.ts. */
let site: WebhookQueue;
let at: QueueCompany;

beforeAll(async () => {
  site = await webhookQueue();
});
afterAll(() => site.close());
beforeEach(async () => {
  at = await site.company();
});

const UNKNOWN = "0198c0de-0000-7000-8000-00000000dead";

describe("replaying one delivery", () => {
  test("[contract 4.4.webhooks, 6.2.3] makes a new delivery of the same event with the same bytes, due at once", async () => {
    await at.emit("a");
    const [original] = await at.queue();
    await at.finish("failed", "a");
    const path = { webhook_id: at.webhook.id, delivery_id: original?.id };
    const replay = await at.call<WebhookDelivery>(replayWebhookDelivery, path);
    expect(replay).toMatchObject({ kind: "replay", replay_of: original?.id, event_id: original?.event_id });
    expect(replay).toMatchObject({ status: "pending", attempts_made: 0, event: "target.created" });
    expect(replay.id).not.toBe(original?.id);
    expect(Date.parse(replay.next_attempt_at ?? "")).toBeLessThanOrEqual(site.db.clock.now().getTime());
    const detail = await at.call<DeliveryDetail>(getWebhookDelivery, {
      webhook_id: at.webhook.id,
      delivery_id: replay.id,
    });
    expect(detail).toEqual({ ...replay, body: original?.body, attempts: [] });
    expect(await at.audit()).toEqual(["webhook.created", "webhook.delivery_replayed"]);
  });

  test("works on a disabled subscription, and not on one that has ended", async () => {
    await at.emit("a");
    const [original] = await at.queue();
    const path = { webhook_id: at.webhook.id, delivery_id: original?.id };
    await at.disable();
    expect(await at.call(replayWebhookDelivery, path)).toMatchObject({ kind: "replay", status: "pending" });
    await at.call(deactivateWebhook, { id: at.webhook.id });
    await expect(at.call(replayWebhookDelivery, path)).rejects.toMatchObject(refusalOf("webhook_id", "webhook_ended"));
  });

  test("is refused as not found when the body is no longer kept, and its record is still shown", async () => {
    await at.emit("a");
    const [original] = await at.queue();
    const path = { webhook_id: at.webhook.id, delivery_id: original?.id };
    await at.finish("delivered", "a");
    await site.owner.query("update webhook_deliveries set body = null where id = $1", [original?.id]);
    await expect(at.call(replayWebhookDelivery, path)).rejects.toMatchObject({
      code: "resource.not_found",
      detail: expect.stringContaining("no longer kept"),
    });
    expect(await at.call(getWebhookDelivery, path)).toMatchObject({ status: "delivered", body: null });
  });

  test("of another subscription, company or environment is not found, with the words for an unknown id", async () => {
    await at.emit("a");
    const [original] = await at.queue();
    const other = await at.call<CreatedWebhook>(createWebhook, {
      url: "https://hooks.example.com/y",
      events: ["target.created"],
    });
    const sandbox = site.db.context({ ...at.tenant, environment: "sandbox" });
    const paths: [object, Context][] = [
      [{ webhook_id: at.webhook.id, delivery_id: UNKNOWN }, at.ctx],
      [{ webhook_id: other.id, delivery_id: original?.id }, at.ctx],
      [{ webhook_id: at.webhook.id, delivery_id: original?.id }, sandbox],
      [{ webhook_id: at.webhook.id, delivery_id: original?.id }, site.db.context(await site.db.tenant())],
    ];
    const refused = {
      code: "resource.not_found",
      detail: "No webhook delivery with this id is visible to this key.",
    };
    for (const [path, of] of paths) {
      await expect(at.call(replayWebhookDelivery, path, of)).rejects.toMatchObject(refused);
      await expect(at.call(getWebhookDelivery, path, of)).rejects.toMatchObject(refused);
    }
    expect(await at.queue()).toHaveLength(1);
  });
});

describe("a test", () => {
  test("is a ping marked as a test, outside the company's events, also for a disabled subscription", async () => {
    await at.disable();
    const delivery = await at.call<WebhookDelivery>(testWebhook, { id: at.webhook.id });
    expect(delivery).toMatchObject({ kind: "test", event: "ping", status: "pending", replay_of: null });
    const [row] = await at.queue();
    expect(JSON.parse(row?.body ?? "")).toEqual({
      id: delivery.event_id,
      event: "ping",
      schema_version: 1,
      created_at: site.db.clock.now().toISOString(),
      environment: "live",
      sequence: null,
      data: { id: at.webhook.id },
      test: true,
    });
    const events = await site.owner.query("select 1 from outbox_events where tenant_id = $1", [at.tenant.id]);
    expect(events.rows).toEqual([]);
    expect(await at.audit()).toEqual(["webhook.created", "webhook.tested"]);
    await at.call(deactivateWebhook, { id: at.webhook.id });
    await expect(at.call(testWebhook, { id: at.webhook.id })).rejects.toMatchObject(refusalOf("id", "webhook_ended"));
  });
});
