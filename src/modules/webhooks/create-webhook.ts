import { grantOf } from "../../core/context.ts";
import { EVENT_NAMES } from "../../core/events.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { newSigningSecret } from "./signing-secret.ts";
import { countActiveWebhooks, insertWebhook } from "./store.ts";
import {
  ACTIVE_WEBHOOKS_MAX,
  createdWebhook,
  EXAMPLE_SECRET,
  EXAMPLE_WEBHOOK,
  newWebhook,
  tooManyWebhooks,
} from "./webhook.ts";
import { acceptedUrl } from "./webhook-url.ts";

export const createWebhook = defineOperation({
  name: "create_webhook",
  title: "Create a webhook subscription",
  description:
    "Subscribes a URL to events. signing_secret is shown this once: store it; if lost, rotate the subscription. Live: " +
    "https to a public host, port 443 or >= 1024. At most 50 active.",
  layer: 3,
  scope: "webhooks:manage",
  access: "write",
  input: newWebhook,
  output: createdWebhook,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/webhooks", status: 201, secret: true },
  tool: true,
  callers: "any",
  example: {
    input: { url: EXAMPLE_WEBHOOK.url, events: [...EXAMPLE_WEBHOOK.events] },
    output: { ...EXAMPLE_WEBHOOK, description: null, signing_secret: EXAMPLE_SECRET },
  },
  async run(ctx, input) {
    const url = await acceptedUrl(ctx, input.url);
    const events = EVENT_NAMES.filter((event) => input.events.includes(event));
    const id = ctx.newId();
    const secret = newSigningSecret(ctx, id);
    const record = await ctx.db.transaction(async (tx) => {
      // Taken before counting: two at once cannot both be the fiftieth.
      await lockAuditChain(tx);
      if ((await countActiveWebhooks(tx)) >= ACTIVE_WEBHOOKS_MAX) throw tooManyWebhooks("url");
      const by = { created_by: ctx.principal.actor, grant_id: grantOf(ctx.principal) };
      const row = { id, url, description: input.description ?? null, events, secret, ...by };
      const created = await insertWebhook(tx, row);
      await appendAudit(ctx, tx, [{ action: "webhook.created", subject: id, payload: { events } }]);
      return created;
    });
    return { ...record, signing_secret: secret.text };
  },
});
