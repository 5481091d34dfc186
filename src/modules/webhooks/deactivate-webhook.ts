import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { lockWebhook, setDeactivated } from "./store.ts";
import { endPendingDeliveries } from "./store-ending.ts";
import { EXAMPLE_WEBHOOK, webhookRecord } from "./webhook.ts";

const REASON = "deactivated by the company";

export const deactivateWebhook = defineOperation({
  name: "deactivate_webhook",
  title: "Deactivate a webhook subscription",
  description:
    "Ends a subscription for good; nothing more is sent to it, what waits is given up. The record and its delivery attempts stay readable. " +
    "Deactivating it again changes nothing. To receive again, create a new subscription.",
  layer: null,
  scope: "webhooks:manage",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("id of the subscription"),
    reason: z.string().trim().min(1).max(200).describe("Shown as deactivated_reason").optional(),
  }),
  output: webhookRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "DELETE", path: "/webhooks/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$webhook_id" },
    output: { ...EXAMPLE_WEBHOOK, is_active: false, status: "deactivated", deactivated_reason: REASON },
  },
  async run(ctx, { id, reason = REASON }) {
    return await ctx.db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (webhook === undefined) throw notFound("webhook");
      if (webhook.status === "deactivated") return webhook;
      const record = await setDeactivated(tx, id, reason);
      const at = ctx.clock.now().toISOString();
      await endPendingDeliveries(tx, id, { at, kinds: ["event", "replay", "test"] });
      await appendAudit(ctx, tx, [{ action: "webhook.deactivated", subject: id, payload: { before: webhook.status } }]);
      return record;
    });
  },
});
