import { randomUUID } from "node:crypto";
import { open, rm, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { concurrencyLimit } from "../../core/concurrency-limit.ts";
import type { FileStore } from "../../core/context.ts";
import { DocumentStoreError } from "../../core/document-store.ts";
import type { ReceivedContent } from "../../core/received-file.ts";
import type { InstallationMark } from "./installation.ts";
import { isMissing, type Publisher } from "./publishing.ts";
import {
  contentIn,
  contentOf,
  isSound,
  openStored,
  type Sealing,
  whileOpen,
  wholeBytes,
  wholeChunks,
} from "./reading.ts";
import { type PlainContent, writeSealed } from "./sealed-file.ts";
import type { ReceivedContents } from "./received-contents.ts";
import type { UnencryptedDocuments } from "./unencrypted.ts";

/** What a file is called while it is sealed. */
export const SEALING_PREFIX = "seal-";
/** Files of one upload that are sealed at the same time: each waits for the disk most of its time. */
const SEALED_AT_ONCE = 8;

/** Documents of one company, sealed with a key of its own: no other company's files can name or open them. */
export interface CompanyFiles extends FileStore {
  /**
   * Seals a copy of an unencrypted document for the company, unless it has the document already.
   * @throws Error when it is missing or does not hash to `sha256`
   */
  sealCopy(sha256: string): Promise<void>;
  /** What a document is called on the disk, whether or not it is there. */
  nameOf(sha256: string): string;
  /** Where the document is or will be when it is sealed: for copies of the files as they lie. Nothing is looked at. */
  pathOf(sha256: string): string;
  /** Whether there is a document of this name; of its content only the beginning is looked at. */
  has(sha256: string): Promise<boolean>;
}

/** What all companies' documents share. */
export interface StoreParts extends Publisher {
  readonly uploadsDirectory: string;
  readonly unencrypted: UnencryptedDocuments;
  readonly installation: InstallationMark;
  readonly received: ReceivedContents;
}

/** The documents of the company that `sealingFor` places and has the key of. */
export function companyFiles(parts: StoreParts, sealingFor: (sha256: string) => Sealing): CompanyFiles {
  const { sealReceived, sealForGood, hasSealed } = sealer(parts, sealingFor);
  return {
    adopt: (files, { is_read_next } = { is_read_next: false }) =>
      ofTheStore(async () => {
        await parts.installation.assertPresent();
        const sealing = concurrencyLimit(SEALED_AT_ONCE);
        // To the end of all, also where one fails: what the sender's request holds in memory is let go after this.
        const sealed = files.map((file) => sealing(() => sealReceived(file, file.sha256)));
        await Promise.allSettled(sealed);
        await parts.settle(await Promise.all(sealed));
        for (const { bytes, path, sha256 } of files) {
          if (path !== null) await removeIfThere(path);
          else if (is_read_next) parts.received.hold(sealingFor(sha256).path, bytes);
        }
      }),
    takeReceived: (sha256) => parts.received.take(sealingFor(sha256).path),
    put: (bytes, sha256) =>
      ofTheStore(async () => {
        // Not sealed anew: a backup that has the file already would have to copy it again.
        if (!(await hasSealed(sha256))) await sealForGood(contentIn(bytes), sha256);
      }),
    read: (sha256) =>
      ofTheStore(async () => await wholeBytes(await openStored(parts.unencrypted, sealingFor(sha256), sha256), sha256)),
    open: (sha256) =>
      ofTheStore(async () => {
        const chunks = wholeChunks(await openStored(parts.unencrypted, sealingFor(sha256), sha256), sha256);
        // Entered now: a small file is checked as a whole, and a reader who leaves before the first chunk closes the file.
        await chunks.next();
        return chunks;
      }),
    nameOf: (sha256) => basename(sealingFor(sha256).path),
    pathOf: (sha256) => sealingFor(sha256).path,
    has: (sha256) =>
      ofTheStore(async () => {
        try {
          const { file } = await openStored(parts.unencrypted, sealingFor(sha256), sha256);
          await file.close();
          return true;
        } catch (error) {
          if (isMissing(error)) return false;
          throw error;
        }
      }),
    sealCopy: (sha256) =>
      ofTheStore(async () => {
        if (await hasSealed(sha256)) return;
        try {
          await whileOpen(await parts.unencrypted.open(sha256), async (file) =>
            sealForGood(await contentOf(file), sha256),
          );
        } catch (error) {
          // Another process may have sealed it since, and removed the unencrypted file.
          if (!isMissing(error) || !(await hasSealed(sha256))) throw error;
        }
      }),
  };
}

interface Sealer {
  /** Seals what was received; its name is to be settled yet. */
  sealReceived(content: ReceivedContent, sha256: string): Promise<string>;
  /** Seals a content; its name is durable when this resolves. */
  sealForGood(content: PlainContent, sha256: string): Promise<void>;
  /** Whether the company has the document, sealed and whole. */
  hasSealed(sha256: string): Promise<boolean>;
}

function sealer(parts: StoreParts, sealingFor: (sha256: string) => Sealing): Sealer {
  /** Where the sealed file is, under its name, which is to be settled yet. */
  const seal = async (content: PlainContent, sha256: string): Promise<string> => {
    const { path, key } = sealingFor(sha256);
    const temporary = join(parts.uploadsDirectory, `${SEALING_PREFIX}${randomUUID()}`);
    try {
      await whileOpen(await open(temporary, "wx", 0o600), async (file) => {
        await writeSealed(file, content, sha256, key);
        await file.sync();
      });
      await parts.publish(temporary, path);
      return path;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };
  return {
    async sealReceived({ bytes, path }, sha256) {
      if (path === null) return await seal(contentIn(bytes), sha256);
      return await whileOpen(await open(path, "r"), async (file) => seal(await contentOf(file), sha256));
    },
    async sealForGood(content, sha256) {
      await parts.installation.assertPresent();
      await parts.settle([await seal(content, sha256)]);
    },
    async hasSealed(sha256) {
      const sealing = sealingFor(sha256);
      const isThere = await isSound(sealing, sha256);
      if (isThere) await parts.settle([sealing.path]);
      return isThere;
    },
  };
}

/** What the system says of a file is about the store and not about the document: the two must not be confused. */
async function ofTheStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof DocumentStoreError) throw error;
    if (!("code" in error) || typeof error.code !== "string" || !/^E[A-Z0-9]+$/.test(error.code)) throw error;
    throw new DocumentStoreError(error.message, error.code, error);
  }
}

/** One call, where `rm` looks first. */
async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}
