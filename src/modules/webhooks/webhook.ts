import { z } from "zod";
import { ENVIRONMENTS } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { EVENT_NAMES } from "../../core/events.ts";
import { URL_CHARACTERS_MAX } from "../../core/untrusted-url.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

/** Active subscriptions of one company and environment. */
export const ACTIVE_WEBHOOKS_MAX = 50;

/** Disabled: by the service, after failures. Deactivated: by the company. */
export const WEBHOOK_STATUSES = ["active", "disabled", "deactivated"] as const;

const moment = z.union([z.iso.datetime(), z.null()]);

/** A subscription without its secret. */
export const webhookRecord = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.union([z.string(), z.null()]),
  events: z.array(z.enum(EVENT_NAMES)),
  environment: z.enum(ENVIRONMENTS),
  is_active: z.boolean(),
  status: z.enum(WEBHOOK_STATUSES),
  last_delivered_at: moment,
  last_failed_at: moment,
  deactivated_reason: z.union([z.string(), z.null()]),
  signing_secret_last_four: z.string(),
  created_by: z.string(),
  created_by_name: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(webhookRecord, { name: "Webhook" });

/** The record with how the subscription fares. */
export const webhookState = webhookRecord.extend({
  first_failed_at: moment,
  paused_until: moment,
  disabled_at: moment,
  previous_secret_expires_at: moment,
  pending_deliveries: z.int(),
});
SCHEMA_NAMES.add(webhookState, { name: "WebhookState" });

/** The record with the secret in plaintext: the only time that it is shown. */
export const createdWebhook = webhookRecord.extend({ signing_secret: z.string() });
SCHEMA_NAMES.add(createdWebhook, { name: "CreatedWebhook" });

export const newWebhook = z.object({
  url: z.string().min(1).max(URL_CHARACTERS_MAX).describe("Receiver; live: https to a public host"),
  events: z.array(z.enum(EVENT_NAMES)).min(1).max(EVENT_NAMES.length).describe("What to be told of"),
  description: z.string().trim().min(1).max(500).describe("For people").optional(),
});

/** Where an attempt ended; http: an answer that is not 2xx. */
const ERROR_CLASSES = ["dns", "blocked", "connect", "tls", "timeout", "reset", "http"] as const;

export const deliveryAttempt = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  event_id: z.uuid(),
  // ping: a test.
  event: z.enum([...EVENT_NAMES, "ping"]),
  attempt: z.int(),
  status: z.enum(["pending", "delivered", "retrying", "failed"]),
  http_status: z.union([z.int(), z.null()]),
  latency_ms: z.union([z.int(), z.null()]),
  error: z.union([z.string(), z.null()]),
  attempted_at: moment,
  next_attempt_at: moment,
  created_at: z.iso.datetime(),
  delivery_id: z.uuid(),
  error_class: z.union([z.enum(ERROR_CLASSES), z.null()]),
  resolved_address: z.union([z.string(), z.null()]),
});
SCHEMA_NAMES.add(deliveryAttempt, { name: "DeliveryAttempt" });

export type WebhookRecord = z.output<typeof webhookRecord>;
export type CreatedWebhook = z.output<typeof createdWebhook>;
export type WebhookState = z.output<typeof webhookState>;
export type DeliveryAttempt = z.output<typeof deliveryAttempt>;

export const EXAMPLE_WEBHOOK: WebhookRecord = {
  id: "0198c0de-0000-7000-8000-000000000070",
  url: "https://hooks.example.com/carbon-ledger",
  description: "Tells the ESG team when a report is signed off",
  events: ["report.generation_completed", "report.attested"],
  environment: "live",
  is_active: true,
  status: "active",
  last_delivered_at: null,
  last_failed_at: null,
  deactivated_reason: null,
  signing_secret_last_four: "AAA=",
  created_by: "api_key:0198c0de-0000-7000-8000-000000000010",
  created_by_name: 'Key "ERP export"',
  created_at: "2026-01-05T08:00:00.000000Z",
};

/** A secret that looks like one and signs nothing, for documentation. */
export const EXAMPLE_SECRET = `whsec_${"A".repeat(43)}=`;

/** @throws ServiceError request.validation_failed at `path` for a subscription that the company has ended. */
export function assertNotEnded({ status }: Pick<WebhookRecord, "status">, path: string): void {
  if (status !== "deactivated") return;
  throw validationError([{ path, code: "webhook_ended", message: "the subscription is deactivated" }]);
}

/** The refusal of one more active subscription. */
export function tooManyWebhooks(path: string): Error {
  const message = `${ACTIVE_WEBHOOKS_MAX} subscriptions are active already; deactivate one first`;
  return validationError([{ path, code: "limit_reached", message }]);
}
