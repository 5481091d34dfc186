import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { type RunAs, spawnIdentity } from "./run-as.ts";
import { unrunnable } from "./unrunnable.ts";

export const OWNER = "carbon_owner";
const INITDB_TIMEOUT_MS = 120_000;
const PASSWORD_BYTES = 32;
const PASSWORD_FILE = "carbon-ledger-password";
/** As much of a program's words as an error repeats. */
const OUTPUT_CHARACTERS = 2000;

/** Makes the data directory unless it exists; it appears under its name only when it is complete. */
export async function initialiseCluster(binaries: Binaries, home: string, user: RunAs): Promise<string> {
  const data = join(home, "data");
  if (existsSync(join(data, "PG_VERSION"))) {
    assertMajor(data, binaries.major);
    return data;
  }
  const temporary = mkdtempSync(join(home, "data-new-"));
  ownedPrivately(temporary, user);
  try {
    await initdb(binaries, temporary, user);
    await rename(temporary, data);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process made the directory first; rename does not replace a directory that holds files.
    if (!existsSync(join(data, "PG_VERSION"))) throw error;
  }
  return data;
}

function assertMajor(data: string, major: string): void {
  const existing = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (existing === major) return;
  throw new Error(
    `The data in ${data} was written by PostgreSQL ${existing}, but PostgreSQL ${major} is installed. ` +
      "Install the earlier release of this service, make a backup with it, and restore the backup with this one.",
  );
}

async function initdb(binaries: Binaries, directory: string, user: RunAs): Promise<void> {
  assertNamed(user);
  const passwordFile = `${directory}.password`;
  writeFileSync(passwordFile, randomBytes(PASSWORD_BYTES).toString("hex"), { mode: 0o600, flag: "wx" });
  if (user.drops) chownSync(passwordFile, user.uid, user.gid);
  const options = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = ["--auth-local=trust", "--auth-host=scram-sha-256", `--pwfile=${passwordFile}`];
  const owner = [`--username=${OWNER}`, "--data-checksums"];
  try {
    await promisify(execFile)(binaries.initdb, ["-D", directory, ...options, ...access, ...owner], {
      ...spawnIdentity(user),
      timeout: INITDB_TIMEOUT_MS,
      windowsHide: true,
    });
    // With the data, so that both are moved and copied together.
    await rename(passwordFile, join(directory, PASSWORD_FILE));
  } catch (cause) {
    await rm(passwordFile, { force: true });
    throw new Error(`The embedded database could not be created: ${failureOf(cause, binaries.initdb)}`, { cause });
  }
}

/** initdb looks its user up, and containers are run with numbers that no list of users has. */
function assertNamed(user: RunAs): void {
  if (user.drops || user.uid === null || isNamed()) return;
  throw new Error(
    `The embedded database cannot be created: its programs need a name of their user, and /etc/passwd has none for the ` +
      `number ${user.uid}. Add a line for it, run as a user that has one, or set DATABASE_URL.`,
  );
}

function isNamed(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

function failureOf(cause: unknown, program: string): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? cause.code : null;
  const stderr = "stderr" in cause ? String(cause.stderr).trim() : "";
  return unrunnable(code, existsSync(program), process.platform) ?? (stderr.slice(-OUTPUT_CHARACTERS) || cause.message);
}

/** The password of a database, by which it is reached over loopback; null: its cluster is from before there was one. */
export function clusterPassword(data: string): string | null {
  try {
    return readFileSync(join(data, PASSWORD_FILE), "utf8");
  } catch {
    return null;
  }
}

/**
 * The private directory of the server's socket: beside the data, or a short fresh one in the system's temporary
 * directory when the path would be too long for a socket. The server records it, so that others find it.
 */
export function socketDirectory(transport: "socket" | "short_socket", home: string, user: RunAs): string {
  const directory = transport === "socket" ? besideData(home) : mkdtempSync(elsewhere());
  mkdirSync(directory, { recursive: true });
  ownedPrivately(directory, user);
  return directory;
}

/** Where a socket may be, for `transportFor`. */
export function socketPlaces(home: string): { beside: string; elsewhere: string } {
  return { beside: besideData(home), elsewhere: elsewhere() };
}

const besideData = (home: string): string => join(home, "run");
const elsewhere = (): string => join(tmpdir(), "carbon-ledger-");

function ownedPrivately(directory: string, user: RunAs): void {
  chmodSync(directory, 0o700);
  if (user.drops) chownSync(directory, user.uid, user.gid);
}
