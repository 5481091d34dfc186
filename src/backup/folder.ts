import { createHash, createHmac } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isEqualSecret, derivedKey } from "../platform/crypto.ts";
import { syncDirectory } from "../platform/files/publishing.ts";
import { processUser, processUserName } from "../platform/process-user.ts";
import { checkFile } from "./archive-file.ts";
import { BackupError, isFullDisk, reasonOf } from "./backup-error.ts";
import { filesOf, FORMAT, type Manifest, manifest } from "./manifest.ts";

/**
 * A folder of backups:
 *
 *   documents/ab/cd/<name>.<SHA-256 of the file>   sealed as they lie in the store, each once for all backups
 *   <id>/manifest.json                             and the files that it names
 *   <id>/SHA256SUMS                                of every file of the backup, for `sha256sum -c`
 *   <id>/manifest.hmac                             of the manifest, with the installation's secret
 *   .unfinished-<id>/                              a backup that is being made, or whose process was killed
 *
 * A backup gets its name when all of it is on the disk.
 */
const UNFINISHED = ".unfinished-";
const ID = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z(-\d+)?$/;
const MANIFEST = "manifest.json";
const SUMS = "SHA256SUMS";
const MAC = "manifest.hmac";
const PRIVATE_DIRECTORY = { recursive: true, mode: 0o700 } as const;

export const documentsOf = (folder: string): string => join(folder, "documents");

/** Ids of the backups in a folder, the oldest first. @throws BackupError when the folder cannot be read */
export async function backupIds(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new BackupError(
      `The folder ${folder} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  return names.filter((name) => ID.test(name)).toSorted(byAge);
}

/** Two of one second differ in the number at the end. */
function byAge(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}

/** The newest backup, or the one of this id. @throws BackupError when there is none */
export async function chosenBackup(folder: string, id: string | null): Promise<string> {
  const ids = await backupIds(folder);
  const chosen = id === null ? ids.at(-1) : ids.find((backupId) => backupId === id);
  if (chosen !== undefined) return chosen;
  throw new BackupError(
    id === null
      ? `There is no finished backup in ${folder}.`
      : `There is no backup ${id} in ${folder}; "backup list" names them.`,
  );
}

/**
 * Two installations in one folder would remove each other's documents.
 * @throws BackupError when the folder's newest readable backup is another installation's
 */
export async function assertOwnFolder(
  folder: string,
  installation: Pick<Manifest, "installation_id"> & { readonly secret_id: string },
) {
  const ids = await backupIds(folder).catch(() => []);
  for (const id of ids.toReversed()) {
    const keptManifest = await readManifest(folder, id).catch(() => null);
    if (keptManifest === null) continue;
    const isOwnId =
      [keptManifest.installation_id, null].includes(installation.installation_id) ||
      keptManifest.installation_id === null;
    if (isOwnId && keptManifest.secret.id === installation.secret_id) return;
    throw new BackupError(`--to: ${folder} holds backups of another installation: name a folder of its own.`);
  }
}

/** A directory for a backup of `moment`; what killed processes left behind is removed. Only for who makes the only one. */
export async function beginBackup(
  folder: string,
  moment: Date,
): Promise<{ readonly id: string; readonly directory: string }> {
  await mkdir(documentsOf(folder), PRIVATE_DIRECTORY).catch((cause: unknown) => {
    if (isFullDisk(cause)) throw cause;
    const path = resolve(folder);
    throw new BackupError(
      `--to: the user ${processUser()} cannot write backups into ${path} (${reasonOf(cause)}). Give that user the folder, as ` +
        `root for example: install -d -m 0700 -o ${processUserName()} ${path}`,
      { cause },
    );
  });
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
  }
  const taken = new Set(await backupIds(folder));
  const second = moment.toISOString().slice(0, 19).replaceAll(":", "-");
  let id = `${second}Z`;
  for (let number = 2; taken.has(id); number += 1) id = `${second}Z-${number}`;
  const directory = join(folder, `${UNFINISHED}${id}`);
  await mkdir(join(directory, "tables"), PRIVATE_DIRECTORY);
  return { id, directory };
}

/** Writes the manifest and gives the backup its name: from then on it is one. */
export async function finishBackup(
  folder: string,
  directory: string,
  written: Manifest,
  secret: Uint8Array,
): Promise<void> {
  const text = `${JSON.stringify(written, null, 1)}\n`;
  const sums = [...filesOf(written), { file: MANIFEST, sha256: sha256(text) }];
  await writeDurably(join(directory, MAC), `${macOf(text, secret)}\n`);
  await writeDurably(join(directory, SUMS), sums.map((checksum) => `${checksum.sha256}  ${checksum.file}\n`).join(""));
  await writeDurably(join(directory, MANIFEST), text);
  await syncDirectory(join(directory, "tables"));
  await syncDirectory(directory);
  await rename(directory, join(folder, written.id));
  await syncDirectory(folder);
}

/** @throws BackupError when it is missing, was changed, or is of a format that this release does not know */
export async function readManifest(folder: string, id: string): Promise<Manifest> {
  const path = join(folder, id, MANIFEST);
  const text = await readText(path);
  const sums = await readText(join(folder, id, SUMS));
  if (!sums.includes(`${sha256(text)}  ${MANIFEST}\n`)) {
    throw new BackupError(`${path} was changed, or ${SUMS} beside it: it has not its SHA-256.`);
  }
  const raw: unknown = JSON.parse(text);
  const { format } = manifest.pick({ format: true }).parse(raw);
  if (format > FORMAT) {
    throw new BackupError(`The backup ${id} was made by a newer release, in format ${format}: use that release.`);
  }
  const parsed = manifest.parse(raw);
  if (parsed.id !== id)
    throw new BackupError(`${path} belongs to the backup ${parsed.id}: put the directories back as they were.`);
  return parsed;
}

/** Proves that the manifest was written by who has the installation's secret. @throws BackupError */
export async function assertOwnManifest(folder: string, id: string, secret: Uint8Array): Promise<void> {
  const text = await readText(join(folder, id, MANIFEST));
  const mac = (await readText(join(folder, id, MAC))).trim();
  if (isEqualSecret(Buffer.from(mac), Buffer.from(macOf(text, secret)))) return;
  throw new BackupError(
    `${join(folder, id, MANIFEST)} was changed: it was not written with this installation's secret.`,
  );
}

/** Problems of the files of one backup without its documents, in sentences. */
export async function fileProblems(folder: string, written: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const file of filesOf(written)) {
    await checkFile(join(folder, written.id), file).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error;
      problems.push(error.message);
    });
  }
  return problems;
}

async function readText(path: string): Promise<string> {
  return await readFile(path, "utf8").catch((cause: unknown) => {
    throw new BackupError(`${path} is missing or cannot be read: the backup is not whole.`, { cause });
  });
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const macOf = (text: string, secret: Uint8Array): string =>
  createHmac("sha256", derivedKey(secret, "backup manifests")).update(text).digest("hex");
