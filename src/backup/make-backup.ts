import { rm } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Connection } from "../platform/db/connection.ts";
import { assertKnownHistory, readMigrations } from "../platform/db/migrate.ts";
import type { Files } from "../platform/files/files.ts";
import { makeArchiveKey, type Protection } from "./archive-key.ts";
import { writeSmallFile } from "./archive-file.ts";
import { BackupError, isFullDisk } from "./backup-error.ts";
import { copyDocuments, missingDocuments, noteDocuments } from "./copy-documents.ts";
import { assertOwnFolder, beginBackup, finishBackup } from "./folder.ts";
import { keepNewest, type Removed } from "./keep-newest.ts";
import { FORMAT, type Manifest, type StoredFile, type TableEntry } from "./manifest.ts";
import { type Snapshot, withSnapshot } from "./snapshot.ts";

export interface BackupRequest {
  readonly folder: string;
  /** Null: the files of the database are written unencrypted. */
  readonly protection: Protection | null;
  readonly with_secret: boolean;
  /** Whether documents that the store has lost are left out instead of failing the backup. */
  readonly without_missing: boolean;
  /** How many backups the folder is to hold afterwards; null: all of them. */
  readonly keep: number | null;
}

/** What is backed up. */
export interface BackupSource {
  readonly connection: Connection;
  readonly files: Files;
  readonly secret: Uint8Array;
  readonly data_dir: string;
  /** Directory of this release's migrations. */
  readonly migrations: string;
  readonly service_version: string;
}

export interface BackupOutcome {
  readonly manifest: Manifest;
  readonly copied_documents: number;
  /** Tables of the database that no migration made; they are not in the backup. */
  readonly foreign_tables: readonly string[];
  readonly removed: Removed;
}

/**
 * Makes a backup while the service works: every table as of one moment, then every document that a row of that moment names,
 * of which those that the folder has already are not copied again. Nothing of it has the name of a backup before all of it
 * is on the disk.
 * @throws BackupError when documents are missing, another backup runs, or there is no room
 */
export async function makeBackup(source: BackupSource, request: BackupRequest): Promise<BackupOutcome> {
  assertApart(source.data_dir, request.folder);
  const migrations = await readMigrations(source.migrations);
  const outcomes: BackupOutcome[] = [];
  const work = async (snapshot: Snapshot): Promise<Exported> => {
    await assertKnownHistory(source.migrations, snapshot.history);
    return await exportSnapshot(source, request, snapshot);
  };
  try {
    await withSnapshot(source.connection, migrations, work, async (exported) => {
      const made = await complete(source, request, exported);
      outcomes.push({ ...made, removed: await removeOld(request, exported.id) });
    });
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    throw new BackupError(
      `There is no room left in ${request.folder}: this backup was not finished, earlier ones are as they were. Make room, ` +
        "or keep fewer (--keep), and run it again; documents that were copied are not copied again.",
      { cause: error },
    );
  }
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error("a snapshot ended without a word");
  return outcome;
}

async function removeOld({ folder, keep }: BackupRequest, id: string): Promise<Removed> {
  if (keep === null) return { backups: [], documents: 0 };
  try {
    return await keepNewest(folder, keep);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BackupError(`The backup ${id} was made, but older ones were not removed: ${why}`, { cause });
  }
}

interface Exported {
  readonly id: string;
  readonly directory: string;
  readonly snapshot: Snapshot;
  readonly tables: readonly TableEntry[];
  readonly key: StoredFile | null;
  readonly secret: StoredFile | null;
}

/** While the transaction is open: everything that only it can tell. */
async function exportSnapshot(source: BackupSource, request: BackupRequest, snapshot: Snapshot): Promise<Exported> {
  const secret_id = secretIdOf(source);
  await assertOwnFolder(request.folder, { installation_id: snapshot.installation_id, secret_id });
  const { id, directory } = await beginBackup(request.folder, new Date(snapshot.moment));
  try {
    const { protection } = request;
    const made = protection === null ? null : await makeArchiveKey(protection);
    const recipient = made?.recipient ?? null;
    const key =
      made === null ? null : await writeSmallFile({ directory, file: "key.age", recipient: null }, made.sealed);
    const secretText = Buffer.from(`${Buffer.from(source.secret).toString("hex")}\n`);
    const secret = request.with_secret
      ? await writeSmallFile({ directory, file: "secret", recipient }, secretText)
      : null;
    const tables = await snapshot.copyTables(directory, recipient);
    await noteDocuments(snapshot.documents(), directory);
    return { id, directory, snapshot, tables, key, secret };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

function secretIdOf({ files }: BackupSource): string {
  return Buffer.from(files.secret_id).toString("hex");
}

async function complete(
  source: BackupSource,
  request: BackupRequest,
  exported: Exported,
): Promise<Omit<BackupOutcome, "removed">> {
  const { directory, snapshot, tables, key, secret } = exported;
  try {
    const copied = await copyDocuments(source.files, request.folder, directory);
    if (copied.missing.count > 0 && !request.without_missing) throw missingDocuments(copied.missing);
    const manifest: Manifest = {
      format: FORMAT,
      id: exported.id,
      service_version: source.service_version,
      moment: snapshot.moment,
      finished_at: new Date().toISOString(),
      installation_id: snapshot.installation_id,
      secret: { id: secretIdOf(source), file: secret },
      encryption: key === null || request.protection === null ? null : { to: request.protection.kind, key },
      migrations: [...snapshot.history],
      tables: [...tables],
      left_out: [...snapshot.tables.left_out],
      ledgers: snapshot.ledgers,
      documents: { ...copied.documents, missing: copied.missing.count },
    };
    await finishBackup(request.folder, directory, manifest, source.secret);
    return { manifest, copied_documents: copied.copied, foreign_tables: snapshot.tables.foreign };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** @throws BackupError for a folder inside of what is backed up, which goes when that goes */
function assertApart(data_dir: string, folder: string): void {
  const way = relative(resolve(data_dir), resolve(folder));
  const isInside = way === "" || (!way.startsWith("..") && !way.startsWith("/"));
  if (isInside)
    throw new BackupError(`--to: ${folder} lies in DATA_DIR, which the backup is to outlive: name another disk.`);
}
