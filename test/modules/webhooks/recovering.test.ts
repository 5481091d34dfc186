import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deactivateWebhook } from "../../../src/modules/webhooks/deactivate-webhook.ts";
import { createWebhook } from "../../../src/modules/webhooks/create-webhook.ts";
import { enableWebhook } from "../../../src/modules/webhooks/enable-webhook.ts";
import { getWebhook } from "../../../src/modules/webhooks/get-webhook.ts";
import { recoverWebhook } from "../../../src/modules/webhooks/recover-webhook.ts";
import { rotateWebhookSecret } from "../../../src/modules/webhooks/rotate-webhook-secret.ts";
import type { WebhookRecord, WebhookState } from "../../../src/modules/webhooks/webhook.ts";
import { type QueueCompany, refusalOf, type WebhookQueue, webhookQueue } from "../../support/webhook-queue.ts";

/** What a subscription missed, and how it comes back; that it arrives is sent-again.test.ts. */
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

describe("recovering", () => {
  const recover = (since: string, id = at.webhook.id) =>
    at.call<{ recovered: number; has_more: boolean }>(recoverWebhook, { id, since });
  const ago = (ms: number) => new Date(site.db.clock.now().getTime() - ms).toISOString();
  const DAY_MS = 86_400_000;

  test("sends what was given up and what was never sent, once, in the order of the events", async () => {
    for (const id of ["arrived", "given up", "waiting"]) await at.emit(id);
    await at.finish("delivered", "arrived");
    await at.finish("failed", "given up");
    const given_up = (await at.queue()).find(({ status }) => status === "failed");
    await at.disable();
    for (const id of ["missed 1", "missed 2"]) await at.emit(id);
    expect(await at.recordsOf("pending")).toEqual(["waiting"]);
    await expect(recover(ago(60_000))).rejects.toMatchObject(refusalOf("id", "webhook_disabled"));
    await at.call(enableWebhook, { id: at.webhook.id });
    expect(await recover(ago(60_000))).toMatchObject({ webhook_id: at.webhook.id, recovered: 3, has_more: false });
    const pending = (await at.queue()).filter(({ status }) => status === "pending");
    const sent = pending.map(({ body, kind, replay_of }) => ({ ...JSON.parse(body), kind, replay_of }));
    expect(sent.map(({ data }): string => data.id).toSorted()).toEqual(["given up", "missed 1", "missed 2", "waiting"]);
    const again = pending.find(({ replay_of }) => replay_of !== null);
    expect(again).toMatchObject({ body: given_up?.body, replay_of: given_up?.id, event_id: given_up?.event_id });
    // What was never fanned out has the body that it would have had.
    const event = await site.owner.query(
      "select id, sequence from outbox_events where tenant_id = $1 and data ->> 'id' = 'missed 1'",
      [at.tenant.id],
    );
    const { kind, replay_of, created_at, ...missed } = sent.find(({ data }) => data.id === "missed 1") ?? {};
    expect([kind, replay_of]).toEqual(["event", null]);
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(missed).toEqual({
      id: event.rows[0].id,
      event: "target.created",
      schema_version: 1,
      environment: "live",
      sequence: Number(event.rows[0].sequence),
      data: { id: "missed 1", name: 'Målet "missed 1"' },
    });
    expect(await recover(ago(60_000))).toMatchObject({ recovered: 0, has_more: false });
    expect((await at.audit()).filter((action) => action === "webhook.recovered")).toHaveLength(2);
  });

  test("counts from the moment given, and not from before the subscription", async () => {
    for (const id of ["old", "new"]) await at.emit(id);
    await at.finish("failed", "old", "new");
    await site.owner.query(
      `update outbox_events set created_at = now() - interval '3 days' where tenant_id = $1 and data ->> 'id' = 'old'`,
      [at.tenant.id],
    );
    await site.owner.query(
      `update webhook_deliveries set created_at = now() - interval '3 days'
        where tenant_id = $1 and body::json -> 'data' ->> 'id' = 'old'`,
      [at.tenant.id],
    );
    expect(await recover(ago(13 * DAY_MS))).toMatchObject({ recovered: 1 });
    await site.owner.query("update webhooks set created_at = now() - interval '9 days' where id = $1", [at.webhook.id]);
    expect(await recover(ago(2 * DAY_MS))).toMatchObject({ recovered: 0 });
    expect(await recover(ago(4 * DAY_MS))).toMatchObject({ recovered: 1 });
  });

  test("goes back at most 14 days and never into the future", async () => {
    await expect(recover(ago(14 * DAY_MS + 1))).rejects.toMatchObject(refusalOf("since", "too_long_ago"));
    await expect(recover(ago(-1))).rejects.toMatchObject(refusalOf("since", "in_future"));
    await expect(recover(ago(14 * DAY_MS))).resolves.toMatchObject({ recovered: 0 });
    await expect(recover(ago(0), UNKNOWN)).rejects.toMatchObject({ code: "resource.not_found" });
  });

  test("takes 10,000 events at a time, the oldest first, and says that there are more", async () => {
    await at.disable();
    await site.owner.query(
      `insert into outbox_events (tenant_id, environment, id, event, data, sequence)
       select $1, 'live', gen_random_uuid(), 'target.created', jsonb_build_object('id', n::text), n
         from generate_series(1, 10003) n`,
      [at.tenant.id],
    );
    await at.call(enableWebhook, { id: at.webhook.id });
    expect(await recover(ago(60_000))).toMatchObject({ recovered: 10_000, has_more: true });
    const first = new Set(await at.recordsOf("pending"));
    expect(first.has("10000")).toBe(true);
    expect(first.has("10001")).toBe(false);
    expect(await recover(ago(60_000))).toMatchObject({ recovered: 3, has_more: false });
  });

  test("while events are being written, enabling and then recovering gives each of them exactly one delivery", async () => {
    await at.disable();
    const ids = Array.from({ length: 60 }, (_, index) => `event ${index}`);
    const writing = ids.map((id) => at.emit(id));
    await Promise.race(writing);
    await at.call(enableWebhook, { id: at.webhook.id });
    await recover(ago(60_000));
    await Promise.all(writing);
    expect((await at.recordsOf("pending")).toSorted()).toEqual(ids.toSorted());
  });

  test("only of the events that the subscription wants", async () => {
    await at.disable();
    await at.ctx.db.transaction((tx) => at.ctx.emit(tx, "report.attested", { id: "r" }));
    await at.call(enableWebhook, { id: at.webhook.id });
    expect(await recover(ago(60_000))).toMatchObject({ recovered: 0 });
  });
});

describe("enabling, ending and looking", () => {
  test("a disabled subscription is active again as if it had never failed, once", async () => {
    await at.disable();
    expect(await at.call<WebhookState>(getWebhook, { id: at.webhook.id })).toMatchObject({
      status: "disabled",
      is_active: false,
      deactivated_reason: "only failures for 5 days",
      disabled_at: expect.any(String),
      first_failed_at: expect.any(String),
      paused_until: expect.any(String),
    });
    const record = await at.call<WebhookRecord>(enableWebhook, { id: at.webhook.id });
    expect(record).toMatchObject({ status: "active", is_active: true, deactivated_reason: null });
    expect(await at.call(enableWebhook, { id: at.webhook.id })).toEqual(record);
    expect(await at.call(getWebhook, { id: at.webhook.id })).toEqual({
      ...record,
      first_failed_at: null,
      paused_until: null,
      disabled_at: null,
      previous_secret_expires_at: null,
      pending_deliveries: 0,
    });
    expect(await at.audit()).toEqual(["webhook.created", "webhook.enabled"]);
  });

  test("one that the company ended stays ended, and what waited for it is given up", async () => {
    for (const id of ["a", "b"]) await at.emit(id);
    expect(await at.call(getWebhook, { id: at.webhook.id })).toMatchObject({ pending_deliveries: 2 });
    await at.call(deactivateWebhook, { id: at.webhook.id });
    expect((await at.queue()).map(({ status }) => status)).toEqual(["failed", "failed"]);
    await expect(at.call(enableWebhook, { id: at.webhook.id })).rejects.toMatchObject(refusalOf("id", "webhook_ended"));
    const since = site.db.clock.now().toISOString();
    await expect(at.call(recoverWebhook, { id: at.webhook.id, since })).rejects.toMatchObject(
      refusalOf("id", "webhook_ended"),
    );
  });

  test("enabling counts against the 50 active ones", async () => {
    await at.disable();
    for (let count = 0; count < 50; count += 1) {
      await at.call(createWebhook, { url: "https://hooks.example.com/x", events: ["target.created"] });
    }
    await expect(at.call(enableWebhook, { id: at.webhook.id })).rejects.toMatchObject(refusalOf("id", "limit_reached"));
  });

  test("shows until when the former secret signs as well, and nothing when that is over", async () => {
    const { previous_secret_expires_at: until } = await at.call<{ previous_secret_expires_at: string }>(
      rotateWebhookSecret,
      { id: at.webhook.id, grace_period_seconds: 60 },
    );
    const state = async () =>
      (await at.call<WebhookState>(getWebhook, { id: at.webhook.id })).previous_secret_expires_at;
    expect(Date.parse((await state()) ?? "")).toBe(Date.parse(until));
    site.db.clock.advance(61);
    expect(await state()).toBeNull();
  });
});
