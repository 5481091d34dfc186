import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, chmodSync, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import { type RunAs, spawnIdentity } from "./run-as.ts";

export const OWNER = "carbon_owner";
const INITDB_TIMEOUT_MS = 120_000;
/** sun_path holds 108 bytes on Linux and 104 on macOS, with the final zero byte. */
const SOCKET_PATH_BYTES_MAX = 103;

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
  const options = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = ["--auth-local=trust", "--auth-host=reject", `--username=${OWNER}`, "--data-checksums"];
  try {
    await promisify(execFile)(binaries.initdb, ["-D", directory, ...options, ...access], {
      ...spawnIdentity(user),
      timeout: INITDB_TIMEOUT_MS,
    });
  } catch (cause) {
    const output = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : String(cause);
    throw new Error(`The embedded database could not be created: ${output.slice(-2000)}`, { cause });
  }
}

/**
 * The private directory of the server's socket: beside the data, or a short fresh one in the system's temporary
 * directory when the path would be too long for a socket. The server records it, so that others find it.
 */
export function socketDirectory(home: string, user: RunAs): string {
  const beside = join(home, "run");
  if (Buffer.byteLength(join(beside, ".s.PGSQL.5432")) <= SOCKET_PATH_BYTES_MAX) {
    mkdirSync(beside, { recursive: true });
    ownedPrivately(beside, user);
    return beside;
  }
  const short = mkdtempSync(join(tmpdir(), "carbon-ledger-"));
  ownedPrivately(short, user);
  return short;
}

function ownedPrivately(directory: string, user: RunAs): void {
  chmodSync(directory, 0o700);
  if (user.drops) chownSync(directory, user.uid, user.gid);
}
