import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { concurrencyLimit } from "../../core/concurrency-limit.ts";

/** Gives finished files their names. */
export interface Publisher {
  /** Moves a synced file to its name, which is durable once it was settled. What was there is replaced. */
  publish(temporary: string, target: string): Promise<void>;
  /**
   * Makes names of files durable that this process or another one has given them: they survive a power failure when this
   * resolves. Files that are settled together share what leads to them.
   */
  settle(targets: readonly string[]): Promise<void>;
}

/** Directories that are synced at the same time: each waits for the disk most of its time. */
const SYNCED_AT_ONCE = 8;

/**
 * A publisher of names below `root`. A name survives a power failure only when the directories that lead to it were
 * synced, too; a directory's own name is synced once per process, also when another one has made it.
 */
export function publisher(root: string): Publisher {
  // At most 256 + 65,536 names.
  const durable = new Set([root]);
  return {
    async publish(temporary, target) {
      const directory = dirname(target);
      if (!durable.has(directory)) await makeDirectory(directory);
      try {
        await renameOver(temporary, target);
      } catch (error) {
        if (!isMissing(error)) throw error;
        // Somebody has removed the directory: its name is to be synced again.
        for (let gone = directory; gone !== root; gone = dirname(gone)) durable.delete(gone);
        await makeDirectory(directory);
        await renameOver(temporary, target);
      }
    },
    async settle(targets) {
      const due = new Set(targets.map((target) => dirname(target)));
      const named = new Set<string>();
      for (let directory of due) {
        for (; !durable.has(directory); directory = dirname(directory)) {
          named.add(directory);
          due.add(dirname(directory));
        }
      }
      const syncing = concurrencyLimit(SYNCED_AT_ONCE);
      await Promise.all([...due].map((directory) => syncing(() => syncDirectory(directory))));
      for (const directory of named) durable.add(directory);
    },
  };
}

async function makeDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Removes a file so that no power failure brings its name back; one that is gone already is no mistake. */
export async function removeForGood(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncDirectory(dirname(path)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

/** Windows has no such call for directories: NTFS writes names into its journal by itself. */
export async function syncDirectory(path: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const RENAME_ATTEMPTS = 20;
const RENAME_PAUSE_MS = 50;

/** A content that is there already is replaced by itself: nobody sees a moment without it. */
async function renameOver(temporary: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(temporary, target);
      return;
    } catch (error) {
      if (attempt === RENAME_ATTEMPTS || !isHeldOpen(error, process.platform)) throw error;
      await delay(RENAME_PAUSE_MS);
    }
  }
}

/** Whether a file may only be held open by somebody for a moment, as virus scanners on Windows do. */
export function isHeldOpen(error: unknown, platform: NodeJS.Platform): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return platform === "win32" && ["EPERM", "EACCES", "EBUSY"].includes(code);
}
