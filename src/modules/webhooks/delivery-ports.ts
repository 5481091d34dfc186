import type { Clock, Context, Environment, NewId, SystemDb } from "../../core/context.ts";
import type { Sealer } from "../../core/sealer.ts";
import type { SendResult } from "./delivery-outcome.ts";
import type { DeliveryRequest } from "./delivery-request.ts";
import type { ClaimedDelivery } from "./store-deliveries.ts";

/** A subscription that the service has switched off. */
export interface DisabledWebhook {
  readonly tenant_id: string;
  readonly webhook_id: string;
  readonly reason: string;
}

/** What the delivery worker works with. */
export interface DeliveryPorts {
  readonly system: SystemDb;
  /** Read for signatures and for the log. */
  readonly clock: Clock;
  /** The clock of tests; null: what is due is compared with the database's clock, which all processes share. */
  readonly testClock: Clock | null;
  readonly newId: NewId;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Opens the signing secrets. */
  readonly secrets: Sealer;
  /** Sends within its own time limit, which is shorter than the lease; ends when the signal does; never rejects. */
  send(request: DeliveryRequest, signal: AbortSignal): Promise<SendResult>;
  /** The company as the service itself acts for it. */
  contextOf(tenant_id: string, environment: Environment): Promise<Context>;
  /** Told of what went wrong in the queue itself; what receivers do wrong is in their log. */
  onError(error: unknown, delivery: ClaimedDelivery | null): void;
  onDisabled(webhook: DisabledWebhook): void;
}

export interface DeliverySettings {
  /** Pauses after the first, second ... attempt; none: every delivery has one attempt. */
  readonly retry_schedule_seconds: readonly number[];
  /** Longer than a request may take, with room for its record. */
  readonly lease_ms: number;
}
