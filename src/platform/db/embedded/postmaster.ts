import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type RunAs, spawnIdentity } from "./run-as.ts";

/** What a running (or dead) server wrote into its data directory. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socketDirectory: string;
}

const LOG_BYTES_MAX = 10 * 1024 * 1024;
/** Lines of postmaster.pid: pid, data directory, start time, port, socket directory, listen address, shared memory, status. */
const PID_LINE = 0;
const PORT_LINE = 3;
const SOCKET_LINE = 4;

export function readPidFile(data: string): PidFile | null {
  let text: string;
  try {
    text = readFileSync(join(data, "postmaster.pid"), "utf8");
  } catch {
    return null;
  }
  const lines = text.split("\n");
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return { pid, port: Number(lines[PORT_LINE] ?? 0), socketDirectory: lines[SOCKET_LINE] ?? "" };
}

/** Whether a process with this id exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
  } catch {
    // No /proc (macOS), or it ended just now.
    return process.platform !== "linux";
  }
}

/**
 * Whether the process is the server of this data directory, and not one that happens to have its number, as after the
 * restart of a container. Only Linux can tell; elsewhere a live process is believed to be the server.
 */
export function isServerOf(data: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== "linux") return true;
  const directory = workingDirectory(pid);
  return directory === null || directory === realpathSync(data);
}

/** Empty for a process that has just ended or is a zombie, null when it may not be known. */
function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ENOENT" || code === "ESRCH" ? "" : null;
  }
}

/**
 * Removes a postmaster.pid that names no process of this server: the server itself would refuse to start as long as
 * any process has that number. Returns false, and removes nothing, unless it is proven that no server process is left;
 * each of them works in the data directory.
 */
export function removeForeignPidFile(data: string): boolean {
  if (process.platform !== "linux") return false;
  const owner = statSync(data).uid;
  const here = realpathSync(data);
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    if (statSync(`/proc/${entry}`, { throwIfNoEntry: false })?.uid !== owner) continue;
    const directory = workingDirectory(Number(entry));
    if (directory === null || directory === here) return false;
  }
  rmSync(join(data, "postmaster.pid"), { force: true });
  return true;
}

export interface StartRequest {
  readonly postgres: string;
  readonly data: string;
  readonly socketDirectory: string;
  readonly logFile: string;
  readonly user: RunAs;
  readonly settings: Readonly<Record<string, string>>;
}

export interface StartedPostmaster {
  readonly pid: number;
  hasExited(): boolean;
}

/**
 * Starts the server detached from this process's group and terminal, so that Ctrl-C or a crash of this process does not
 * take it down: it is stopped by `stopPostmaster`, or adopted by the next start.
 */
export function startPostmaster(request: StartRequest): StartedPostmaster {
  const { size } = statSync(request.logFile, { throwIfNoEntry: false }) ?? { size: 0 };
  const log = openSync(request.logFile, size > LOG_BYTES_MAX ? "w" : "a", 0o600);
  try {
    const child = spawn(request.postgres, ["-D", request.data, ...settingArguments(request)], {
      ...spawnIdentity(request.user),
      detached: true,
      stdio: ["ignore", log, log],
    });
    let exited = false;
    child.once("exit", () => (exited = true));
    child.once("error", () => (exited = true));
    child.unref();
    return { pid: child.pid ?? 0, hasExited: () => exited };
  } finally {
    closeSync(log);
  }
}

function settingArguments(request: StartRequest): string[] {
  const settings: Record<string, string> = {
    listen_addresses: "",
    // A list, in which a quoted element may hold any character.
    unix_socket_directories: `"${request.socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // Details of errors quote rows: names and addresses of companies, which an erasure could not take out of the file again.
    log_error_verbosity: "terse",
    cluster_name: "carbon-ledger",
    max_connections: "100",
    jit: "off",
    ...request.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const STOP_FAST_MS = 30_000;
const STOP_IMMEDIATE_MS = 10_000;

/** Fast shutdown (open transactions are rolled back, everything is written), immediate shutdown when that hangs. */
export async function stopPostmaster(data: string, pid: number): Promise<void> {
  signal(pid, "SIGINT");
  if (await hasEnded(data, pid, STOP_FAST_MS)) return;
  signal(pid, "SIGQUIT");
  if (await hasEnded(data, pid, STOP_IMMEDIATE_MS)) return;
  throw new Error(`The embedded database (process ${pid}) does not stop.`);
}

/** The process itself, not its postmaster.pid: the server removes that file some moments before it ends. */
async function hasEnded(data: string, pid: number, wait_ms: number): Promise<boolean> {
  for (let waited = 0; waited < wait_ms; waited += 20) {
    if (!isServerOf(data, pid)) return true;
    await delay(20);
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
