import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Processes } from "./processes.ts";

/** What a running (or dead) server wrote into its data directory. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** Empty when it has no socket. */
  readonly socketDirectory: string;
  /** Empty when it is on no network. */
  readonly listenAddress: string;
}

/** Lines of postmaster.pid: pid, data directory, start time, port, socket directory, listen address, shared memory, status. */
const PID_LINE = 0;
const PORT_LINE = 3;
const SOCKET_LINE = 4;
const LISTEN_LINE = 5;
/** A server writes its file in one go: one without a number that is older than this was cut off by a loss of power. */
const WRITING_MS = 5_000;

export function pidFilePath(data: string): string {
  return join(data, "postmaster.pid");
}

/** Null when there is none, or it names no process. */
export function readPidFile(data: string): PidFile | null {
  let text: string;
  try {
    text = readFileSync(pidFilePath(data), "utf8");
  } catch {
    return null;
  }
  const lines = text.split(/\r?\n/);
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return {
    pid,
    port: Number(lines[PORT_LINE] ?? 0),
    socketDirectory: lines[SOCKET_LINE] ?? "",
    listenAddress: lines[LISTEN_LINE] ?? "",
  };
}

/**
 * Removes a postmaster.pid that names no process of this server, as a loss of power, the restart of a container or of the
 * machine leaves it: the server itself would refuse to start as long as any process has that number, and for ever when the
 * file is empty. Returns false, and removes nothing, while a process of the server may be left.
 */
export function removeStalePidFile(data: string, processes: Processes, now_ms: number): boolean {
  const path = pidFilePath(data);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return false;
  const file = readPidFile(data);
  if (file === null && now_ms - facts.mtimeMs < WRITING_MS) return false;
  if (file !== null && processes.isServer(file.pid)) return false;
  if (processes.mayBeLeft()) return false;
  rmSync(path, { force: true });
  return true;
}
