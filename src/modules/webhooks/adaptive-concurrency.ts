/** In flight at once to one receiver that answers well. */
export const CONCURRENCY_MAX = 8;
/** To one of which this process knows nothing yet. */
export const CONCURRENCY_AT_FIRST = 1;

interface EndpointState {
  limit: number;
  in_flight: number;
}

/** Receivers whose window is remembered, apart from those with something in flight. */
const REMEMBERED_MAX = 512;

/**
 * How many deliveries each receiver gets at once: one at first, one more with every success up to eight, half as many
 * after a failure. A receiver that hangs thus holds few places, however long its backlog.
 */
export class AdaptiveConcurrency {
  readonly #states = new Map<string, EndpointState>();

  started(webhook_id: string): void {
    const state = this.#states.get(webhook_id) ?? { limit: CONCURRENCY_AT_FIRST, in_flight: 0 };
    state.in_flight += 1;
    // Put last, so that the first in the map are those that have been idle longest.
    this.#states.delete(webhook_id);
    this.#states.set(webhook_id, state);
    this.#forgetOldest();
  }

  ended(webhook_id: string, isDelivered: boolean): void {
    const state = this.#states.get(webhook_id);
    if (state === undefined) return;
    state.in_flight -= 1;
    state.limit = isDelivered ? Math.min(CONCURRENCY_MAX, state.limit + 1) : Math.max(1, Math.floor(state.limit / 2));
  }

  /** Free places, never below 0, by subscription; those that are not listed are as at first. */
  capacities(): Readonly<Record<string, number>> {
    const endpointStates = [...this.#states].filter(
      ([, state]) => state.in_flight > 0 || state.limit !== CONCURRENCY_AT_FIRST,
    );
    return Object.fromEntries(endpointStates.map(([id, { limit, in_flight }]) => [id, Math.max(0, limit - in_flight)]));
  }

  /** Deliveries in flight to receivers that have not answered well yet, or not lately. */
  unproven(): number {
    let count = 0;
    for (const { limit, in_flight } of this.#states.values()) if (limit === CONCURRENCY_AT_FIRST) count += in_flight;
    return count;
  }

  #forgetOldest(): void {
    if (this.#states.size <= REMEMBERED_MAX) return;
    for (const [id, { in_flight }] of this.#states) {
      if (in_flight > 0) continue;
      this.#states.delete(id);
      return;
    }
  }
}
