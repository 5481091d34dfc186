import type { DeliveryAttempt } from "./store-attempts.ts";

export type AttemptResult = "delivered" | "retrying" | "failed";

/** Attempts of this process since it started, by what came of them. */
export class DeliveryCounts {
  readonly #results: Record<AttemptResult, number> = { delivered: 0, retrying: 0, failed: 0 };
  readonly #errors = new Map<string, number>();

  add({ outcome, retry_delay_ms }: DeliveryAttempt): void {
    const result = outcome.is_delivered ? "delivered" : retry_delay_ms === null ? "failed" : "retrying";
    this.#results[result] += 1;
    const { error_class } = outcome;
    if (error_class !== null) this.#errors.set(error_class, (this.#errors.get(error_class) ?? 0) + 1);
  }

  results(): Readonly<Record<AttemptResult, number>> {
    return { ...this.#results };
  }

  /** By class of error. */
  errors(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#errors);
  }
}
