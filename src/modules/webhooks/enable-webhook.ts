import { z } from "zod";
import { grantOf } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { countActiveWebhooks, lockWebhook, setEnabled } from "./store.ts";
import { ACTIVE_WEBHOOKS_MAX, assertNotEnded, EXAMPLE_WEBHOOK, tooManyWebhooks, webhookRecord } from "./webhook.ts";

export const enableWebhook = defineOperation({
  name: "enable_webhook",
  title: "Enable a webhook subscription again",
  description:
    "Makes a subscription active again that the service disabled after failures. Try it with POST /webhooks/:id/test " +
    "first. Events from now on are delivered; for the ones that were missed, call POST /webhooks/:id/recover next. An " +
    "active subscription is left as it is; one that the company deactivated has ended for good. One that stopped " +
    "with a consultant's grant belongs to whoever enables it.",
  layer: null,
  scope: "webhooks:manage",
  access: "write",
  idempotent: true,
  input: z.object({ id: z.uuid().describe("id of the subscription") }),
  output: webhookRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/webhooks/:id/enable" },
  tool: false,
  callers: "any",
  example: { input: { id: "$webhook_id" }, output: EXAMPLE_WEBHOOK },
  async run(ctx, { id }) {
    return await ctx.db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (webhook === undefined) throw notFound("webhook");
      assertNotEnded(webhook, "id");
      if (webhook.status === "active") return webhook;
      // Also waits for events that are being written: what they do not deliver is there for a recovery to find.
      await lockAuditChain(tx);
      if ((await countActiveWebhooks(tx)) >= ACTIVE_WEBHOOKS_MAX) throw tooManyWebhooks("id");
      const record = await setEnabled(tx, id, grantOf(ctx.principal));
      const payload = { before: webhook.status, reason: webhook.deactivated_reason };
      await appendAudit(ctx, tx, [{ action: "webhook.enabled", subject: id, payload }]);
      return record;
    });
  },
});
