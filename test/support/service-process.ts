import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type QueryResultRow } from "pg";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { OWNER } from "../../src/platform/db/embedded/cluster.ts";
import { readPidFile } from "../../src/platform/db/embedded/pid-file.ts";
import { isAlive } from "../../src/platform/db/embedded/processes.ts";
import { freePort } from "./free-port.ts";

const ROOT = join(import.meta.dirname, "../..");
const CLI = join(ROOT, "dist/cli.js");
const READY_MS = 150_000;
const END_MS = 60_000;
const PAUSE_MS = 50;

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Runs the process as this user; only root can. */
  readonly uid?: number;
  /** Options of the command `start`. */
  readonly words?: readonly string[];
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  readonly pid: number;
  /** Address of the application, the assistants' endpoint and the live REST API. */
  readonly base: string;
  readonly sandbox: string;
  /** Everything that was printed so far, both streams. */
  output(): string;
  /** Waits until the output matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  signal(signal: NodeJS.Signals): void;
  ended(): Promise<Exit>;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One DATA_DIR with the processes on it: the built service, operator commands, and the embedded server. */
export interface Installation {
  readonly dataDir: string;
  /** Starts `node dist/cli.js start` and waits until it is ready. */
  start(options?: StartOptions): Promise<ServiceProcess>;
  /** The same without waiting, for starts that are refused. */
  launch(options?: StartOptions): Promise<ServiceProcess>;
  /** Runs `node dist/cli.js`. */
  cli(...words: readonly string[]): Promise<CommandResult>;
  /** The same with other settings. */
  cliWith(env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<CommandResult>;
  /** One statement as the owner of the embedded database, as somebody with access to the machine could run it. */
  sql<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Process of the embedded server, null when none runs. */
  serverPid(): number | null;
  /** Ends every process of this installation and removes its files. */
  remove(): Promise<void>;
}

/** How the service and its operator commands are run, as words of a command line. */
export interface Program {
  readonly start: readonly string[];
  readonly cli: readonly string[];
  /** Where commands run; the service runs in its DATA_DIR unless this is given. */
  readonly directory?: string;
  /** Who gets signals: the process that was started, or with all that it started, as from a terminal. */
  readonly signals?: "process" | "group";
  /** What the words need besides, for example HOME. */
  readonly env?: Readonly<Record<string, string>>;
}

/** This checkout, compiled, on the Node that runs the tests. */
const BUILT: Program = { start: [process.execPath, CLI, "start"], cli: [process.execPath, CLI] };

/** On a directory of its own, or on one that another installation has left. */
export function installation(program: Program = BUILT, left?: string): Installation {
  const dataDir = left ?? mkdtempSync(join(tmpdir(), "carbon-ledger-e2e-"));
  // Root's server drops to "nobody", who must be able to enter.
  chmodSync(dataDir, 0o711);
  const started: RunningService[] = [];
  const cluster = join(dataDir, "postgres", "data");
  const launch = async (options: StartOptions = {}): Promise<RunningService> => {
    const service = await spawnService(program, dataDir, options);
    started.push(service);
    return service;
  };
  const serverPid = (): number | null => {
    const pid = readPidFile(cluster)?.pid;
    return pid !== undefined && isAlive(pid) ? pid : null;
  };
  const cliWith = async (env: Readonly<Record<string, string>>, ...words: readonly string[]) =>
    await run(program, words, environment(dataDir, { ...program.env, ...env }));
  return {
    dataDir,
    launch,
    async start(options) {
      const service = await launch(options);
      await untilReady(service);
      return service;
    },
    cli: (...words) => cliWith({}, ...words),
    cliWith,
    sql: async (text, values = []) => await ask(cluster, text, values),
    serverPid,
    async remove() {
      for (const service of started) await endService(service);
      await endServer(serverPid());
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface RunningService extends ServiceProcess {
  readonly child: ChildProcess;
}

async function spawnService(
  program: Program,
  dataDir: string,
  { env = {}, uid, words = [] }: StartOptions,
): Promise<RunningService> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), ...env };
  const [command = "", ...first] = program.start;
  const child = spawn(command, [...first, ...words], {
    cwd: program.directory ?? dataDir,
    env: environment(dataDir, { ...program.env, ...env, ...ports }),
    stdio: ["ignore", "pipe", "pipe"],
    detached: program.signals === "group",
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const exit = new Promise<Exit>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  }
  return {
    child,
    pid: child.pid ?? 0,
    base: `http://127.0.0.1:${ports.PORT}`,
    sandbox: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
    output: () => text,
    says: async (pattern) =>
      await until(`output ${String(pattern)}`, () => {
        const match = pattern.exec(text);
        if (match === null && child.exitCode !== null) throw new Error(`the service ended: ${text}`);
        return match;
      }),
    signal: (signal) => {
      if (program.signals === "group" && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    },
    ended: async () => await exit,
  };
}

function environment(dataDir: string, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  return { PATH, DATA_DIR: dataDir, DEMO: "off", IP_RATE_LIMIT: "1000000", LOG_LEVEL: "info", ...env };
}

async function untilReady(service: RunningService): Promise<void> {
  await until("readiness", async () => {
    if (service.child.exitCode !== null) throw new Error(`the service ended: ${service.output()}`);
    return await fetch(`${service.base}/readyz`).then(
      (response) => (response.ok ? true : null),
      () => null,
    );
  });
}

/** Asks again, after `pause_ms`, until there is an answer other than null; fails after `limit_ms`. */
export async function until<T>(
  what: string,
  ask: () => T | null | Promise<T | null>,
  pause_ms = PAUSE_MS,
  limit_ms = READY_MS,
): Promise<T> {
  const end = performance.now() + limit_ms;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await delay(pause_ms);
  }
}

async function endService(service: RunningService): Promise<void> {
  if (service.child.exitCode !== null || service.child.signalCode !== null) return;
  service.signal("SIGTERM");
  const timer = setTimeout(() => service.signal("SIGKILL"), END_MS);
  await service.ended();
  clearTimeout(timer);
}

async function endServer(pid: number | null): Promise<void> {
  if (pid === null) return;
  process.kill(pid, "SIGINT");
  await until("the end of the embedded server", () => (isAlive(pid) ? null : true));
}

async function run(program: Program, words: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const [command = "", ...first] = program.cli;
  return await new Promise((resolve) => {
    const options = { cwd: program.directory ?? ROOT, env, timeout: READY_MS, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(command, [...first, ...words], options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

async function ask<Row extends QueryResultRow>(
  cluster: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const file = readPidFile(cluster);
  if (file === null) throw new Error("no embedded server runs");
  const client = new Client(
    driverSettings({
      kind: "socket",
      directory: file.socketDirectory,
      port: file.port,
      user: OWNER,
      database: "carbon_ledger",
    }),
  );
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
