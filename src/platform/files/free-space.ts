import { statfs } from "node:fs/promises";

/** Less is as good as nothing: a batch of uploads takes 200 MiB, a segment of the database's log 16 MiB. */
const FREE_BYTES_MIN = 32 * 1024 * 1024;

/** A look at a mount that does not answer would last for ever. */
const LOOK_MS = 1_000;

/** Size and room of a directory's file system; null when it does not answer within a second, or is not there. */
export async function spaceOf(directory: string): Promise<{ size_bytes: number; free_bytes: number } | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LOOK_MS);
  });
  const looked = statfs(directory).then(
    ({ blocks, bavail, bsize }) => ({ size_bytes: blocks * bsize, free_bytes: bavail * bsize }),
    () => null,
  );
  const space = await Promise.race([looked, late]);
  clearTimeout(timer);
  return space;
}

/** Whether the file system of a directory has room for some files, in bytes and in entries. @throws Error as `statfs` */
export async function hasFreeSpace(directory: string): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await statfs(directory);
  // Some file systems count no entries.
  return bavail * bsize >= FREE_BYTES_MIN && (files === 0 || ffree > 0);
}
