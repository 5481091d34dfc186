import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loginsOf, openServer } from "./database-server.ts";
import { type Config, ConfigError } from "../platform/config/config.ts";
import { clamdScanner } from "../platform/clamd-scanner.ts";
import { installationKey } from "../platform/crypto.ts";
import { type Connection, singleConnection } from "../platform/db/connection.ts";
import { openDatabase } from "../platform/db/database.ts";
import { findBinaryPackage } from "../platform/db/embedded/binaries.ts";
import { planMigrations } from "../platform/db/migrate.ts";
import { openFiles } from "../platform/files/files.ts";
import { hasFreeSpace } from "../platform/files/free-space.ts";
import type { Logger } from "../platform/log.ts";
import { tryMailServer } from "../platform/mail/mail.ts";
import { MIGRATIONS } from "./service.ts";

/** What came of trying one of the things that the service works with. */
export interface TriedConnection {
  readonly name: "database" | "documents" | "mail server" | "malware scanner";
  readonly ok: boolean;
  /** A sentence without passwords. */
  readonly detail: string;
}

/**
 * Tries database, store of documents, mail server and malware scanner as the service would use them, one after the other.
 * Each attempt ends by itself within 15 seconds. No mail is sent, nothing is migrated, and nothing is left behind.
 */
export async function tryConnections(config: Config, log: Logger): Promise<readonly TriedConnection[]> {
  return [
    await tried("database", () => tryDatabase(config, log)),
    await tried("documents", () => tryDocuments(config)),
    await tried("mail server", () => tryMail(config)),
    await tried("malware scanner", () => tryScanner(config)),
  ];
}

async function tried(name: TriedConnection["name"], attempt: () => Promise<string>): Promise<TriedConnection> {
  try {
    return { name, ok: true, detail: await attempt() };
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.problems.join("; ");
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

async function tryDatabase(config: Config, log: Logger): Promise<string> {
  const isNew =
    config.database_url === undefined && !existsSync(join(config.data_dir, "postgres", "data", "PG_VERSION"));
  if (isNew)
    return `PostgreSQL ${serverVersionOf(findBinaryPackage().version)} is here and makes its files at the first start`;
  const server = await openServer(config, log, "command");
  try {
    const version = await serverVersion(server.connection);
    const { applied, pending } = await planMigrations(server.connection, MIGRATIONS);
    // The roles come with the first migration: before it there is nothing to log in as.
    if (applied.length > 0) await (await openDatabase(server.connection, { logins: loginsOf(config) })).close();
    const state = pending.length === 0 ? "up to date" : `${pending.length} migrations to apply, see migrate --plan`;
    return `PostgreSQL ${version} answers, ${state}`;
  } finally {
    await server.close();
  }
}

/** The server's own version, of which the package's is made: 18.4.0-beta.17 brings PostgreSQL 18.4. */
function serverVersionOf(package_version: string): string {
  return /^\d+\.\d+/.exec(package_version)?.[0] ?? package_version;
}

async function serverVersion(connection: Connection): Promise<string> {
  const client = singleConnection(connection, "carbon-ledger check-config");
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    return rows[0]?.version ?? "of unknown version";
  } finally {
    await client.end();
  }
}

/** Writes a file and reads it back; where the documents are sealed already, with the secret that the settings give. */
async function tryDocuments({ data_dir, secret_key }: Config): Promise<string> {
  const documents = join(data_dir, "documents");
  if (!existsSync(documents)) return `${documents} is made at the first start`;
  const hasSecret = secret_key !== undefined || existsSync(join(data_dir, "keys", "secret"));
  if (!hasSecret)
    throw new Error(`there are documents in ${documents}, and neither SECRET_KEY nor ${data_dir}/keys/secret`);
  await openFiles(data_dir, await installationKey({ data_dir, secret_key }));
  const path = join(documents, `check-${randomUUID()}`);
  try {
    await writeFile(path, path, { flag: "wx", mode: 0o600 });
    if ((await readFile(path, "utf8")) !== path) throw new Error(`${documents} does not give back what was written`);
  } finally {
    await rm(path, { force: true });
  }
  if (!(await hasFreeSpace(documents))) throw new Error(`${documents} has less than 32 MiB of room`);
  return `${documents} can be written and read`;
}

async function tryMail({ smtp_url }: Config): Promise<string> {
  if (smtp_url === undefined) return "none is set: links are shown instead of mailed";
  await tryMailServer(smtp_url);
  return `${new URL(smtp_url).host} answers${new URL(smtp_url).username === "" ? "" : " and lets us in"}; mail-test sends a mail`;
}

async function tryScanner({ clamd_address: address }: Config): Promise<string> {
  if (address === undefined) return "none is set: files are read unscanned";
  if (!(await clamdScanner(address).isUp())) throw new Error("ClamAV's daemon does not answer at CLAMD_ADDRESS");
  return "ClamAV's daemon answers";
}
