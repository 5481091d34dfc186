import { z } from "zod";
import { notFound, ServiceError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { lockWebhook } from "./store.ts";
import { selectDelivery } from "./store-delivery-log.ts";
import { insertDeliveries } from "./store-resending.ts";
import { assertNotEnded } from "./webhook.ts";
import { deliveryPath, EXAMPLE_DELIVERY, webhookDelivery } from "./webhook-delivery.ts";

export const replayWebhookDelivery = defineOperation({
  name: "replay_webhook_delivery",
  title: "Replay a webhook delivery",
  description:
    "Sends a delivery again, whatever became of it, also to a subscription that is disabled: the same body and event id, " +
    "a new delivery id, signed anew. Receivers know a repeated event by its id. Bodies are kept for a limited time; after " +
    "that the answer is resource.not_found.",
  layer: null,
  scope: "webhooks:manage",
  access: "write",
  input: z.object(deliveryPath),
  output: webhookDelivery,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/webhooks/:webhook_id/deliveries/:delivery_id/replay", status: 202 },
  tool: false,
  callers: "any",
  example: {
    input: { webhook_id: "$webhook_with_deliveries_id", delivery_id: "$webhook_delivery_id" },
    output: EXAMPLE_DELIVERY,
  },
  async run(ctx, { webhook_id, delivery_id }) {
    const now = ctx.clock.now();
    const id = ctx.newId();
    return await ctx.db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, webhook_id);
      const original = webhook && (await selectDelivery(tx, webhook_id, delivery_id));
      if (webhook === undefined || original === undefined) throw notFound("webhook delivery");
      assertNotEnded(webhook, "webhook_id");
      const { event_id, event, body, id: replay_of } = original;
      if (body === null) throw bodyGone();
      const target = { webhook_id, kind: "replay", now } as const;
      const [delivery] = await insertDeliveries(tx, target, [{ id, event_id, event, body, replay_of }]);
      if (delivery === undefined) throw new Error("a delivery was not written");
      const payload = { delivery_id: id, replay_of, event_id };
      await appendAudit(ctx, tx, [{ action: "webhook.delivery_replayed", subject: webhook_id, payload }]);
      return delivery;
    });
  },
});

function bodyGone(): ServiceError {
  return new ServiceError(
    "resource.not_found",
    "The body of this delivery is no longer kept; it cannot be sent again.",
  );
}
