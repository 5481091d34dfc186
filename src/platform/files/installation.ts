import { randomUUID } from "node:crypto";
import { open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { DocumentStoreError } from "../../core/document-store.ts";
import { isUuid } from "../../core/ids.ts";
import { isMissing, syncDirectory } from "./publishing.ts";
import { whileOpen } from "./reading.ts";

/** The name that a store of documents bears: the id of the installation whose database names its documents. */
export interface InstallationMark {
  /** Null: the store bears none yet. @throws Error when it cannot be read or is not an id */
  read(): Promise<string | null>;
  /** Durable when it resolves; what was there is replaced. */
  write(id: string): Promise<void>;
  /** From now on `assertPresent` expects this id. */
  expect(id: string): void;
  /**
   * Looks whether the directory is still the store that the start has found: below an unmounted mount point lies another
   * directory, and what is written there is gone when the mount is back. Nothing is looked at before `expect`.
   * @throws DocumentStoreError
   */
  assertPresent(): Promise<void>;
}

const NAME = "installation";

/** The mark in `documents`, a file of one line. It is written beside its place and renamed: object stores know no locks. */
export function installationMark(documents: string): InstallationMark {
  const path = join(documents, NAME);
  let expected: string | null = null;
  /** The file that bore the expected id: while it is the same one, nothing has to be read. */
  let seen: string | null = null;
  const read = async (): Promise<string | null> => {
    const text = await readFile(path, "utf8").catch((error: unknown) =>
      isMissing(error) ? null : Promise.reject(error),
    );
    if (text === null) return null;
    const id = text.trim();
    if (!isUuid(id)) throw new Error(`${path} is damaged: it holds no id`);
    return id;
  };
  return {
    read,
    async write(id) {
      const temporary = `${path}.${randomUUID()}`;
      await whileOpen(await open(temporary, "wx", 0o600), async (file) => {
        await file.writeFile(`${id}\n`);
        await file.sync();
      });
      await rename(temporary, path);
      await syncDirectory(documents);
    },
    expect(id) {
      expected = id;
      seen = null;
    },
    async assertPresent() {
      const wanted = expected;
      if (wanted === null) return;
      // Before the reading: a file that is exchanged in between is another one the next time.
      const file = await identityOf(path);
      if (file !== null && file === seen) return;
      if ((await read()) !== wanted) {
        throw new DocumentStoreError(`${documents} is not the store that the service was started with`, "ENOENT");
      }
      if (wanted === expected) seen = file;
    },
  };
}

/** Tells a file from every other one, on this file system or another, and from itself before it was changed; null: none. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
