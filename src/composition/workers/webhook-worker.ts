import {
  DELIVERIES_CHANNEL,
  type DeliveryCounts,
  DeliveryWorker,
  type DisabledWebhook,
  disableExpired,
  pruneDeliveries,
  type SendResult,
  type DeliveryRequest,
} from "../../modules/webhooks/index.ts";
import type { Subscription } from "../../platform/db/listener.ts";
import { SafeFetchError } from "../../platform/outbound/safe-fetch-types.ts";
import type { Service } from "../service.ts";

/** Sends what the outbox holds to the subscriptions' receivers, and forgets deliveries after their time. */
export interface WebhookWorker {
  start(): Promise<void>;
  /** Sends until nothing is due; answers how many attempts were made. */
  drain(): Promise<number>;
  /** Removes what is kept for a time only. */
  prune(): Promise<void>;
  /** Attempts of this process since it started. */
  readonly counts: Pick<DeliveryCounts, "results" | "errors">;
  /** Lets the requests under way end within their own time limit. */
  close(): Promise<void>;
}

/** The parts of the service that sending needs. */
export type WebhookService = Pick<
  Service,
  | "config"
  | "database"
  | "log"
  | "clock"
  | "testClock"
  | "newId"
  | "secrets"
  | "safeFetch"
  | "allowsLoopback"
  | "operatorContext"
> &
  Partial<Pick<Service, "tracing">>;

const CONNECT_TIMEOUT_MS = 5_000;
/** Read of an answer at most; the log keeps the first 4 KiB. */
const RESPONSE_BYTES_MAX = 16 * 1024;
/** How long the record of an attempt may take after its request ended. */
const SETTLING_MS = 30_000;

/** `tell`: lets the company know that a subscription was disabled; must not throw. */
export function webhookWorker(
  service: WebhookService,
  tell: (webhook: DisabledWebhook) => void = () => undefined,
): WebhookWorker {
  const { config, database, log, clock, testClock, newId, secrets } = service;
  const worker = new DeliveryWorker(
    {
      system: database.system,
      clock,
      testClock,
      newId,
      random: Math.random,
      secrets,
      send: (request, signal) => tracedSend(service, request, signal),
      contextOf: (tenant_id, environment) => service.operatorContext(tenant_id, environment, "system"),
      onError: (error, delivery) => {
        log.error(
          { err: error, delivery_id: delivery?.id, webhook_id: delivery?.webhook_id },
          "delivery failed inside",
        );
      },
      onDisabled: (webhook) => {
        log.warn(webhook, "a webhook subscription was disabled");
        tell(webhook);
      },
    },
    {
      retry_schedule_seconds: config.webhook_retry_schedule,
      lease_ms: config.webhook_timeout_ms + SETTLING_MS,
    },
  );
  let subscription: Subscription | null = null;
  const now = (): string | null => testClock?.now().toISOString() ?? null;
  return {
    async start() {
      const wake = (): void => worker.wake();
      subscription = await database.listen(DELIVERIES_CHANNEL, wake, wake);
      worker.start();
    },
    drain: () => worker.drain(),
    async prune() {
      const { webhook_payload_days: payload_days, webhook_attempt_days: attempt_days } = config;
      await disableExpired(database.system, now(), (tenant_id, environment) =>
        service.operatorContext(tenant_id, environment, "system"),
      );
      await pruneDeliveries(database.system, { payload_days, attempt_days }, now());
    },
    counts: worker.counts,
    async close() {
      await subscription?.close();
      await worker.stop(config.webhook_timeout_ms);
    },
  };
}

/** Of the receiver its host is told: paths of webhooks hold secrets. It hears of the trace only where the operator says so. */
async function tracedSend(service: WebhookService, request: DeliveryRequest, signal: AbortSignal): Promise<SendResult> {
  const { tracing = null, config } = service;
  if (tracing === null) return await send(service, request, signal);
  const facts = {
    "http.request.method": "POST",
    "server.address": new URL(request.url).hostname,
    "carbon_ledger.environment": request.environment,
  };
  return await tracing.span({ name: "deliver webhook", kind: "client", facts }, async (span) => {
    const traceparent = config.webhook_trace_context ? tracing.traceparent() : null;
    const headers = traceparent === null ? request.headers : { ...request.headers, traceparent };
    const result = await send(service, { ...request, headers }, signal);
    if (result.kind === "answered") span.add({ "http.response.status_code": result.status });
    else span.fail(result.error_class);
    return result;
  });
}

async function send(service: WebhookService, request: DeliveryRequest, signal: AbortSignal): Promise<SendResult> {
  const { environment, url, headers, body } = request;
  try {
    const response = await service.safeFetch.fetch({
      url,
      method: "POST",
      headers,
      body,
      connect_timeout_ms: Math.min(CONNECT_TIMEOUT_MS, service.config.webhook_timeout_ms),
      deadline_ms: service.config.webhook_timeout_ms,
      response_limit_bytes: RESPONSE_BYTES_MAX,
      allow_loopback: service.allowsLoopback(environment),
      signal,
    });
    return { kind: "answered", ...response };
  } catch (error) {
    if (error instanceof SafeFetchError) {
      const { failure, message, address } = error;
      return { kind: "unanswered", error_class: failure === "invalid_url" ? "blocked" : failure, message, address };
    }
    // Told to end because the service stops; anything else would be a mistake of ours, which a retry may survive.
    if (!signal.aborted) service.log.error({ err: error }, "sending failed in an unknown way");
    return { kind: "unanswered", error_class: "http", message: "the request could not be made", address: null };
  }
}
