import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { datetimeInput } from "../../core/moment.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { eventBody } from "./event-body.ts";
import { lockWebhook } from "./store.ts";
import {
  insertDeliveries,
  type MissedEvent,
  type NewDelivery,
  selectBodies,
  selectEventsById,
  selectMissedEvents,
} from "./store-resending.ts";
import { assertNotEnded, EXAMPLE_WEBHOOK, type WebhookRecord } from "./webhook.ts";

/** How far back, and how much in one call: enough for a long weekend, and one transaction. */
const DAYS_MAX = 14;
const DAY_MS = 86_400_000;
const EVENTS_MAX = 10_000;
/** Written at once, so that no statement holds much more than a megabyte. */
const BATCH = 1_000;

export const recoverWebhook = defineOperation({
  name: "recover_webhook",
  title: "Recover missed webhook events",
  description:
    "Sends every event since a moment that the subscription wants and that neither arrived nor waits to be sent: deliveries " +
    "that were given up, and events of the time when it was disabled. At most 14 days back and 10,000 events, oldest " +
    "first; has_more: call it again. Calling it twice sends nothing twice. Enable a disabled subscription first.",
  layer: null,
  scope: "webhooks:manage",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the subscription"),
    since: datetimeInput.describe("Events from this moment on, ISO 8601, at most 14 days ago"),
  }),
  output: z.object({ webhook_id: z.uuid(), since: z.iso.datetime(), recovered: z.int(), has_more: z.boolean() }),
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/webhooks/:id/recover", status: 202 },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$webhook_id", since: "2026-11-15T00:00:00Z" },
    output: { webhook_id: EXAMPLE_WEBHOOK.id, since: "2026-11-15T00:00:00.000Z", recovered: 3, has_more: false },
  },
  async run(ctx, { id, since }) {
    const from = new Date(since);
    assertRecent(from, ctx.clock.now());
    return await ctx.db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (webhook === undefined) throw notFound("webhook");
      assertNotEnded(webhook, "id");
      if (webhook.status === "disabled") throw disabled();
      // Waits for events that are being written, so that each of them is seen with its deliveries.
      await lockAuditChain(tx);
      return await recover(ctx, tx, webhook, from.toISOString());
    });
  },
});

async function recover(ctx: Context, tx: TenantTransaction, webhook: WebhookRecord, since: string) {
  const { id, created_at } = webhook;
  // What happened before it was subscribed was not missed.
  const from = created_at > since ? created_at : since;
  const missedEvents = await selectMissedEvents(tx, webhook, from, EVENTS_MAX + 1);
  const missed = missedEvents.slice(0, EVENTS_MAX);
  for (let start = 0; start < missed.length; start += BATCH) {
    const rows = await deliveriesOf(ctx, tx, missed.slice(start, start + BATCH));
    await insertDeliveries(tx, { webhook_id: id, kind: "event", now: ctx.clock.now() }, rows);
  }
  const recovered = missed.length;
  await appendAudit(ctx, tx, [{ action: "webhook.recovered", subject: id, payload: { since, recovered } }]);
  return { webhook_id: id, since, recovered, has_more: missedEvents.length > recovered };
}

/** What was given up is sent as it was; what never was a delivery, or is no longer kept, is written from the event. */
async function deliveriesOf(
  { newId, tenant }: Pick<Context, "newId" | "tenant">,
  tx: TenantTransaction,
  missed: readonly MissedEvent[],
): Promise<NewDelivery[]> {
  const failed = new Map(missed.map(({ event_id, failed_delivery_id }) => [event_id, failed_delivery_id]));
  const events = await selectEventsById(tx, [...failed.keys()]);
  const bodies = await selectBodies(
    tx,
    [...failed.values()].filter((id) => id !== null),
  );
  return events.map((event) => ({
    id: newId(),
    event_id: event.id,
    event: event.event,
    body: bodies.get(event.id) ?? eventBody({ ...event, environment: tenant.environment }),
    replay_of: failed.get(event.id) ?? null,
  }));
}

function assertRecent(from: Date, now: Date): void {
  const path = "since";
  if (from > now) throw validationError([{ path, code: "in_future", message: "must not be in the future" }]);
  if (now.getTime() - from.getTime() <= DAYS_MAX * DAY_MS) return;
  throw validationError([{ path, code: "too_long_ago", message: `must be at most ${DAYS_MAX} days ago` }]);
}

function disabled(): Error {
  const message = "the subscription is disabled; enable it first";
  return validationError([{ path: "id", code: "webhook_disabled", message }]);
}
