import { statfs } from "node:fs/promises";

/** Less is as good as nothing: a batch of uploads takes 200 MiB, a segment of the database's log 16 MiB. */
const FREE_BYTES_MIN = 32 * 1024 * 1024;

/** Whether the file system of a directory has room for some files, in bytes and in entries. @throws Error as `statfs` */
export async function hasFreeSpace(directory: string): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await statfs(directory);
  // Some file systems count no entries.
  return bavail * bsize >= FREE_BYTES_MIN && (files === 0 || ffree > 0);
}
