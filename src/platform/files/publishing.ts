import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Gives finished files their names. */
export interface Publisher {
  /** Moves a synced file to its name; the name survives a power failure when this resolves. What was there is replaced. */
  publish(temporary: string, target: string): Promise<void>;
  /** Makes the name of a file durable that another process may have given it a moment ago. */
  settle(target: string): Promise<void>;
}

/**
 * A publisher of names below `root`. A name survives a power failure only when the directories that lead to it were
 * synced, too; a directory's own name is synced once per process, also when another one has made it.
 */
export function publisher(root: string): Publisher {
  // At most 256 + 65,536 names.
  const durable = new Set([root]);
  const settle = async (target: string): Promise<void> => {
    let directory = dirname(target);
    await syncDirectory(directory);
    for (; !durable.has(directory); directory = dirname(directory)) {
      await syncDirectory(dirname(directory));
      durable.add(directory);
    }
  };
  return {
    settle,
    async publish(temporary, target) {
      await renameInto(temporary, target);
      await settle(target);
    },
  };
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

/** A content that is there already is replaced by itself: nobody sees a moment without it. */
async function renameInto(temporary: string, target: string): Promise<void> {
  try {
    await renameOver(temporary, target);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await renameOver(temporary, target);
  }
}

const RENAME_ATTEMPTS = 20;
const RENAME_PAUSE_MS = 50;

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
