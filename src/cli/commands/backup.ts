import { type Protection, readPassphrase, readRecipients } from "../../backup/archive-key.ts";
import { backupIds, chosenBackup, readManifest } from "../../backup/folder.ts";
import { type BackupOutcome, type BackupRequest, makeBackup } from "../../backup/make-backup.ts";
import type { Manifest } from "../../backup/manifest.ts";
import { verifyBackup } from "../../backup/verify-backup.ts";
import { openServer } from "../../composition/database-server.ts";
import { assertEmbeddedDatabase } from "../../composition/existing-installation.ts";
import { packageVersion } from "../../composition/package-version.ts";
import { type Config, readConfig } from "../../platform/config/config.ts";
import { installationKey } from "../../platform/crypto.ts";
import { openFiles } from "../../platform/files/files.ts";
import { createLog } from "../../platform/log.ts";
import { MIGRATIONS } from "../../composition/service.ts";
import {
  type Arguments,
  type CommandResult,
  optional,
  required,
  type StandaloneCommand,
  UsageError,
} from "../command.ts";

const KEEP_MAX = 10_000;

export const backup: StandaloneCommand = {
  name: "backup",
  usage:
    "--to <folder> [--recipient <age1...,...> | --passphrase-file <file>] [--with-secret | --without-secret] [--keep <count>] " +
    "[--without-missing]",
  summary:
    "Copies database and documents of one moment into a folder, while the service runs or not; documents that are there " +
    "already are not copied again. Encrypted with age it holds the installation's secret as well; unencrypted only --with-secret",
  options: {
    to: { type: "string" },
    recipient: { type: "string" },
    "passphrase-file": { type: "string" },
    "with-secret": { type: "boolean" },
    "without-secret": { type: "boolean" },
    keep: { type: "string" },
    "without-missing": { type: "boolean" },
  },
  async runAlone(args, env) {
    const request = await readRequest(args);
    return describeBackup(request, await backUp(readConfig(env), request));
  },
};

async function readRequest(args: Arguments): Promise<BackupRequest> {
  const recipient = optional(args, "recipient");
  const passphraseFile = optional(args, "passphrase-file");
  if (recipient !== null && passphraseFile !== null)
    throw new UsageError("give --recipient or --passphrase-file, not both");
  const folder = required(args, "to");
  const keep = readKeep(optional(args, "keep"));
  const protection = await readProtection(recipient, passphraseFile);
  const [wanted, unwanted] = [args.options["with-secret"] === true, args.options["without-secret"] === true];
  if (wanted && unwanted) throw new UsageError("give --with-secret or --without-secret, not both");
  const with_secret = wanted || (protection !== null && !unwanted);
  return { folder, keep, protection, with_secret, without_missing: args.options["without-missing"] === true };
}

function readKeep(text: string | null): number | null {
  if (text === null) return null;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= KEEP_MAX) return count;
  throw new UsageError(`--keep is a number of backups, 1 to ${KEEP_MAX}`);
}

async function readProtection(recipient: string | null, passphraseFile: string | null): Promise<Protection | null> {
  if (recipient !== null) return { kind: "recipients", recipients: readRecipients(recipient) };
  if (passphraseFile !== null) return { kind: "passphrase", passphrase: await readPassphrase(passphraseFile) };
  return null;
}

async function backUp(config: Config, request: BackupRequest): Promise<BackupOutcome> {
  assertEmbeddedDatabase(config);
  const secret = await installationKey(config);
  const files = await openFiles(config.data_dir, secret);
  const server = await openServer(config, createLog("warn"), "command");
  try {
    const { connection } = server;
    const service_version = packageVersion();
    const source = { connection, files, secret, data_dir: config.data_dir, migrations: MIGRATIONS, service_version };
    return await makeBackup(source, request);
  } finally {
    await server.close();
  }
}

function describeBackup({ folder }: BackupRequest, outcome: BackupOutcome): CommandResult {
  const { manifest, copied_documents, foreign_tables, removed } = outcome;
  const { documents } = manifest;
  const lines = [
    `Backup ${manifest.id} in ${folder}: everything that was acknowledged before ${manifest.moment}`,
    `  ${manifest.tables.length} tables with ${rowsOf(manifest)} rows, ${protectionOf(manifest)}`,
    `  ${documents.count} documents (${mebibytes(documents.size_bytes)} MiB), ${copied_documents} of them copied now`,
    manifest.secret.file === null
      ? "  THE SECRET IS NOT IN IT: without SECRET_KEY, or keys/secret of DATA_DIR, nobody opens its documents. Keep a copy of " +
        "the secret apart from the backups"
      : "  the secret of the installation is in it",
    ...(manifest.secret.file !== null && manifest.encryption === null
      ? ["  NOTHING IS ENCRYPTED: who has this folder can read every document"]
      : []),
    ...(documents.missing > 0 ? [`  ${documents.missing} documents were missing in the store and are not in it`] : []),
    ...(foreign_tables.length > 0
      ? [`  not the service's and not in it: the tables ${foreign_tables.join(", ")}`]
      : []),
    ...(removed.backups.length > 0
      ? [`  ${removed.backups.length} older backups removed, and ${removed.documents} documents that only they named`]
      : []),
  ];
  const json = { folder, ...summaryOf(manifest), copied_documents, foreign_tables, removed };
  return { json, lines };
}

export const backupList: StandaloneCommand = {
  name: "backup list",
  usage: "--from <folder>",
  summary: "Lists the backups in a folder, the oldest first; what could not be finished is not one",
  options: { from: { type: "string" } },
  async runAlone(args) {
    const folder = required(args, "from");
    const json: ReturnType<typeof summaryOf>[] = [];
    const lines: string[] = [];
    for (const id of await backupIds(folder)) {
      const manifest = await readManifest(folder, id);
      json.push(summaryOf(manifest));
      lines.push(
        `${id}  release ${manifest.service_version}, ${rowsOf(manifest)} rows, ${manifest.documents.count} documents, ` +
          `${protectionOf(manifest)}, secret ${manifest.secret.file === null ? "not in it" : "in it"}`,
      );
    }
    return { json, lines: lines.length === 0 ? [`There is no finished backup in ${folder}`] : lines };
  },
};

export const backupVerify: StandaloneCommand = {
  name: "backup verify",
  usage: "--from <folder> [--backup <id>]",
  summary:
    "Reads every byte of a backup, the newest unless one is named, and compares it with its manifest; needs no key",
  options: { from: { type: "string" }, backup: { type: "string" } },
  async runAlone(args) {
    const folder = required(args, "from");
    const id = await chosenBackup(folder, optional(args, "backup"));
    const { manifest, problems, problem_count } = await verifyBackup(folder, id);
    const { documents, tables } = manifest;
    const ok = problem_count === 0;
    const more = problem_count > problems.length ? [`  and ${problem_count - problems.length} more`] : [];
    const lines = ok
      ? [`${id}: whole (${tables.length} tables, ${documents.count} documents)`]
      : [`${id}: NOT WHOLE`, ...problems.map((problem) => `  ${problem}`), ...more];
    return { json: { id, ok, problems, problem_count }, lines, failed: !ok };
  },
};

function summaryOf(manifest: Manifest) {
  const { id, moment, service_version, encryption, secret, documents, tables } = manifest;
  return {
    id,
    moment,
    service_version,
    encryption: encryption?.to ?? null,
    has_secret: secret.file !== null,
    tables: tables.length,
    rows: rowsOf(manifest),
    documents: documents.count,
    documents_bytes: documents.size_bytes,
    missing_documents: documents.missing,
  };
}

function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

function protectionOf({ encryption }: Manifest): string {
  if (encryption === null) return "unencrypted";
  return encryption.to === "passphrase" ? "encrypted with a passphrase" : "encrypted";
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
