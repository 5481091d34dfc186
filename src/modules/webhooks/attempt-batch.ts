import type { Clock, SystemDb } from "../../core/context.ts";
import { singleFlight } from "../../core/single-flight.ts";
import { type FailingWebhook, type DeliveryAttempt, recordAttempts } from "./store-attempts.ts";

interface Entry {
  readonly attempt: DeliveryAttempt;
  readonly tries: number;
  readonly done: () => void;
}

export interface AttemptBatchPorts {
  readonly system: SystemDb;
  readonly testClock: Clock | null;
  /** Called after a batch was written, and awaited by `flush`. */
  onWritten(attempts: readonly DeliveryAttempt[], failing: readonly FailingWebhook[]): Promise<void>;
  onError(error: unknown, attempt: DeliveryAttempt | null): void;
}

const ATTEMPTS_PER_STATEMENT = 256;
const TRIES_MAX = 5;

/** Attempts that end while a statement is under way are written by the next one, all together. */
export class AttemptBatch {
  readonly #ports: AttemptBatchPorts;
  #waiting: Entry[] = [];
  /** Writes what waits; what could not be written waits for the next call. Never rejects. */
  readonly flush = singleFlight(() => this.#write());

  constructor(ports: AttemptBatchPorts) {
    this.#ports = ports;
  }

  /** Resolves when the attempt is written, or was given up. */
  add(attempt: DeliveryAttempt): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ attempt, tries: 0, done });
      void this.flush();
    });
  }

  async #write(): Promise<void> {
    const failed: Entry[] = [];
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#nextSize());
      try {
        await this.#writeBatch(batch);
      } catch (error) {
        failed.push(...this.#toTryAgain(batch, error));
      }
    }
    this.#waiting.push(...failed);
  }

  /** What failed with others is tried alone: one attempt that cannot be written must not take others with it. */
  #nextSize(): number {
    const firstFailed = this.#waiting.findIndex(({ tries }) => tries > 0);
    if (firstFailed === 0) return 1;
    return Math.min(ATTEMPTS_PER_STATEMENT, firstFailed === -1 ? this.#waiting.length : firstFailed);
  }

  async #writeBatch(batch: readonly Entry[]): Promise<void> {
    const { system, testClock, onWritten } = this.#ports;
    const attempts = batch.map(({ attempt }) => attempt);
    const failing = await recordAttempts(system, attempts, testClock?.now().toISOString() ?? null);
    await onWritten(attempts, failing);
    for (const { done } of batch) done();
  }

  /** A delivery whose attempt cannot be written stays leased for its time and is sent again: at least once. */
  #toTryAgain(batch: readonly Entry[], error: unknown): Entry[] {
    this.#ports.onError(error, batch.length === 1 ? (batch[0]?.attempt ?? null) : null);
    const givenUp = batch.filter(({ tries }) => tries + 1 >= TRIES_MAX);
    for (const { done } of givenUp) done();
    return batch.filter((entry) => !givenUp.includes(entry)).map((entry) => ({ ...entry, tries: entry.tries + 1 }));
  }
}
