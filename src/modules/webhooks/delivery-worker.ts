import { singleFlight } from "../../core/single-flight.ts";
import { DeliveryCounts } from "./delivery-counts.ts";
import { attemptOutcome } from "./delivery-outcome.ts";
import type { DeliveryPorts, DeliverySettings } from "./delivery-ports.ts";
import { deliveryRequest } from "./delivery-request.ts";
import { type EndpointPosition, CURSOR_START } from "./delivery-cursor.ts";
import { retryDelay_ms } from "./delivery-schedule.ts";
import { disableWebhook } from "./disable-webhook.ts";
import { DISABLE_AFTER_DAYS } from "./circuit-breaker.ts";
import { AdaptiveConcurrency, CONCURRENCY_AT_FIRST } from "./adaptive-concurrency.ts";
import { AttemptBatch } from "./attempt-batch.ts";
import { type ClaimedDelivery, claimDeliveries, releaseDeliveries } from "./store-deliveries.ts";
import type { FailingWebhook, DeliveryAttempt } from "./store-attempts.ts";
import { TenantLimits } from "./tenant-limits.ts";

/** Requests under way at once, not counting those that have run for longer than SLOW_AFTER_MS. */
const QUICK_MAX = 64;
/** Free places for which a claim is made while others are taken. */
const CLAIMED_AT_LEAST = 16;
/** All requests under way: what hangs costs a socket, not a place. */
const IN_FLIGHT_MAX = 512;
const SLOW_AFTER_MS = 50;
/** Of these to receivers that have not answered well yet: the other places are for those that have. */
const UNPROVEN_MAX = 384;
const POLL_MS = 1_000;
/** For requests that were told to end: they do so at once, and are not waited for longer than this. */
const ABORT_GRACE_MS = 2_000;

type EndpointOfCompany = Pick<FailingWebhook, "tenant_id" | "environment" | "webhook_id">;

/** Sends what is due, in turns over the endpoints, and records what came of it. At least once: see docs/webhooks.md. */
export class DeliveryWorker {
  readonly counts = new DeliveryCounts();
  readonly #ports: DeliveryPorts;
  readonly #settings: DeliverySettings;
  readonly #concurrency = new AdaptiveConcurrency();
  readonly #tenants = new TenantLimits();
  readonly #flights = new Set<Promise<void>>();
  readonly #batch: AttemptBatch;
  /** One claim at a time; a call during a claim makes it look once more. */
  readonly #fill = singleFlight(() => this.#claimWhileCapacity());
  readonly #ending = new AbortController();
  readonly #name: string;
  #quick = 0;
  #claims = 0;
  #attempts = 0;
  #ended = 0;
  #after: EndpointPosition = CURSOR_START;
  #released: ClaimedDelivery[] = [];
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(ports: DeliveryPorts, settings: DeliverySettings) {
    this.#ports = ports;
    this.#settings = settings;
    this.#name = ports.newId();
    this.#batch = new AttemptBatch({
      system: ports.system,
      testClock: ports.testClock,
      onWritten: (attempts, failing) => this.#written(attempts, failing),
      onError: (error, attempt) => ports.onError(error, attempt?.delivery ?? null),
    });
  }

  /** Looks for due deliveries now and every second; `wake` makes it look at once. */
  start(): void {
    this.#timer = setInterval(() => {
      void this.#batch.flush();
      this.wake();
    }, POLL_MS);
    this.wake();
  }

  wake(): void {
    void this.#guarded(() => this.#fill());
  }

  /** Runs until nothing is due and nothing under way; answers how many attempts were made. For tests and commands. */
  async drain(): Promise<number> {
    const before = this.#attempts;
    for (;;) {
      const atStart = this.#attempts + this.#ended;
      await this.#fill();
      while (this.#flights.size > 0) await Promise.race(this.#flights);
      await this.#batch.flush();
      // An attempt that has ended leaves a place: what is due for it is still being looked for.
      if (this.#attempts + this.#ended === atStart) return this.#attempts - before;
    }
  }

  /** Takes nothing more, waits up to `grace_ms` for the requests under way, ends the others and gives them back. */
  async stop(grace_ms: number): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#guarded(() => this.#fill());
    await this.#settledWithin(grace_ms);
    this.#ending.abort();
    await this.#settledWithin(ABORT_GRACE_MS);
    await this.#batch.flush();
    await this.#guarded(() => releaseDeliveries(this.#ports.system, this.#released.splice(0)));
  }

  async #settledWithin(limit_ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limit_ms);
    });
    await Promise.race([Promise.all(this.#flights), limit]);
    clearTimeout(timer);
  }

  /** Failures of the queue itself are reported and tried again by the next look. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#ports.onError(error, null);
    }
  }

  /** Ends after a whole round, from the first endpoint to the last: what is left then waits for a place. */
  async #claimWhileCapacity(): Promise<void> {
    let isFullPass = false;
    for (;;) {
      const limit = Math.min(QUICK_MAX - this.#quick, IN_FLIGHT_MAX - this.#flights.size);
      // A claim costs about the same for one place as for many; slow requests leave theirs, so that this never lasts.
      if (this.#isStopping || (limit < CLAIMED_AT_LEAST && this.#quick > 0) || limit <= 0) return;
      isFullPass ||= this.#after === CURSOR_START;
      this.#claims += 1;
      const claim = await claimDeliveries(this.#ports.system, {
        limit,
        lease: `${this.#name}:${this.#claims}`,
        lease_ms: this.#settings.lease_ms,
        after: this.#after,
        without_tenants: this.#tenants.exhausted(),
        capacities: this.#concurrency.capacities(),
        capacity_of_others: this.#concurrency.unproven() >= UNPROVEN_MAX ? 0 : CONCURRENCY_AT_FIRST,
        now: this.#ports.testClock?.now().toISOString() ?? null,
      });
      this.#after = claim.next ?? CURSOR_START;
      for (const delivery of claim.deliveries) this.#launch(delivery);
      if (claim.next === null && isFullPass) return;
    }
  }

  #launch(delivery: ClaimedDelivery): void {
    this.#concurrency.started(delivery.webhook_id);
    this.#tenants.started(delivery.tenant_id);
    this.#attempts += 1;
    this.#quick += 1;
    let isQuick = true;
    const leavePlace = (): void => {
      if (isQuick) this.#quick -= 1;
      isQuick = false;
      this.wake();
    };
    const timer = setTimeout(leavePlace, SLOW_AFTER_MS);
    const flight = this.#deliver(delivery)
      .catch((error: unknown) => {
        // Our own fault, such as a secret that cannot be opened: the lease ends and it is tried again.
        this.#ports.onError(error, delivery);
        return false;
      })
      .then((isDelivered) => {
        clearTimeout(timer);
        this.#concurrency.ended(delivery.webhook_id, isDelivered);
        this.#tenants.ended(delivery.tenant_id);
        this.#flights.delete(flight);
        this.#ended += 1;
        leavePlace();
      });
    this.#flights.add(flight);
  }

  async #deliver(delivery: ClaimedDelivery): Promise<boolean> {
    const { clock, secrets, newId } = this.#ports;
    const began_ms = performance.now();
    const now = clock.now();
    const result = await this.#ports.send(deliveryRequest(delivery, secrets, now), this.#ending.signal);
    if (this.#ending.signal.aborted && result.kind === "unanswered") {
      this.#released.push(delivery);
      return false;
    }
    const outcome = attemptOutcome(result, clock.now());
    const written = this.#batch.add({
      id: newId(),
      delivery,
      outcome,
      latency_ms: Math.round(performance.now() - began_ms),
      attempted_at: now.toISOString(),
      retry_delay_ms: outcome.is_delivered || outcome.is_gone ? null : this.#retryDelay_ms(delivery, outcome),
    });
    // A failure keeps its place until it is written: the next claim must know of a pause that it began.
    if (!outcome.is_delivered) await written;
    return outcome.is_delivered;
  }

  /** A test has one attempt: its answer is wanted now. */
  #retryDelay_ms(delivery: ClaimedDelivery, { retry_after_ms }: DeliveryAttempt["outcome"]): number | null {
    if (delivery.kind === "test") return null;
    const failed = { attempt: delivery.attempts + 1, retry_after_ms, random: this.#ports.random() };
    return retryDelay_ms(this.#settings.retry_schedule_seconds, failed);
  }

  async #written(attempts: readonly DeliveryAttempt[], failing: readonly FailingWebhook[]): Promise<void> {
    for (const attempt of attempts) this.counts.add(attempt);
    for (const { delivery, outcome } of attempts) {
      if (outcome.is_gone && delivery.kind !== "test") await this.#disable(delivery, "the receiver answered 410 Gone");
    }
    for (const webhook of failing) {
      const reason = `every attempt since ${webhook.first_failed_at} has failed, for ${DISABLE_AFTER_DAYS} days`;
      await this.#disable(webhook, reason);
    }
  }

  async #disable(webhook: EndpointOfCompany, reason: string): Promise<void> {
    const { tenant_id, environment, webhook_id } = webhook;
    await this.#guarded(async () => {
      const ctx = await this.#ports.contextOf(tenant_id, environment);
      if (await disableWebhook(ctx, webhook_id, reason)) this.#ports.onDisabled({ tenant_id, webhook_id, reason });
    });
  }
}
