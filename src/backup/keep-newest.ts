import { rm } from "node:fs/promises";
import { join } from "node:path";
import { checkFile } from "./archive-file.ts";
import { backupIds, documentsOf, readManifest } from "./folder.ts";
import { eachDocument, removeUnnamed, storedName } from "./documents.ts";

export interface Removed {
  readonly backups: readonly string[];
  readonly documents: number;
}

/**
 * Removes all but the `count` newest backups, then the documents that none of those that are left names.
 * @throws BackupError when one that is to be left cannot be read: then nothing is removed
 */
export async function keepNewest(folder: string, count: number): Promise<Removed> {
  const ids = await backupIds(folder);
  const old = ids.slice(0, Math.max(0, ids.length - count));
  const named = new Set<string>();
  for (const id of ids.slice(old.length)) {
    const { documents } = await readManifest(folder, id);
    await checkFile(join(folder, id), documents.list);
    await eachDocument(join(folder, id, documents.list.file), (document) => {
      named.add(storedName(document));
      return Promise.resolve();
    });
  }
  for (const id of old) await rm(join(folder, id), { recursive: true, force: true });
  return { backups: old, documents: await removeUnnamed(documentsOf(folder), named) };
}
