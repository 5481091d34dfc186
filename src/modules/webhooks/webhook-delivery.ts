import { z } from "zod";
import { EVENT_NAMES } from "../../core/events.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { deliveryAttempt } from "./webhook.ts";

/** What a test sends: outside the catalog, so that no receiver takes it for something that happened. */
export const PING = "ping";

const moment = z.union([z.iso.datetime(), z.null()]);

/** One event on its way to one subscription, with all its attempts. */
export const webhookDelivery = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  event_id: z.uuid(),
  event: z.enum([...EVENT_NAMES, PING]),
  kind: z.enum(["event", "replay", "test"]),
  replay_of: z.union([z.uuid(), z.null()]),
  status: z.enum(["pending", "delivered", "failed"]),
  attempts_made: z.int(),
  next_attempt_at: moment,
  created_at: z.iso.datetime(),
  finished_at: moment,
});
SCHEMA_NAMES.add(webhookDelivery, { name: "WebhookDelivery" });

/** The delivery with what was sent, and what was answered each time. */
export const webhookDeliveryDetail = webhookDelivery.extend({
  body: z.union([z.string(), z.null()]),
  attempts: z.array(deliveryAttempt.extend({ response_excerpt: z.union([z.string(), z.null()]) })),
});
SCHEMA_NAMES.add(webhookDeliveryDetail, { name: "WebhookDeliveryDetail" });

export type WebhookDelivery = z.output<typeof webhookDelivery>;
export type DeliveryDetail = z.output<typeof webhookDeliveryDetail>;

export const EXAMPLE_DELIVERY: WebhookDelivery = {
  id: "0198c0de-0000-7000-8000-000000000073",
  webhook_id: "0198c0de-0000-7000-8000-000000000070",
  event_id: "0198c0de-0000-7000-8000-000000000072",
  event: "report.attested",
  kind: "replay",
  replay_of: "0198c0de-0000-7000-8000-000000000074",
  status: "pending",
  attempts_made: 0,
  next_attempt_at: "2026-01-05T09:00:00.000000Z",
  created_at: "2026-01-05T09:00:00.000000Z",
  finished_at: null,
};

/** Path of one delivery: `delivery_id` also takes the id of one of its attempts, which the list shows. */
export const deliveryPath = {
  webhook_id: z.uuid().describe("id of the subscription"),
  delivery_id: z.uuid().describe("delivery_id (header X-Svc-Delivery-Id), or the id of one of its attempts"),
};
