import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { SCHEMA_VERSION } from "./event-body.ts";
import { lockWebhook } from "./store.ts";
import { insertDeliveries } from "./store-resending.ts";
import { assertNotEnded } from "./webhook.ts";
import { EXAMPLE_DELIVERY, PING, webhookDelivery } from "./webhook-delivery.ts";

export const testWebhook = defineOperation({
  name: "test_webhook",
  title: "Send a test to a webhook",
  description:
    "Sends the event ping, marked test: true and signed like any other, also to a subscription that is disabled. Next: " +
    "GET /webhooks/:webhook_id/deliveries/:delivery_id with the id of the answer, until status is delivered or failed.",
  layer: null,
  scope: "webhooks:manage",
  access: "write",
  input: z.object({ id: z.uuid().describe("id of the subscription") }),
  output: webhookDelivery,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/webhooks/:id/test", status: 202 },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$webhook_id" },
    output: { ...EXAMPLE_DELIVERY, event: PING, kind: "test", replay_of: null },
  },
  async run(ctx, { id: webhook_id }) {
    const now = ctx.clock.now();
    const id = ctx.newId();
    const event_id = ctx.newId();
    return await ctx.db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, webhook_id);
      if (webhook === undefined) throw notFound("webhook");
      assertNotEnded(webhook, "id");
      const body = pingBody(ctx, event_id, webhook_id);
      const target = { webhook_id, kind: "test", now } as const;
      const [delivery] = await insertDeliveries(tx, target, [{ id, event_id, event: PING, body, replay_of: null }]);
      if (delivery === undefined) throw new Error("a delivery was not written");
      await appendAudit(ctx, tx, [{ action: "webhook.tested", subject: webhook_id, payload: { delivery_id: id } }]);
      return delivery;
    });
  },
});

/** It has no place among the company's events, so its number is null. */
function pingBody({ clock, tenant }: Pick<Context, "clock" | "tenant">, id: string, webhook_id: string): string {
  return JSON.stringify({
    id,
    event: PING,
    schema_version: SCHEMA_VERSION,
    created_at: clock.now().toISOString(),
    environment: tenant.environment,
    sequence: null,
    data: { id: webhook_id },
    test: true,
  });
}
