import { execFile, spawn } from "node:child_process";
import { closeSync, openSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import type { Control } from "./machine.ts";
import type { Processes } from "./processes.ts";
import { type RunAs, spawnIdentity } from "./run-as.ts";

const LOG_BYTES_MAX = 10 * 1024 * 1024;

export interface StartRequest {
  readonly binaries: Binaries;
  readonly control: Control;
  readonly data: string;
  readonly logFile: string;
  readonly user: RunAs;
  /** Where it is reached, as server settings. */
  readonly reach: Readonly<Record<string, string>>;
  /** On top of ours. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface StartedPostmaster {
  /** Number of the server's process; null where pg_ctl started it. */
  readonly pid: number | null;
  /** Whether whatever was started has ended: the server, or pg_ctl, which ends when the server answers or has failed. */
  hasExited(): boolean;
}

/**
 * Starts the server detached from this process's group and terminal, so that Ctrl-C or a crash of this process does not
 * take it down: it is stopped by `stopPostmaster`, or adopted by the next start.
 */
export function startPostmaster(request: StartRequest): StartedPostmaster {
  const { binaries, control, data, logFile, user } = request;
  const { size } = statSync(logFile, { throwIfNoEntry: false }) ?? { size: 0 };
  const log = openSync(logFile, size > LOG_BYTES_MAX ? "w" : "a", 0o600);
  const options = { ...spawnIdentity(user), detached: true, windowsHide: true };
  try {
    const child =
      control === "signals"
        ? spawn(binaries.postgres, ["-D", data, ...settingArguments(request)], {
            ...options,
            stdio: ["ignore", log, log],
          })
        : spawn(
            binaries.pgCtl,
            ["start", "-s", "-w", "-D", data, "-o", settingArguments(request).map(plain).join(" ")],
            {
              ...options,
              stdio: ["ignore", log, log],
            },
          );
    let exited = false;
    child.once("exit", () => (exited = true));
    child.once("error", () => (exited = true));
    child.unref();
    return { pid: control === "signals" ? (child.pid ?? 0) : null, hasExited: () => exited };
  } finally {
    closeSync(log);
  }
}

function settingArguments({ reach, settings: startSettings }: StartRequest): string[] {
  const settings: Record<string, string> = {
    ...reach,
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // Details of errors quote rows: names and addresses of companies, which an erasure could not take out of the file again.
    log_error_verbosity: "terse",
    cluster_name: "carbon-ledger",
    max_connections: "100",
    jit: "off",
    ...startSettings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** pg_ctl gives its options to a shell (sh or cmd), in which these words mean themselves. */
function plain(word: string): string {
  if (!/^[\w.,:=-]*$/.test(word)) throw new Error(`the server setting ${word} cannot be given to pg_ctl`);
  return word;
}

/** Settings of a server that is reached by a socket alone. */
export function socketReach(directory: string): Record<string, string> {
  return {
    listen_addresses: "",
    // A list, in which a quoted element may hold any character.
    unix_socket_directories: `"${directory.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
  };
}

/** Settings of a server that is reached over loopback alone. */
export function loopbackReach(port: number): Record<string, string> {
  return { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" };
}

export interface StopRequest {
  readonly binaries: Binaries;
  readonly control: Control;
  readonly data: string;
  readonly user: RunAs;
  readonly pid: number;
  readonly processes: Processes;
}

/** How long each way may take: open transactions rolled back and everything written; at once, with a recovery at the next start. */
const STOP_STEPS = [
  { mode: "fast", signal: "SIGINT", wait_ms: 30_000 },
  { mode: "immediate", signal: "SIGQUIT", wait_ms: 10_000 },
] as const;

/** Fast shutdown, immediate shutdown when that hangs. @throws Error when the server does not stop */
export async function stopPostmaster(request: StopRequest): Promise<void> {
  for (const { mode, signal, wait_ms } of STOP_STEPS) {
    if (request.control === "signals") send(request.pid, signal);
    else await tellToStop(request, mode);
    if (await hasEnded(request, wait_ms)) return;
  }
  throw new Error(`The embedded database (process ${request.pid}) does not stop.`);
}

/** It only tells the server: whether that ends is looked at as everywhere. A server that is gone already is no mistake. */
async function tellToStop({ binaries, data, user }: StopRequest, mode: string): Promise<void> {
  const words = ["stop", "-s", "-W", "-m", mode, "-D", data];
  await promisify(execFile)(binaries.pgCtl, words, { ...spawnIdentity(user), windowsHide: true }).catch(
    () => undefined,
  );
}

/** The process itself, not its postmaster.pid: the server removes that file some moments before it ends. */
async function hasEnded({ processes, pid }: StopRequest, wait_ms: number): Promise<boolean> {
  for (let waited = 0; waited < wait_ms; waited += 20) {
    if (!processes.isServer(pid)) return true;
    await delay(20);
  }
  return false;
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
