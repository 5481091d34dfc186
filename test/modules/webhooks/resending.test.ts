import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import type { Operation } from "../../../src/core/operation.ts";
import { createWebhook } from "../../../src/modules/webhooks/create-webhook.ts";
import { deactivateWebhook } from "../../../src/modules/webhooks/deactivate-webhook.ts";
import { enableWebhook } from "../../../src/modules/webhooks/enable-webhook.ts";
import { getWebhook } from "../../../src/modules/webhooks/get-webhook.ts";
import { getWebhookDelivery } from "../../../src/modules/webhooks/get-webhook-delivery.ts";
import { recoverWebhook } from "../../../src/modules/webhooks/recover-webhook.ts";
import { replayWebhookDelivery } from "../../../src/modules/webhooks/replay-webhook-delivery.ts";
import { rotateWebhookSecret } from "../../../src/modules/webhooks/rotate-webhook-secret.ts";
import { testWebhook } from "../../../src/modules/webhooks/test-webhook.ts";
import type { CreatedWebhook, WebhookRecord, WebhookState } from "../../../src/modules/webhooks/webhook.ts";
import type { DeliveryDetail, WebhookDelivery } from "../../../src/modules/webhooks/webhook-delivery.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";

/** What people ask to be sent again, as rows of the queue; that it arrives is test/modules/webhooks/real-deliveries. */
let db: TestDatabase;
let owner: Client;
let tenant: TenantIdentity;
let ctx: Context;
let webhook: CreatedWebhook;

beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.close();
});
beforeEach(async () => {
  db.clock.set(new Date().toISOString());
  tenant = await db.tenant();
  ctx = db.context(tenant);
  webhook = await call(createWebhook, { url: "https://hooks.example.com/x", events: ["target.created"] });
});

const call = async <Answer>(operation: Operation, input: object, of: Context = ctx): Promise<Answer> =>
  // Each caller names the operation's own output.
  (await invoke(operation, of, input)) as Answer;
const issue = (path: string, code: string) => ({
  code: "request.validation_failed",
  extras: { issues: [{ path, code }] },
});
const emit = (id: string) => ctx.db.transaction((tx) => ctx.emit(tx, "target.created", { id, name: `Målet "${id}"` }));
const UNKNOWN = "0198c0de-0000-7000-8000-00000000dead";

/** The queue's rows, oldest first. */
async function queue(): Promise<(WebhookDelivery & { readonly body: string })[]> {
  const { rows } = await owner.query(
    "select * from webhook_deliveries where tenant_id = $1 order by created_at, body, id limit 20000",
    [tenant.id],
  );
  return rows;
}
const bodies = async (status: string) =>
  (await queue()).filter((row) => row.status === status).map(({ body }) => JSON.parse(body).data.id as string);

/** As the queue leaves deliveries of these events. */
async function finish(status: "delivered" | "failed", ...ids: readonly string[]): Promise<void> {
  await owner.query(
    `update webhook_deliveries set status = $2, finished_at = now(), next_attempt_at = null
      where tenant_id = $1 and status = 'pending' and body::json -> 'data' ->> 'id' = any ($3)`,
    [tenant.id, status, ids],
  );
}
/** As the service switches a subscription off. */
async function disable(): Promise<void> {
  await owner.query(
    `update webhooks set status = 'disabled', deactivated_reason = 'only failures for 5 days', disabled_at = now(),
       first_failed_at = now() - interval '5 days', consecutive_failures = 40, paused_until = now() + interval '1 hour'
      where id = $1`,
    [webhook.id],
  );
}
const audit = async () =>
  (
    await owner.query<{ action: string }>("select action from audit_events where tenant_id = $1 order by seq", [
      tenant.id,
    ])
  ).rows.map(({ action }) => action);

describe("replaying one delivery", () => {
  test("[spec 4.4.webhooks, 6.2.3] makes a new delivery of the same event with the same bytes, due at once", async () => {
    await emit("a");
    const [original] = await queue();
    await finish("failed", "a");
    const path = { webhook_id: webhook.id, delivery_id: original?.id };
    const replay = await call<WebhookDelivery>(replayWebhookDelivery, path);
    expect(replay).toMatchObject({ kind: "replay", replay_of: original?.id, event_id: original?.event_id });
    expect(replay).toMatchObject({ status: "pending", attempts_made: 0, event: "target.created" });
    expect(replay.id).not.toBe(original?.id);
    expect(Date.parse(replay.next_attempt_at ?? "")).toBeLessThanOrEqual(db.clock.now().getTime());
    const detail = await call<DeliveryDetail>(getWebhookDelivery, { webhook_id: webhook.id, delivery_id: replay.id });
    expect(detail).toEqual({ ...replay, body: original?.body, attempts: [] });
    expect(await audit()).toEqual(["webhook.created", "webhook.delivery_replayed"]);
  });

  test("works on a disabled subscription, and not on one that has ended", async () => {
    await emit("a");
    const [original] = await queue();
    const path = { webhook_id: webhook.id, delivery_id: original?.id };
    await disable();
    expect(await call(replayWebhookDelivery, path)).toMatchObject({ kind: "replay", status: "pending" });
    await call(deactivateWebhook, { id: webhook.id });
    await expect(call(replayWebhookDelivery, path)).rejects.toMatchObject(issue("webhook_id", "webhook_ended"));
  });

  test("is refused as not found when the body is no longer kept, and its record is still shown", async () => {
    await emit("a");
    const [original] = await queue();
    const path = { webhook_id: webhook.id, delivery_id: original?.id };
    await finish("delivered", "a");
    await owner.query("update webhook_deliveries set body = null where id = $1", [original?.id]);
    await expect(call(replayWebhookDelivery, path)).rejects.toMatchObject({
      code: "resource.not_found",
      detail: expect.stringContaining("no longer kept"),
    });
    expect(await call(getWebhookDelivery, path)).toMatchObject({ status: "delivered", body: null });
  });

  test("of another subscription, company or environment is not found, with the words for an unknown id", async () => {
    await emit("a");
    const [original] = await queue();
    const other = await call<CreatedWebhook>(createWebhook, {
      url: "https://hooks.example.com/y",
      events: ["target.created"],
    });
    const sandbox = db.context({ ...tenant, environment: "sandbox" });
    const paths: [object, Context][] = [
      [{ webhook_id: webhook.id, delivery_id: UNKNOWN }, ctx],
      [{ webhook_id: other.id, delivery_id: original?.id }, ctx],
      [{ webhook_id: webhook.id, delivery_id: original?.id }, sandbox],
      [{ webhook_id: webhook.id, delivery_id: original?.id }, db.context(await db.tenant())],
    ];
    const refused = { code: "resource.not_found", detail: "No webhook delivery with this id is visible to this key." };
    for (const [path, of] of paths) {
      await expect(call(replayWebhookDelivery, path, of)).rejects.toMatchObject(refused);
      await expect(call(getWebhookDelivery, path, of)).rejects.toMatchObject(refused);
    }
    expect(await queue()).toHaveLength(1);
  });
});

describe("a test", () => {
  test("is a ping marked as a test, outside the company's events, also for a disabled subscription", async () => {
    await disable();
    const delivery = await call<WebhookDelivery>(testWebhook, { id: webhook.id });
    expect(delivery).toMatchObject({ kind: "test", event: "ping", status: "pending", replay_of: null });
    const [row] = await queue();
    expect(JSON.parse(row?.body ?? "")).toEqual({
      id: delivery.event_id,
      event: "ping",
      schema_version: 1,
      created_at: db.clock.now().toISOString(),
      environment: "live",
      sequence: null,
      data: { id: webhook.id },
      test: true,
    });
    const events = await owner.query("select 1 from outbox_events where tenant_id = $1", [tenant.id]);
    expect(events.rows).toEqual([]);
    expect(await audit()).toEqual(["webhook.created", "webhook.tested"]);
    await call(deactivateWebhook, { id: webhook.id });
    await expect(call(testWebhook, { id: webhook.id })).rejects.toMatchObject(issue("id", "webhook_ended"));
  });
});

describe("recovering", () => {
  const recover = (since: string, id = webhook.id) =>
    call<{ recovered: number; has_more: boolean }>(recoverWebhook, { id, since });
  const ago = (ms: number) => new Date(db.clock.now().getTime() - ms).toISOString();
  const DAY_MS = 86_400_000;

  test("sends what was given up and what was never sent, once, in the order of the events", async () => {
    for (const id of ["arrived", "given up", "waiting"]) await emit(id);
    await finish("delivered", "arrived");
    await finish("failed", "given up");
    const given_up = (await queue()).find(({ status }) => status === "failed");
    await disable();
    for (const id of ["missed 1", "missed 2"]) await emit(id);
    expect(await bodies("pending")).toEqual(["waiting"]);
    await expect(recover(ago(60_000))).rejects.toMatchObject(issue("id", "webhook_disabled"));
    await call(enableWebhook, { id: webhook.id });
    expect(await recover(ago(60_000))).toMatchObject({ webhook_id: webhook.id, recovered: 3, has_more: false });
    const pending = (await queue()).filter(({ status }) => status === "pending");
    const sent = pending.map(({ body, kind, replay_of }) => ({ ...JSON.parse(body), kind, replay_of }));
    expect(sent.map(({ data }): string => data.id).toSorted()).toEqual(["given up", "missed 1", "missed 2", "waiting"]);
    const again = pending.find(({ replay_of }) => replay_of !== null);
    expect(again).toMatchObject({ body: given_up?.body, replay_of: given_up?.id, event_id: given_up?.event_id });
    // What was never fanned out has the body that it would have had.
    const event = await owner.query(
      "select id, sequence from outbox_events where tenant_id = $1 and data ->> 'id' = 'missed 1'",
      [tenant.id],
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
    expect((await audit()).filter((action) => action === "webhook.recovered")).toHaveLength(2);
  });

  test("counts from the moment given, and not from before the subscription", async () => {
    for (const id of ["old", "new"]) await emit(id);
    await finish("failed", "old", "new");
    await owner.query(
      `update outbox_events set created_at = now() - interval '3 days' where tenant_id = $1 and data ->> 'id' = 'old'`,
      [tenant.id],
    );
    await owner.query(
      `update webhook_deliveries set created_at = now() - interval '3 days'
        where tenant_id = $1 and body::json -> 'data' ->> 'id' = 'old'`,
      [tenant.id],
    );
    expect(await recover(ago(13 * DAY_MS))).toMatchObject({ recovered: 1 });
    await owner.query("update webhooks set created_at = now() - interval '9 days' where id = $1", [webhook.id]);
    expect(await recover(ago(2 * DAY_MS))).toMatchObject({ recovered: 0 });
    expect(await recover(ago(4 * DAY_MS))).toMatchObject({ recovered: 1 });
  });

  test("goes back at most 14 days and never into the future", async () => {
    await expect(recover(ago(14 * DAY_MS + 1))).rejects.toMatchObject(issue("since", "too_long_ago"));
    await expect(recover(ago(-1))).rejects.toMatchObject(issue("since", "in_future"));
    await expect(recover(ago(14 * DAY_MS))).resolves.toMatchObject({ recovered: 0 });
    await expect(recover(ago(0), UNKNOWN)).rejects.toMatchObject({ code: "resource.not_found" });
  });

  test("takes 10,000 events at a time, the oldest first, and says that there are more", async () => {
    await disable();
    await owner.query(
      `insert into outbox_events (tenant_id, environment, id, event, data, sequence)
       select $1, 'live', gen_random_uuid(), 'target.created', jsonb_build_object('id', n::text), n
         from generate_series(1, 10003) n`,
      [tenant.id],
    );
    await call(enableWebhook, { id: webhook.id });
    expect(await recover(ago(60_000))).toMatchObject({ recovered: 10_000, has_more: true });
    const first = new Set(await bodies("pending"));
    expect(first.has("10000")).toBe(true);
    expect(first.has("10001")).toBe(false);
    expect(await recover(ago(60_000))).toMatchObject({ recovered: 3, has_more: false });
  });

  test("only of the events that the subscription wants", async () => {
    await disable();
    await ctx.db.transaction((tx) => ctx.emit(tx, "report.attested", { id: "r" }));
    await call(enableWebhook, { id: webhook.id });
    expect(await recover(ago(60_000))).toMatchObject({ recovered: 0 });
  });
});

describe("enabling, ending and looking", () => {
  test("a disabled subscription is active again as if it had never failed, once", async () => {
    await disable();
    expect(await call<WebhookState>(getWebhook, { id: webhook.id })).toMatchObject({
      status: "disabled",
      is_active: false,
      deactivated_reason: "only failures for 5 days",
      disabled_at: expect.any(String),
      first_failed_at: expect.any(String),
      paused_until: expect.any(String),
    });
    const record = await call<WebhookRecord>(enableWebhook, { id: webhook.id });
    expect(record).toMatchObject({ status: "active", is_active: true, deactivated_reason: null });
    expect(await call(enableWebhook, { id: webhook.id })).toEqual(record);
    expect(await call(getWebhook, { id: webhook.id })).toEqual({
      ...record,
      first_failed_at: null,
      paused_until: null,
      disabled_at: null,
      previous_secret_expires_at: null,
      pending_deliveries: 0,
    });
    expect(await audit()).toEqual(["webhook.created", "webhook.enabled"]);
  });

  test("one that the company ended stays ended, and what waited for it is given up", async () => {
    for (const id of ["a", "b"]) await emit(id);
    expect(await call(getWebhook, { id: webhook.id })).toMatchObject({ pending_deliveries: 2 });
    await call(deactivateWebhook, { id: webhook.id });
    expect((await queue()).map(({ status }) => status)).toEqual(["failed", "failed"]);
    await expect(call(enableWebhook, { id: webhook.id })).rejects.toMatchObject(issue("id", "webhook_ended"));
    const since = db.clock.now().toISOString();
    await expect(call(recoverWebhook, { id: webhook.id, since })).rejects.toMatchObject(issue("id", "webhook_ended"));
  });

  test("enabling counts against the 50 active ones", async () => {
    await disable();
    for (let count = 0; count < 50; count += 1) {
      await call(createWebhook, { url: "https://hooks.example.com/x", events: ["target.created"] });
    }
    await expect(call(enableWebhook, { id: webhook.id })).rejects.toMatchObject(issue("id", "limit_reached"));
  });

  test("shows until when the former secret signs as well, and nothing when that is over", async () => {
    const { previous_secret_expires_at: until } = await call<{ previous_secret_expires_at: string }>(
      rotateWebhookSecret,
      { id: webhook.id, grace_period_seconds: 60 },
    );
    const state = async () => (await call<WebhookState>(getWebhook, { id: webhook.id })).previous_secret_expires_at;
    expect(Date.parse((await state()) ?? "")).toBe(Date.parse(until));
    db.clock.advance(61);
    expect(await state()).toBeNull();
  });
});
