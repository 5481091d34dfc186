import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

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

export async function syncDirectory(path: string): Promise<void> {
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
    await rename(temporary, target);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(temporary, target);
  }
}
