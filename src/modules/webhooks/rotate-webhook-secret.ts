import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit } from "../audit/index.ts";
import { newSigningSecret } from "./signing-secret.ts";
import { lockWebhook, setSecret } from "./store.ts";
import { assertNotEnded, createdWebhook, EXAMPLE_SECRET, EXAMPLE_WEBHOOK } from "./webhook.ts";

/** 7 days: long enough for a release train, short enough that a leaked secret ends. */
const GRACE_SECONDS_MAX = 604_800;
const GRACE_SECONDS_DEFAULT = 86_400;

export const rotateWebhookSecret = defineOperation({
  name: "rotate_webhook_secret",
  title: "Rotate a webhook's signing secret",
  description:
    "Makes a new signing_secret, shown this once. For grace_period_seconds deliveries carry two signatures, the new " +
    "secret's first, so that receivers can change over; receivers must accept any v1. 0: the old secret ends at once, for " +
    "one that leaked. Rotating again during the overlap ends the oldest secret.",
  layer: null,
  scope: "webhooks:manage",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the subscription"),
    grace_period_seconds: z
      .int()
      .min(0)
      .max(GRACE_SECONDS_MAX)
      .describe("How long the old secret signs as well, 0-604800 seconds, default 86400")
      .optional(),
  }),
  output: createdWebhook.extend({ previous_secret_expires_at: z.union([z.iso.datetime(), z.null()]) }),
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/webhooks/:id/rotate", secret: true },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$webhook_id", grace_period_seconds: 3600 },
    output: {
      ...EXAMPLE_WEBHOOK,
      signing_secret: EXAMPLE_SECRET,
      previous_secret_expires_at: "2026-01-05T09:00:00.000Z",
    },
  },
  async run(ctx, { id, grace_period_seconds = GRACE_SECONDS_DEFAULT }) {
    const ends_at = new Date(ctx.clock.now().getTime() + grace_period_seconds * 1000).toISOString();
    const previous_secret_expires_at = grace_period_seconds === 0 ? null : ends_at;
    const secret = newSigningSecret(ctx, id);
    const record = await ctx.db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (webhook === undefined) throw notFound("webhook");
      assertNotEnded(webhook, "id");
      const rotated = await setSecret(tx, id, secret, previous_secret_expires_at);
      const payload = { previous_secret_expires_at };
      await appendAudit(ctx, tx, [{ action: "webhook.secret_rotated", subject: id, payload }]);
      return rotated;
    });
    return { ...record, signing_secret: secret.text, previous_secret_expires_at };
  },
});
