type Fetch = typeof globalThis.fetch;

/**
 * The fetch of a program whose calls race as hard as they can: nobody learns that its token has expired, and nobody asks
 * for the next one, before all the others do. Without it the order would depend on how busy the machine is.
 */
export class FetchTogether {
  /** Requests for a new token since the last `expect`. */
  refreshes = 0;
  #refused: Rendezvous | undefined;
  #refreshing: Rendezvous | undefined;

  /** The next `size` calls are refused together, and renew together. */
  expect(size: number): void {
    this.refreshes = 0;
    this.#refused = new Rendezvous(size);
    this.#refreshing = new Rendezvous(size);
  }

  readonly fetch: Fetch = async (input, init) => {
    const isToken = addressOf(input).endsWith("/oauth/token");
    if (isToken) {
      this.refreshes += 1;
      await this.#refreshing?.arrive();
    }
    const response = await fetch(input, init);
    if (!isToken && response.status === 401) await this.#refused?.arrive();
    return response;
  };
}

/** Lets everybody go when the last has come; whoever comes later does not wait. */
class Rendezvous {
  #missing: number;
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#missing = size;
  }

  async arrive(): Promise<void> {
    this.#missing -= 1;
    if (this.#missing > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    for (const go of this.#waiting.splice(0)) go();
  }
}

function addressOf(input: Parameters<Fetch>[0]): string {
  return typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
}
