import { join } from "node:path";
import { BackupError } from "./backup-error.ts";
import { documentProblem, eachDocument } from "./documents.ts";
import { documentsOf, fileProblems, readManifest } from "./folder.ts";
import type { Manifest } from "./manifest.ts";

/** Problems that are told one by one. */
const TOLD_MAX = 50;

export interface Verification {
  readonly manifest: Manifest;
  /** In sentences that name the file; the first fifty. */
  readonly problems: readonly string[];
  readonly problem_count: number;
}

/**
 * Reads every byte of a backup and compares sizes and SHA-256. What is encrypted stays so: no key is needed.
 * @throws BackupError when the manifest itself is missing or was changed
 */
export async function verifyBackup(folder: string, id: string): Promise<Verification> {
  const manifest = await readManifest(folder, id);
  const problems = await fileProblems(folder, manifest);
  let problem_count = problems.length;
  let documents = 0;
  const list = join(folder, id, manifest.documents.list.file);
  const isListWhole = !problems.some((problem) => problem.startsWith(list));
  if (isListWhole) {
    await eachDocument(list, async (document) => {
      documents += 1;
      const problem = await documentProblem(documentsOf(folder), document);
      if (problem === null) return;
      problem_count += 1;
      if (problems.length < TOLD_MAX) problems.push(problem);
    });
    if (documents !== manifest.documents.count) {
      problem_count += 1;
      problems.push(`${list} names ${documents} documents and not ${manifest.documents.count}.`);
    }
  }
  return { manifest, problems, problem_count };
}

/** @throws BackupError naming what is wrong with the backup */
export async function assertWhole(folder: string, id: string): Promise<Manifest> {
  const { manifest, problems, problem_count } = await verifyBackup(folder, id);
  if (problem_count === 0) return manifest;
  const more = problem_count > problems.length ? [`and ${problem_count - problems.length} more`] : [];
  throw new BackupError([`The backup ${id} is not whole; nothing was restored:`, ...problems, ...more].join("\n"));
}
