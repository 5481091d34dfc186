import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { selectWebhooks } from "./store.ts";
import { EXAMPLE_WEBHOOK, WEBHOOK_STATUSES, webhookRecord } from "./webhook.ts";

export const listWebhooks = defineOperation({
  name: "list_webhooks",
  title: "List webhook subscriptions",
  description:
    "Webhook subscriptions, newest first, ended ones included. status: active, disabled (by the service, after " +
    "failures) or deactivated (by the company).",
  layer: 3,
  scope: "webhooks:read",
  access: "read",
  input: z.object({ status: z.enum(WEBHOOK_STATUSES).describe("Only these").optional(), ...pageInput }),
  output: page(webhookRecord),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/webhooks" },
  tool: true,
  callers: "any",
  example: { input: { status: "active", limit: 10 }, output: { items: [EXAMPLE_WEBHOOK], next_cursor: null } },
  async run(ctx, input) {
    const { status = null } = input;
    const purpose = { list: "list_webhooks", filters: { status } };
    return await keysetPage(ctx.cursors, purpose, input, (after, limit) =>
      selectWebhooks(ctx.db, { status, after, limit }),
    );
  },
});
