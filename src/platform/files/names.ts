import { readdir } from "node:fs/promises";
import { isMissing } from "./publishing.ts";

/** Names of directories of documents, and of documents. */
export const PAIR = /^[0-9a-f]{2}$/;
export const HASH = /^[0-9a-f]{64}$/;

/** Names of this form, in order; none when the directory is gone. What file managers and file systems put beside is left alone. */
export async function namesIn(directory: string, form: RegExp): Promise<string[]> {
  const names = await readdir(directory).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error)));
  return names.filter((name) => form.test(name)).toSorted();
}
