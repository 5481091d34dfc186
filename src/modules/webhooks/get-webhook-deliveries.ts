import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { selectWebhook } from "./store.ts";
import { selectAttempts } from "./store-delivery-log.ts";
import { type DeliveryAttempt, deliveryAttempt } from "./webhook.ts";

export const EXAMPLE_ATTEMPT: DeliveryAttempt = {
  id: "0198c0de-0000-7000-8000-000000000071",
  webhook_id: "0198c0de-0000-7000-8000-000000000070",
  event_id: "0198c0de-0000-7000-8000-000000000072",
  event: "report.attested",
  attempt: 1,
  status: "delivered",
  http_status: 204,
  latency_ms: 83,
  error: null,
  attempted_at: "2026-01-05T09:00:01.000000Z",
  next_attempt_at: null,
  created_at: "2026-01-05T09:00:01.000000Z",
  delivery_id: "0198c0de-0000-7000-8000-000000000073",
  error_class: null,
  resolved_address: "203.0.113.7",
};

export const getWebhookDeliveries = defineOperation({
  name: "get_webhook_deliveries",
  title: "Webhook delivery attempts",
  description:
    "The 100 most recent delivery attempts of a webhook, newest first. status: pending, delivered (2xx), retrying (at " +
    "next_attempt_at) or failed (given up).",
  layer: 3,
  scope: "webhooks:read",
  access: "read",
  input: z.object({ webhook_id: z.uuid().describe("Id from list_webhooks"), ...pageInput }),
  output: page(deliveryAttempt),
  errors: ["request.validation_failed", "resource.not_found", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/webhooks/:webhook_id/deliveries" },
  tool: true,
  callers: "any",
  example: {
    input: { webhook_id: "$webhook_with_deliveries_id", limit: 10 },
    output: {
      items: [EXAMPLE_ATTEMPT],
      next_cursor: null,
    },
  },
  async run(ctx, { webhook_id, ...request }) {
    if ((await selectWebhook(ctx.db, webhook_id)) === undefined) throw notFound("webhook");
    const purpose = { list: "get_webhook_deliveries", filters: { webhook_id } };
    return await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
      selectAttempts(ctx.db, webhook_id, after, limit),
    );
  },
});
