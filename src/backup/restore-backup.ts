import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { concurrencyLimit } from "../core/concurrency-limit.ts";
import type { Config } from "../platform/config/config.ts";
import { derivedKey, installationSecret, secretFromText } from "../platform/crypto.ts";
import type { Connection } from "../platform/db/connection.ts";
import { assertKnownHistory, migrateAsFar, readMigrations } from "../platform/db/migrate.ts";
import { installationMark } from "../platform/files/installation.ts";
import { SECRET_ID_BYTES } from "../platform/files/sealed-file.ts";
import { openArchiveKey, type Opener } from "./archive-key.ts";
import { checkFile, readSmallFile, sizeOf } from "./archive-file.ts";
import { BackupError, isFullDisk } from "./backup-error.ts";
import { type BackedUpDocument, documentCopier, eachDocument } from "./documents.ts";
import { assertEmptyDatabase, assertEmptyDirectory, restoreBegun, restoreFinished } from "./empty-target.ts";
import { assertOwnManifest, documentsOf, readManifest } from "./folder.ts";
import { loadTables } from "./load-tables.ts";
import type { Manifest } from "./manifest.ts";
import { assertWhole } from "./verify-backup.ts";

export interface RestoreRequest {
  readonly folder: string;
  readonly id: string;
  /** What was given to open it with. */
  readonly opener: Opener | null;
  /** Directory of this release's migrations. */
  readonly migrations: string;
  /** Opens the server of the settings, which is not looked into before the backup was found to be whole. */
  withServer(work: (connection: Connection) => Promise<void>): Promise<void>;
}

/** Documents that are placed at the same time: each waits for the disk most of its time. */
const PLACED_AT_ONCE = 4;
const BATCH = 200;

/**
 * Puts a backup into an empty DATA_DIR and an empty database: everything is checked before anything is written, and no service
 * starts on the directory before all of it is there. The database has the migrations of the backup afterwards; the
 * next opening brings it up to date.
 * @throws BackupError for a backup that is not whole, cannot be opened or is of a newer release, and for a target with content
 */
export async function restoreBackup(config: Config, request: RestoreRequest): Promise<Manifest> {
  const { folder, id } = request;
  const manifest = await readManifest(folder, id);
  await assertKnownRelease(request.migrations, manifest);
  await assertEmptyDirectory(config);
  const identity = await identityFor(manifest, request);
  const secret = await secretFor(config, manifest, { folder, identity });
  await assertOwnManifest(folder, id, secret);
  await assertWhole(folder, id);
  await mkdir(config.data_dir, { recursive: true });
  try {
    await request.withServer(async (connection) => {
      if (config.database_url !== undefined) await assertEmptyDatabase(connection);
      await restoreBegun(config.data_dir, id);
      await migrateAsFar(connection, request.migrations, manifest.migrations);
      await placeDocuments(config, folder, manifest);
      const migrations = await readMigrations(request.migrations);
      await loadTables(connection, { directory: join(folder, id), manifest, identity, migrations });
    });
    if (config.secret_key === undefined) await keepSecret(config.data_dir, secret);
    await restoreFinished(config.data_dir);
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    throw new BackupError(
      `There is no room left for ${config.data_dir}: the restore was not finished. Make room, remove the directory and begin again.`,
      { cause: error },
    );
  }
  return manifest;
}

async function assertKnownRelease(migrations: string, manifest: Manifest): Promise<void> {
  const migrationNames = new Set((await readMigrations(migrations)).map(({ name }) => name));
  const unknown = manifest.migrations.find(({ name }) => !migrationNames.has(name));
  if (unknown !== undefined) {
    throw new BackupError(
      `The backup was made by a newer release (${manifest.service_version}, with the migration ${unknown.name}): restore it with ` +
        "that release or a later one.",
    );
  }
  await assertKnownHistory(migrations, manifest.migrations);
}

async function identityFor(manifest: Manifest, { folder, id, opener }: RestoreRequest): Promise<string | null> {
  if (manifest.encryption === null) return null;
  const { to, key } = manifest.encryption;
  const option = to === "passphrase" ? "--passphrase-file" : "--identity-file";
  if (opener === null)
    throw new BackupError(`The backup is encrypted to ${to === "passphrase" ? "a passphrase" : to}: give ${option}.`);
  await checkFile(join(folder, id), key);
  return await openArchiveKey(await readSmallFile(join(folder, id, key.file), null), opener);
}

/**
 * The secret of the documents: of SECRET_KEY, of keys/secret that was put back, or of the backup.
 * @throws BackupError when there is none, or it is another one
 */
async function secretFor(
  config: Config,
  { id, secret }: Manifest,
  { folder, identity }: { readonly folder: string; readonly identity: string | null },
): Promise<Uint8Array> {
  const path = join(config.data_dir, "keys", "secret");
  const configuredSecret = await givenSecret(config, path);
  if (configuredSecret !== null) {
    if (secretId(configuredSecret.secret) === secret.id) return configuredSecret.secret;
    throw new BackupError(
      `${configuredSecret.from} is another secret than the backup's: its documents would stay closed. Put the right one back` +
        `${secret.file === null ? "" : ", or leave it out: the backup brings its own"}.`,
    );
  }
  if (secret.file === null) {
    throw new BackupError(
      `The backup does not hold the secret of the installation, and nothing else opens its documents: set SECRET_KEY to the value ` +
        `that it had, or put keys/secret back as ${path}, and run this again.`,
    );
  }
  await checkFile(join(folder, id), secret.file);
  const text = await readSmallFile(join(folder, id, secret.file.file), identity);
  const backupSecret = Buffer.from(text.toString("utf8").trim(), "hex");
  if (secretId(backupSecret) === secret.id) return backupSecret;
  throw new BackupError(`${join(folder, id, secret.file.file)} holds another secret than the backup was made with.`);
}

async function givenSecret(
  { data_dir, secret_key }: Config,
  path: string,
): Promise<{ readonly secret: Uint8Array; readonly from: string } | null> {
  if (secret_key !== undefined) return { secret: secretFromText(secret_key), from: "SECRET_KEY" };
  return (await sizeOf(path)) === null ? null : { secret: await installationSecret(data_dir), from: path };
}

function secretId(secret: Uint8Array): string {
  return derivedKey(secret, "documents").subarray(0, SECRET_ID_BYTES).toString("hex");
}

async function keepSecret(data_dir: string, secret: Uint8Array): Promise<void> {
  const directory = join(data_dir, "keys");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const text = `${Buffer.from(secret).toString("hex")}\n`;
  const isThere = (await sizeOf(join(directory, "secret"))) !== null;
  if (!isThere) await writeFile(join(directory, "secret"), text, { flag: "wx", mode: 0o600, flush: true });
}

/** The store gets its documents and then the id of the installation that they belong to. */
async function placeDocuments({ data_dir }: Config, folder: string, manifest: Manifest): Promise<void> {
  const store = join(data_dir, "documents", "sealed");
  const uploads = join(data_dir, "uploads");
  for (const directory of [join(data_dir, "documents"), store, uploads]) {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  }
  const copier = documentCopier(documentsOf(folder), uploads, store);
  const placing = concurrencyLimit(PLACED_AT_ONCE);
  let batch: BackedUpDocument[] = [];
  const placeBatch = async (): Promise<void> => {
    await Promise.all(batch.map((document) => placing(() => copier.place(document, store))));
    batch = [];
  };
  await eachDocument(join(folder, manifest.id, manifest.documents.list.file), async (document) => {
    batch.push(document);
    if (batch.length === BATCH) await placeBatch();
  });
  await placeBatch();
  if (manifest.installation_id !== null)
    await installationMark(join(data_dir, "documents")).write(manifest.installation_id);
}
