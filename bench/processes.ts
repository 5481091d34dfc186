import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../src/platform/db/embedded/free-port.ts";
import type { BenchDatabase } from "./database.ts";
import type { FloorPlan } from "./floor.ts";

const ROOT = join(import.meta.dirname, "..");
export const TSX = ["--import", "tsx"] as const;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 5;

/** A server of this run. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to the first answer that says it is ready. */
  readonly started_ms: number;
  stop(): Promise<void>;
}

/** The service as it is shipped: `dist/cli.js start`, configured by environment variables alone. */
export async function startService(bench: BenchDatabase, nodeOptions: readonly string[] = []): Promise<Server> {
  const port = await freePort();
  const env = { ...bench.environment, PORT: String(port), SANDBOX_PORT: String(await freePort()) };
  return await start([...nodeOptions, join(ROOT, "dist/cli.js"), "start"], env, port, "/readyz");
}

export async function startFloor(bench: BenchDatabase, plan: FloorPlan): Promise<Server> {
  const port = await freePort();
  const file = join(bench.directory, "floor.json");
  writeFileSync(file, JSON.stringify(plan));
  return await start([...TSX, join(import.meta.dirname, "floor-server.ts"), file, String(port)], {}, port, "/");
}

/** Answers every request at once: for deliveries. */
export async function startReceiver(): Promise<Server> {
  const port = await freePort();
  return await start([...TSX, join(import.meta.dirname, "webhook-receiver-server.ts"), String(port)], {}, port, "/");
}

async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  port: number,
  readyPath: string,
): Promise<Server> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  await untilAnswers(child, `http://127.0.0.1:${port}${readyPath}`, readyPath === "/");
  return {
    port,
    pid: child.pid ?? 0,
    started_ms: performance.now() - began,
    stop: () => stop(child),
  };
}

const running = new Set<ChildProcess>();

/** For the end of a run, however it ends. */
export async function stopAllServers(): Promise<void> {
  await Promise.all([...running].map(stop));
}

async function untilAnswers(child: ChildProcess, url: string, anyStatus: boolean): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(" ")} ended with ${child.exitCode}`);
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200 || (anyStatus && status > 0)) return;
    await delay(POLL_MS);
  }
  child.kill("SIGKILL");
  throw new Error(`no answer from ${url}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

/** Resident memory of a process in MB (10^6 bytes), null where there is no /proc. */
export function residentMb(pid: number): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? null : (Number(kib) * 1024) / 1e6;
  } catch {
    return null;
  }
}

/** CPU time that a process has used so far, in seconds; null where there is no /proc. Linux counts in 1/100 s. */
export function cpuSeconds(pid: number): number | null {
  const fields = statFields(pid);
  return fields === null ? null : (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) / TICKS_PER_SECOND;
}

/** The same for a PostgreSQL server: the sessions that are alive, and those that have ended. */
export function databaseCpuSeconds(postmasterPid: number): number | null {
  const postmaster = statFields(postmasterPid);
  if (postmaster === null) return null;
  const ended = Number(postmaster[ENDED_USER_TIME]) + Number(postmaster[ENDED_SYSTEM_TIME]);
  let ticks = ended + Number(postmaster[USER_TIME]) + Number(postmaster[SYSTEM_TIME]);
  for (const name of readdirSync("/proc")) {
    const fields = /^\d+$/.test(name) ? statFields(Number(name)) : null;
    if (fields === null || Number(fields[PARENT]) !== postmasterPid) continue;
    ticks += Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
  }
  return ticks / TICKS_PER_SECOND;
}

/** CPU time per unit of work, in milliseconds; null where there is no /proc. */
export interface CpuCost {
  readonly cpu_ms: number | null;
  readonly database_cpu_ms: number | null;
}

/** Measures what the service and its database use from now on; the answer divides it by the units of work done. */
export function cpuMeter(pid: number, postmasterPid: number): (units: number) => CpuCost {
  const now = () => [cpuSeconds(pid), databaseCpuSeconds(postmasterPid)] as const;
  const before = now();
  return (units) => {
    const after = now();
    const per = (from: number | null, to: number | null): number | null =>
      from === null || to === null ? null : ((to - from) * 1000) / units;
    return { cpu_ms: per(before[0], after[0]), database_cpu_ms: per(before[1], after[1]) };
  };
}

/** Places in /proc/<pid>/stat after the name of the program. */
const PARENT = 1;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const ENDED_USER_TIME = 13;
const ENDED_SYSTEM_TIME = 14;
const TICKS_PER_SECOND = 100;

function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
