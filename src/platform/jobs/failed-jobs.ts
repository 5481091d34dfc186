import { outageIn } from "../../core/outage.ts";
import { retryDelay_ms } from "./job.ts";
import { buryJob, type ClaimedJob, retryJob } from "./store.ts";
import type { UnrecordedJobs } from "./unrecorded-jobs.ts";
import type { CompleteWorkerOptions } from "./worker-options.ts";

const ERROR_CHARACTERS_MAX = 2_000;

/** What becomes of jobs whose attempt failed: another attempt later, or their end. */
export class FailedJobs {
  readonly #options: CompleteWorkerOptions;
  readonly #unrecorded: UnrecordedJobs;

  constructor(options: CompleteWorkerOptions, unrecorded: UnrecordedJobs) {
    this.#options = options;
    this.#unrecorded = unrecorded;
  }

  /** @throws OutageError and what `onDead` throws: then the job stays as it is until its lease ends */
  async settle(job: ClaimedJob, error: unknown): Promise<void> {
    const { database, clock, attemptsAfter } = this.#options;
    const outage = outageIn(error);
    if (outage?.kind === "database") {
      this.#unrecorded.addCutShort(job);
      await this.#unrecorded.flush();
      return;
    }
    // What else is away for now is waited for, however long that takes: such an attempt does not count.
    const isPassing = outage !== null;
    const max_attempts = isPassing ? job.max_attempts + 1 : Math.max(job.max_attempts, attemptsAfter(error));
    if (isPassing || job.attempts < max_attempts) {
      const delay_ms = retryDelay_ms(job.attempts, Math.random());
      const now = clock?.now().toISOString() ?? null;
      await retryJob(database.system, job, { now, delay_ms, error: textOf(error), max_attempts });
      return;
    }
    await this.giveUp(job, error);
  }

  /** Records the end in the domain first: only then is the job dead. @throws as `settle` */
  async giveUp(job: ClaimedJob, error: unknown): Promise<void> {
    await this.#options.onDead(job, error);
    await buryJob(this.#options.database.system, job, textOf(error));
    this.#options.onGivenUp(job.kind, 1);
  }
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, ERROR_CHARACTERS_MAX);
}
