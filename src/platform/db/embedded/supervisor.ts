import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, singleConnection } from "../connection.ts";
import { type Binaries, locateBinaries } from "./binaries.ts";
import { initialiseCluster, OWNER, socketDirectory } from "./cluster.ts";
import {
  isServerOf,
  type PidFile,
  readPidFile,
  removeForeignPidFile,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { keepPresence, type KeepOptions } from "./kept-presence.ts";
import { type Presence, presentAsCommand, presentAsService } from "./presence.ts";
import { type RunAs, serverHome, serverUser } from "./run-as.ts";

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** Server settings on top of ours, for tests and tuning, for example { shared_buffers: "256MB" }. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told when another service has taken the directory while this one's connection was gone: this one must end. */
  readonly onLost?: (error: Error) => void;
}

export interface Embedded {
  readonly connection: Connection;
  /** True when the server was already running, for example after the previous process was killed. */
  readonly adopted: boolean;
  readonly pid: number;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

const DATABASE = "carbon_ledger";
const RETRY_MS = 10_000;
const READY_MS = 120_000;
const RETRY_PAUSE_MS = 200;
const PAUSE_MS = 20;

/**
 * Starts the embedded server below `dataDir`, or adopts the one that already runs there, for the service; and keeps it
 * running until `stop`: a server that dies is started again.
 * @throws SecondServiceError when another service process uses the directory.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return await open(options, (connection, home) => presentAsService(connection, home), keepPresence);
}

/** The same for an operator command, which may run beside the service. */
export async function attachEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return await open(
    options,
    (connection) => presentAsCommand(connection),
    (presence) => presence,
  );
}

type Claim = (connection: Connection, home: string) => Promise<Presence>;
type Keep = (first: Presence, options: KeepOptions) => Presence;

interface Running {
  readonly pid: number;
  readonly connection: Connection;
  readonly adopted: boolean;
}

async function open(options: EmbeddedOptions, claim: Claim, keep: Keep): Promise<Embedded> {
  const user = serverUser();
  const home = serverHome(options.dataDir, user);
  if (user.drops) chmodSync(home, 0o755);
  const binaries = await locateBinaries(home, user);
  const data = await initialiseCluster(binaries, home, user);
  const site: Site = { options, user, home, binaries, data };
  const running = await ensureRunning(site);
  const first = await claim(running.connection, options.dataDir);
  await ensureDatabase(running.connection);
  const presence = keep(first, {
    renew: async () => await claim((await ensureRunning(site)).connection, options.dataDir),
    onLost: options.onLost ?? (() => undefined),
    log: options.log,
  });
  options.log(running.adopted ? "embedded database adopted" : "embedded database started");
  return {
    connection: { ...socketOf(running), database: DATABASE },
    adopted: running.adopted,
    pid: running.pid,
    stop: () => stop(presence, data, home),
  };
}

async function stop(presence: Presence, data: string, home: string): Promise<void> {
  const file = readPidFile(data);
  // A server that another container runs is not this one's to stop: its process number means something else here.
  if ((await presence.leave()) && file !== null && isServerOf(data, file.pid)) {
    await stopPostmaster(data, file.pid);
    if (dirname(file.socketDirectory) !== home) rmSync(file.socketDirectory, { recursive: true, force: true });
  }
  await presence.close();
}

interface Site {
  readonly options: EmbeddedOptions;
  readonly user: RunAs;
  readonly home: string;
  readonly binaries: Binaries;
  readonly data: string;
}

/**
 * One loop for all cases: a server that runs is adopted once it answers; one that is starting or stopping is waited
 * for; else one is started. A start may fail for a few seconds while the processes of a killed server linger. What
 * answers on the recorded socket is adopted even if its process cannot be seen, as from another container.
 */
async function ensureRunning(site: Site): Promise<Running> {
  const began = performance.now();
  let started: StartedPostmaster | null = null;
  for (;;) {
    const waited_ms = performance.now() - began;
    const file = readPidFile(site.data);
    const running = file === null ? null : await answering(file, started);
    if (running !== null) return running;
    if (waited_ms > READY_MS) throw failedStart(site);
    const isThere = file !== null && isServerOf(site.data, file.pid);
    const isStarting = started !== null && !started.hasExited();
    if (!isThere && !isStarting) {
      if (started !== null && waited_ms > RETRY_MS) throw failedStart(site);
      if (file !== null) removeForeignPidFile(site.data);
      if (started !== null) await delay(RETRY_PAUSE_MS);
      started = start(site);
    }
    await delay(PAUSE_MS);
  }
}

async function answering(file: PidFile, started: StartedPostmaster | null): Promise<Running | null> {
  if (file.port === 0 || file.socketDirectory === "") return null;
  const connection = socketConnection(file.socketDirectory, file.port);
  return (await answers(connection)) ? { pid: file.pid, connection, adopted: started?.pid !== file.pid } : null;
}

function start(site: Site): StartedPostmaster {
  mkdirSync(site.home, { recursive: true });
  return startPostmaster({
    postgres: site.binaries.postgres,
    data: site.data,
    socketDirectory: socketDirectory(site.home, site.user),
    logFile: join(site.home, "server.log"),
    user: site.user,
    settings: site.options.settings ?? {},
  });
}

function failedStart(site: Site): Error {
  return new Error(`The embedded database does not start; its log is ${join(site.home, "server.log")}.`);
}

function socketConnection(directory: string, port: number): Connection & { kind: "socket" } {
  return { kind: "socket", directory, port, user: OWNER, database: "postgres" };
}

function socketOf(running: Running): Connection & { kind: "socket" } {
  if (running.connection.kind !== "socket") throw new Error("the embedded server is reached by its socket only");
  return running.connection;
}

async function answers(connection: Connection): Promise<boolean> {
  const client = singleConnection(connection, "carbon-ledger probe");
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function ensureDatabase(connection: Connection): Promise<void> {
  const client = singleConnection(connection, "carbon-ledger set-up");
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // Two first starts at once: the other one made it.
    const again = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (again.rowCount === 0) throw error;
  } finally {
    await client.end();
  }
}
