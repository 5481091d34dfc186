import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { endOverlap, lockWebhook } from "./store.ts";
import { EXAMPLE_WEBHOOK, webhookRecord } from "./webhook.ts";

export const finishWebhookRotation = defineOperation({
  name: "finish_webhook_rotation",
  title: "Finish a webhook's secret rotation",
  description:
    "Ends the overlap of a rotation now, once every receiver has the new secret: from here on deliveries carry one " +
    "signature, the new secret's. Where no overlap is under way, nothing changes.",
  layer: null,
  scope: "webhooks:manage",
  access: "write",
  idempotent: true,
  input: z.object({ id: z.uuid().describe("id of the subscription") }),
  output: webhookRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/webhooks/:id/rotate/finish" },
  tool: false,
  callers: "any",
  example: { input: { id: "$webhook_id" }, output: EXAMPLE_WEBHOOK },
  async run(ctx, { id }) {
    return await ctx.db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (webhook === undefined) throw notFound("webhook");
      const record = await endOverlap(tx, id);
      if (record === undefined) return webhook;
      await appendAudit(ctx, tx, [{ action: "webhook.rotation_finished", subject: id, payload: {} }]);
      return record;
    });
  },
});
