import { concurrencyLimit } from "../../core/concurrency-limit.ts";
import type { FileStore } from "../../core/context.ts";
import { fileHolders, someOwnedFiles } from "../../modules/audit/index.ts";
import { ConfigError } from "../../platform/config/config.ts";
import type { Service } from "../service.ts";

/** Documents that are sealed at the same time: each waits for the disk most of its time. */
const SEALED_AT_ONCE = 4;
/** Failures that are logged one by one. */
const TOLD_MAX = 20;
/** Files of the database that are looked for, of each kind, before anything unclaimed is removed. */
const SAMPLE_SIZE = 50;

/** What became of the documents that an earlier version had kept unencrypted. */
export interface SealingOutcome {
  /** Sealed for every company that has them, and its unencrypted file removed. */
  readonly sealed: number;
  /** Left unencrypted, because they could not be read, are not what their name says, or could not be written. */
  readonly failed: number;
  /** Left unencrypted, because no company has them: rests of uploads that were never registered. */
  readonly unclaimed: number;
  /** Those of them that were removed on demand. */
  readonly removed: number;
}

type SealingService = Pick<Service, "database" | "files" | "log">;

/**
 * Seals the documents that earlier versions have kept unencrypted, each for every company whose rows name it, and removes what
 * is sealed for all of them. Safe to repeat, to stop at any moment and to run in several processes: an unencrypted document goes
 * last. Without any it costs a look into one directory.
 */
export async function sealDocuments(service: SealingService, stopping?: AbortSignal): Promise<SealingOutcome> {
  return await sealAll(service, { stopping, unclaimed: "kept" });
}

/**
 * The same, and removes the unencrypted documents that no company has.
 * @throws ConfigError when none of the files that the database names is here: with a wrong DATABASE_URL, or without the right
 * one, every document would seem to be nobody's
 */
export async function sealAndRemoveUnclaimed(service: SealingService): Promise<SealingOutcome> {
  if (!(await isOwnDatabase(service))) {
    throw new ConfigError([
      "DATABASE_URL: this database names no document that is stored in DATA_DIR, so it cannot tell which ones nobody has; " +
        "nothing was removed",
    ]);
  }
  return await sealAll(service, { stopping: undefined, unclaimed: "removed" });
}

async function isOwnDatabase({ database, files }: SealingService): Promise<boolean> {
  for (const { tenant_id, environment, sha256 } of await someOwnedFiles(database.admin, SAMPLE_SIZE)) {
    if (await isStored(files.of(tenant_id, environment), sha256)) return true;
  }
  return false;
}

async function isStored(files: FileStore, sha256: string): Promise<boolean> {
  try {
    for await (const _chunk of await files.open(sha256)) break;
    return true;
  } catch {
    // What is damaged says nothing; one that is whole does.
    return false;
  }
}

/** Sealing beside the work of a service that has started. */
export interface DocumentSealing {
  start(): void;
  /** Lets the documents in work finish; the rest waits for the next start. */
  close(): Promise<void>;
}

export function documentSealing(service: SealingService): DocumentSealing {
  const ending = new AbortController();
  let running = Promise.resolve();
  return {
    start() {
      running = sealDocuments(service, ending.signal).then(
        (outcome) => tell(service, outcome),
        (error: unknown) =>
          service.log.error({ err: error }, "documents in clear were not sealed; the next start goes on"),
      );
    },
    async close() {
      ending.abort();
      await running;
    },
  };
}

function tell({ log }: SealingService, outcome: SealingOutcome): void {
  const { sealed, failed, unclaimed } = outcome;
  if (sealed > 0) log.info(outcome, "documents of an earlier version were sealed");
  if (failed > 0 || unclaimed > 0) log.warn(outcome, "documents are left in clear; see the command documents seal");
}

interface SealingOptions {
  readonly stopping: AbortSignal | undefined;
  readonly unclaimed: "kept" | "removed";
}

async function sealAll(service: SealingService, { stopping, unclaimed }: SealingOptions): Promise<SealingOutcome> {
  const { database, files } = service;
  const outcome = { sealed: 0, failed: 0, unclaimed: 0, removed: 0 };
  const sealing = concurrencyLimit(SEALED_AT_ONCE);
  for await (const hashes of files.unencrypted.hashes()) {
    const holders = await fileHolders(database.admin, hashes);
    const sealOne = async (sha256: string): Promise<void> => {
      if (stopping?.aborted === true) return;
      const companies = holders.get(sha256) ?? [];
      try {
        for (const { tenant_id, environment } of companies) await files.of(tenant_id, environment).sealCopy(sha256);
        if (companies.length > 0 || unclaimed === "removed") await files.unencrypted.remove(sha256);
        if (companies.length > 0) outcome.sealed += 1;
        else outcome[unclaimed === "removed" ? "removed" : "unclaimed"] += 1;
      } catch (error) {
        outcome.failed += 1;
        if (outcome.failed <= TOLD_MAX) service.log.warn({ err: error, sha256 }, "a document in clear was not sealed");
      }
    };
    await Promise.all(hashes.map((sha256) => sealing(() => sealOne(sha256))));
    if (stopping?.aborted === true) break;
  }
  return outcome;
}
