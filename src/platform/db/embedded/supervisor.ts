import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Connection, singleConnection, withDatabase } from "../connection.ts";
import { type Binaries, locateBinaries } from "./binaries.ts";
import { clusterPassword, initialiseCluster, OWNER, socketDirectory, socketPlaces } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { type Control, controlFor, transportFor, type TransportSetting } from "./machine.ts";
import { type PidFile, readPidFile, removeStalePidFile } from "./pid-file.ts";
import { loopbackReach, socketReach, type StartedPostmaster, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { type Processes, processesOf } from "./processes.ts";
import { keepPresence, type KeepOptions } from "./kept-presence.ts";
import { type Presence, presentAsCommand, presentAsService } from "./presence.ts";
import { assertOwn, type RunAs, serverHome, serverUser } from "./run-as.ts";

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: (message: string) => void;
  /** Server settings on top of ours, for tests and tuning, for example { shared_buffers: "256MB" }. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How a server that is started here is reached, `auto` unless given. One that runs is reached as it can be. */
  readonly transport?: TransportSetting;
  /** How a server is started and stopped, unless as the platform needs it. */
  readonly control?: Control;
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
  assertOwn(join(home, "data"), user);
  const binaries = await locateBinaries(home, user);
  const data = await initialiseCluster(binaries, home, user);
  const control = options.control ?? controlFor(process.platform);
  const site: Site = { options, user, home, binaries, data, control, processes: processesOf(data, process.platform) };
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
    connection: withDatabase(running.connection, DATABASE),
    adopted: running.adopted,
    pid: running.pid,
    stop: () => stop(presence, site),
  };
}

async function stop(presence: Presence, site: Site): Promise<void> {
  const { data, home, processes } = site;
  const file = readPidFile(data);
  // A server that another container runs is not this one's to stop: its process number means something else here.
  if ((await presence.leave()) && file !== null && processes.isServer(file.pid)) {
    await stopPostmaster({ ...site, pid: file.pid });
    const { socketDirectory: directory } = file;
    if (directory !== "" && dirname(directory) !== home) rmSync(directory, { recursive: true, force: true });
  }
  await presence.close();
}

interface Site {
  readonly options: EmbeddedOptions;
  readonly user: RunAs;
  readonly home: string;
  readonly binaries: Binaries;
  readonly data: string;
  readonly control: Control;
  readonly processes: Processes;
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
    const running = file === null ? null : await answering(site, file, started);
    if (running !== null) return running;
    if (waited_ms > READY_MS) throw failedStart(site);
    const isThere = file !== null && site.processes.isServer(file.pid);
    const isStarting = started !== null && !started.hasExited();
    if (!isThere && !isStarting) {
      if (started !== null && waited_ms > RETRY_MS) throw failedStart(site);
      removeStalePidFile(site.data, site.processes, Date.now());
      if (started !== null) await delay(RETRY_PAUSE_MS);
      started = await start(site);
    }
    await delay(PAUSE_MS);
  }
}

async function answering(site: Site, file: PidFile, started: StartedPostmaster | null): Promise<Running | null> {
  const connection = connectionTo(site, file);
  if (connection === null || !(await answers(connection))) return null;
  // What pg_ctl has started a moment ago is not told by its number.
  const isOwn = started !== null && (started.pid === null || started.pid === file.pid);
  return { pid: file.pid, connection, adopted: !isOwn };
}

/** How the recorded server is reached; null while it has not recorded that. */
function connectionTo({ data, processes }: Site, file: PidFile): Connection | null {
  const who = { port: file.port, user: OWNER, database: "postgres" };
  if (file.port === 0) return null;
  if (file.socketDirectory !== "") return { kind: "socket", directory: file.socketDirectory, ...who };
  // The port of a server that has died may be anybody's by now, who must not be given the password.
  if (file.listenAddress === "" || !processes.isServer(file.pid)) return null;
  const password = clusterPassword(data);
  return password === null ? null : { kind: "loopback", password, ...who };
}

async function start(site: Site): Promise<StartedPostmaster> {
  mkdirSync(site.home, { recursive: true });
  return startPostmaster({
    ...site,
    reach: await reachOf(site),
    logFile: join(site.home, "server.log"),
    settings: site.options.settings ?? {},
  });
}

async function reachOf({ options, home, data, user }: Site): Promise<Record<string, string>> {
  const { transport: setting = "auto" } = options;
  const transport = transportFor({ platform: process.platform, setting, ...socketPlaces(home) });
  if (transport !== "loopback") return socketReach(socketDirectory(transport, home, user));
  if (clusterPassword(data) === null) {
    throw new Error(
      `The embedded database in ${data} has no password, as it was made by an earlier version, and can only be reached by a ` +
        "socket: unset EMBEDDED_TRANSPORT, or set DATA_DIR to a shorter path.",
    );
  }
  return loopbackReach(await freePort());
}

function failedStart(site: Site): Error {
  return new Error(`The embedded database does not start; its log is ${join(site.home, "server.log")}.`);
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
    const databases = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (databases.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // Two first starts at once: the other one made it.
    const again = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (again.rowCount === 0) throw error;
  } finally {
    await client.end();
  }
}
