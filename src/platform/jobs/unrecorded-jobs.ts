import { singleFlight } from "../../core/single-flight.ts";
import type { SystemDb } from "../../core/context.ts";
import { type ClaimedJob, finishJobs, releaseJobs } from "./store.ts";

/** Jobs that have ended in this process and of which the queue is still to be told: it is, however long it is out of reach. */
export class UnrecordedJobs {
  readonly #system: SystemDb;
  readonly #onError: (error: unknown) => void;
  #done: ClaimedJob[] = [];
  #cutShort: ClaimedJob[] = [];
  /**
   * Tells the queue of all of them; those that are added meanwhile go with the next statement, all together. Never rejects:
   * what fails is reported and stays for the next call.
   */
  readonly flush = singleFlight(() => this.#write());

  constructor(system: SystemDb, onError: (error: unknown) => void) {
    this.#system = system;
    this.#onError = onError;
  }

  addDone(job: ClaimedJob): void {
    this.#done.push(job);
  }

  /** An outage of the database ended its attempt, which does not count. */
  addCutShort(job: ClaimedJob): void {
    this.#cutShort.push(job);
  }

  isEmpty(): boolean {
    return this.#done.length === 0 && this.#cutShort.length === 0;
  }

  async #write(): Promise<void> {
    const [done, cutShort] = [this.#done.splice(0), this.#cutShort.splice(0)];
    try {
      if (done.length > 0) await finishJobs(this.#system, done);
    } catch (error) {
      this.#done.push(...done);
      this.#cutShort.push(...cutShort);
      this.#onError(error);
      return;
    }
    try {
      await releaseJobs(this.#system, cutShort);
    } catch (error) {
      this.#cutShort.push(...cutShort);
      this.#onError(error);
    }
  }
}
