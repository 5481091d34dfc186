/** In flight for one company, in both environments, from which on it gets no further places. */
const IN_FLIGHT_PER_TENANT_MAX = 192;

/** Counts what is under way for each company, so that none can have all places, however many receivers it names. */
export class TenantLimits {
  readonly #in_flight = new Map<string, number>();

  started(tenant_id: string): void {
    this.#in_flight.set(tenant_id, (this.#in_flight.get(tenant_id) ?? 0) + 1);
  }

  ended(tenant_id: string): void {
    const left = (this.#in_flight.get(tenant_id) ?? 0) - 1;
    if (left > 0) this.#in_flight.set(tenant_id, left);
    else this.#in_flight.delete(tenant_id);
  }

  /** Companies that have their share already. */
  exhausted(): string[] {
    return [...this.#in_flight].flatMap(([id, count]) => (count >= IN_FLIGHT_PER_TENANT_MAX ? [id] : []));
  }
}
