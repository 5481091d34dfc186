import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_ATTEMPT } from "./get-webhook-deliveries.ts";
import { selectAttemptsOf, selectDelivery } from "./store-delivery-log.ts";
import { deliveryPath, EXAMPLE_DELIVERY, webhookDeliveryDetail } from "./webhook-delivery.ts";

export const getWebhookDelivery = defineOperation({
  name: "get_webhook_delivery",
  title: "Get a webhook delivery",
  description:
    "One delivery: the body as it was signed and sent (null once its retention has passed) and its attempts, newest first, " +
    "at most 50, each with the first 4 KiB of what the receiver answered.",
  layer: null,
  scope: "webhooks:read",
  access: "read",
  input: z.object(deliveryPath),
  output: webhookDeliveryDetail,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/webhooks/:webhook_id/deliveries/:delivery_id" },
  tool: false,
  callers: "any",
  example: {
    input: { webhook_id: "$webhook_with_deliveries_id", delivery_id: "$webhook_delivery_id" },
    output: {
      ...EXAMPLE_DELIVERY,
      kind: "event",
      replay_of: null,
      status: "delivered",
      attempts_made: 1,
      next_attempt_at: null,
      finished_at: "2026-01-05T09:00:01.000000Z",
      body: '{"id":"0198c0de-0000-7000-8000-000000000072","event":"report.attested", ...}',
      attempts: [{ ...EXAMPLE_ATTEMPT, response_excerpt: "" }],
    },
  },
  async run(ctx, { webhook_id, delivery_id }) {
    const delivery = await selectDelivery(ctx.db, webhook_id, delivery_id);
    if (delivery === undefined) throw notFound("webhook delivery");
    return { ...delivery, attempts: await selectAttemptsOf(ctx.db, delivery.id) };
  },
});
