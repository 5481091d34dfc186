import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { concurrencyLimit } from "../core/concurrency-limit.ts";
import type { Files } from "../platform/files/files.ts";
import { sizeOf, writeArchiveFile } from "./archive-file.ts";
import { BackupError } from "./backup-error.ts";
import { type BackedUpDocument, type DocumentCopier, documentCopier, documentLine, linesOf } from "./documents.ts";
import { documentsOf } from "./folder.ts";
import type { Manifest } from "./manifest.ts";
import type { NamedFile } from "./snapshot.ts";

/** Documents that are copied at the same time: each waits for the disk most of its time. */
const COPIED_AT_ONCE = 4;
const BATCH = 200;
/** Missing documents that are named one by one. */
const TOLD_MAX = 20;
const WANTED = "wanted-documents";

/** Keeps what the database names until its transaction is over: there may be a million of them. */
export async function noteDocuments(pages: AsyncIterable<readonly NamedFile[]>, directory: string): Promise<void> {
  const target = createWriteStream(join(directory, WANTED), { flags: "wx", mode: 0o600 });
  await pipeline(Readable.from(wantedLines(pages)), target);
}

async function* wantedLines(pages: AsyncIterable<readonly NamedFile[]>): AsyncGenerator<string, void, undefined> {
  for await (const page of pages) {
    yield page
      .map((file) => `${JSON.stringify([file.tenant_id, file.environment, file.sha256, file.is_owned])}\n`)
      .join("");
  }
}

interface Missing {
  count: number;
  readonly named: string[];
}

export interface Copied {
  readonly documents: Omit<Manifest["documents"], "missing">;
  readonly copied: number;
  readonly missing: Missing;
}

/**
 * Copies the noted documents into the folder, and writes the list of them into the backup. Those that the folder has already
 * are not copied again.
 */
export async function copyDocuments(files: Files, folder: string, directory: string): Promise<Copied> {
  const copier = documentCopier(documentsOf(folder), directory);
  const total = { count: 0, size_bytes: 0, copied: 0 };
  const missing: Missing = { count: 0, named: [] };
  async function* lines(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const batch of wantedBatches(join(directory, WANTED))) {
      for (const copy of await copyBatch(files, copier, batch, missing)) {
        total.count += 1;
        total.size_bytes += copy.document.size_bytes;
        total.copied += copy.is_new ? 1 : 0;
        yield Buffer.from(documentLine(copy.document));
      }
    }
  }
  const list = await writeArchiveFile({ directory, file: "documents.gz", recipient: null }, lines());
  await rm(join(directory, WANTED));
  return { documents: { list, count: total.count, size_bytes: total.size_bytes }, copied: total.copied, missing };
}

const wantedLine = z.tuple([z.uuid(), z.enum(["live", "sandbox"]), z.string(), z.boolean()]);

async function* wantedBatches(path: string): AsyncGenerator<readonly NamedFile[], void, undefined> {
  let batch: NamedFile[] = [];
  for await (const line of linesOf(createReadStream(path))) {
    const [tenant_id, environment, sha256, is_owned] = wantedLine.parse(JSON.parse(line));
    batch.push({ tenant_id, environment, sha256, is_owned });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

interface Kept {
  readonly document: BackedUpDocument;
  readonly is_new: boolean;
}

async function copyBatch(
  files: Files,
  copier: DocumentCopier,
  batch: readonly NamedFile[],
  missing: Missing,
): Promise<readonly Kept[]> {
  const copying = concurrencyLimit(COPIED_AT_ONCE);
  // All of them end before the directory may be removed.
  const settled = await Promise.allSettled(batch.map((file) => copying(() => copyOne(files, copier, file, missing))));
  return settled.flatMap((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value === null ? [] : [result.value];
  });
}

/** What earlier releases kept unencrypted is sealed first, as the service does after its start: no backup holds such a file. */
async function copyOne(files: Files, copier: DocumentCopier, file: NamedFile, missing: Missing): Promise<Kept | null> {
  const { tenant_id, environment, sha256, is_owned } = file;
  const companyFiles = files.of(tenant_id, environment);
  const [name, path] = [companyFiles.nameOf(sha256), companyFiles.pathOf(sha256)];
  if ((await sizeOf(path)) === null) await companyFiles.sealCopy(sha256).catch(() => undefined);
  if ((await sizeOf(path)) !== null) return await copier.keep(name, path);
  if (is_owned) {
    missing.count += 1;
    if (missing.named.length < TOLD_MAX) missing.named.push(`  ${sha256} of company ${tenant_id} (${environment})`);
  }
  return null;
}

/** What to do about documents that the store has lost. */
export function missingDocuments({ count, named }: Missing): BackupError {
  const more = count > named.length ? [`  and ${count - named.length} more`] : [];
  return new BackupError(
    [
      `${count} documents that the database names are not in the store (SHA-256 of their content):`,
      ...named,
      ...more,
      "Nothing was kept of this backup. Put them back from an earlier backup; or, when a company was removed while the backup " +
        "ran, run it again; or, when they are lost for good, back up the rest with --without-missing.",
    ].join("\n"),
  );
}
