import { z } from "zod";
import { grantOf } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { EVENT_NAMES } from "../../core/events.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { lockWebhook, setTerms } from "./store.ts";
import { assertNotEnded, EXAMPLE_WEBHOOK, newWebhook, webhookRecord } from "./webhook.ts";
import { acceptedUrl } from "./webhook-url.ts";

export const updateWebhook = defineOperation({
  name: "update_webhook",
  title: "Change a webhook subscription",
  description:
    "Changes address, events or description of a subscription; what is left out stays. The signing secret stays too. " +
    "Deliveries that wait go to the new address, which starts without the former one's failures. Other events count from " +
    "now on.",
  layer: null,
  scope: "webhooks:manage",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the subscription"),
    url: newWebhook.shape.url.optional(),
    events: newWebhook.shape.events.optional(),
    description: z.string().trim().max(500).describe("An empty text removes it").optional(),
  }),
  output: webhookRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "PATCH", path: "/webhooks/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$webhook_id", events: [...EXAMPLE_WEBHOOK.events] },
    output: EXAMPLE_WEBHOOK,
  },
  async run(ctx, { id, ...wanted }) {
    const changed = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (changed.length === 0) {
      const message = "give at least one of url, events and description";
      throw validationError([{ path: "", code: "nothing_to_change", message }]);
    }
    const url = wanted.url === undefined ? null : await acceptedUrl(ctx, wanted.url);
    const { events, description } = wanted;
    return await ctx.db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (webhook === undefined) throw notFound("webhook");
      assertNotEnded(webhook, "id");
      const terms = {
        url: url ?? webhook.url,
        events: events === undefined ? webhook.events : EVENT_NAMES.filter((event) => events.includes(event)),
        description: description === undefined ? webhook.description : description === "" ? null : description,
        grant_id: grantOf(ctx.principal),
      };
      const record = await setTerms(tx, id, terms);
      // The address may hold a token of the receiver's, so it stays out of the log, which can never be erased.
      const payload = { changed, events: terms.events };
      await appendAudit(ctx, tx, [{ action: "webhook.updated", subject: id, payload }]);
      return record;
    });
  },
});
