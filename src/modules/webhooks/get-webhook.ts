import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { selectWebhookState } from "./store.ts";
import { EXAMPLE_WEBHOOK, webhookState } from "./webhook.ts";

export const getWebhook = defineOperation({
  name: "get_webhook",
  title: "Get a webhook subscription",
  description:
    "One subscription with how it fares: first_failed_at (start of the present run of only failures; after 5 days of it " +
    "the subscription is disabled), paused_until (after several failures in a row nothing is sent until then), " +
    "pending_deliveries, and until when the secret before the last rotation signs as well.",
  layer: null,
  scope: "webhooks:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("id of the subscription") }),
  output: webhookState,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/webhooks/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$webhook_id" },
    output: {
      ...EXAMPLE_WEBHOOK,
      first_failed_at: null,
      paused_until: null,
      disabled_at: null,
      previous_secret_expires_at: null,
      pending_deliveries: 0,
    },
  },
  async run(ctx, { id }) {
    const webhook = await selectWebhookState(ctx.db, id, ctx.clock.now().toISOString());
    if (webhook === undefined) throw notFound("webhook");
    return webhook;
  },
});
