import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readPidFile } from "../../src/platform/db/embedded/pid-file.ts";
import { isAlive } from "../../src/platform/db/embedded/processes.ts";
import { canEnter, serverUser } from "../../src/platform/db/embedded/run-as.ts";
import { attachEmbedded, type Embedded, startEmbedded } from "../../src/platform/db/embedded/supervisor.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAM = join(ROOT, "test/support/embedded-process.ts");
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const quiet = { log: () => undefined };

let dataDir: string;
const children: ChildProcess[] = [];
const opened: Embedded[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "carbon-ledger-embedded-"));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const embedded of opened.splice(0)) await embedded.stop();
  if (existsSync(join(dataDir, "postgres"))) await (await attachEmbedded({ dataDir, ...quiet })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Message {
  readonly ready?: boolean;
  readonly adopted?: boolean;
  readonly pid?: number;
  readonly uid?: number;
  readonly acknowledged?: number;
  readonly count?: number;
  readonly most?: number;
  readonly error?: string;
  readonly [other: string]: unknown;
}

interface Running {
  readonly child: ChildProcess;
  /** Every message so far. */
  readonly messages: Message[];
  /** The first message, past or future, that fits. */
  until(fits: (message: Message) => boolean): Promise<Message>;
  ended(): Promise<void>;
}

/** How the server is reached and controlled: as on Linux and macOS, or as on Windows, which Linux can do as well. */
type Way = readonly ["auto" | "loopback", "signals" | "pg_ctl"];
const AS_HERE: Way = ["auto", "signals"];
const AS_ON_WINDOWS: Way = ["loopback", "pg_ctl"];
const DURABILITIES: readonly (readonly [string, Way])[] = [
  ["by a socket and signals", AS_HERE],
  ["over loopback and by pg_ctl, as on Windows", AS_ON_WINDOWS],
];
const optionsOf = ([transport, control]: Way) => ({ dataDir, ...quiet, transport, control });

function run(mode: string, directory: string, uid?: number, way = AS_HERE): Running {
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, mode, directory, ...way], {
    ...identity,
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  const exit = once(child, "close");
  createInterface({ input: child.stdout }).on("line", (line) => {
    // The program above writes one object per line.
    messages.push(JSON.parse(line) as Message);
    for (const look of waiting) look();
  });
  return {
    child,
    messages,
    async until(fits) {
      const found = new Promise<Message>((resolve) => {
        const look = (): void => {
          const message = messages.find(fits);
          if (message === undefined) return;
          waiting.delete(look);
          resolve(message);
        };
        waiting.add(look);
        look();
      });
      const gone = exit.then(() => {
        throw new Error(`the process ended first, after ${JSON.stringify(messages.slice(-3))}`);
      });
      gone.catch(() => undefined);
      return await Promise.race([found, gone]);
    },
    ended: async () => void (await exit),
  };
}

const lastAcknowledged = (running: Running): number =>
  running.messages.reduce((most, message) => Math.max(most, message.acknowledged ?? 0), 0);

async function outcomeOf(mode: string, directory = dataDir, uid?: number, way = AS_HERE): Promise<Message> {
  const running = run(mode, directory, uid, way);
  await running.ended();
  return running.messages.at(-1) ?? {};
}

describe.each(DURABILITIES)("durability %s", (_name, way) => {
  test("killing the service loses no acknowledged insert, and the next start adopts the running server", async () => {
    const service = run("service", dataDir, undefined, way);
    const { pid } = await service.until((message) => message.ready === true);
    await service.until((message) => (message.acknowledged ?? 0) >= 50);
    service.child.kill("SIGKILL");
    await service.ended();
    const found = await outcomeOf("check", dataDir, undefined, way);
    expect(found).toMatchObject({ adopted: true, pid });
    expect(found.most).toBeGreaterThanOrEqual(lastAcknowledged(service));
    expect(found.count).toBe(found.most);
    // The check was the last user: it stopped the server.
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  test("killing the database server together with the service loses no acknowledged insert, and the next start recovers", async () => {
    const service = run("service", dataDir, undefined, way);
    const { pid = 0 } = await service.until((message) => message.ready === true);
    await service.until((message) => (message.acknowledged ?? 0) >= 50);
    // The service first: it would start the server again, which another test shows.
    service.child.kill("SIGKILL");
    process.kill(pid, "SIGKILL");
    await service.ended();
    const found = await outcomeOf("check", dataDir, undefined, way);
    expect(found).toMatchObject({ adopted: false });
    expect(found.pid).not.toBe(pid);
    expect(found.most).toBeGreaterThanOrEqual(lastAcknowledged(service));
    expect(found.count).toBe(found.most);
  });
});

describe("the server", () => {
  test("the server writes through to the disk, checks its pages, and is on no network", async () => {
    expect(await outcomeOf("check")).toMatchObject({
      fsync: "on",
      data_checksums: "on",
      listen_addresses: "",
      encoding: "UTF8",
    });
    expect(statSync(join(dataDir, "postgres/data")).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, "postgres/run")).mode & 0o077).toBe(0);
  });
});

describe.each(DURABILITIES)("users of one directory %s", (_name, way) => {
  test("a second service is refused by name of the first, and the first goes on", async () => {
    const service = run("service", dataDir, undefined, way);
    await service.until((message) => message.ready === true);
    const second = await outcomeOf("check", dataDir, undefined, way);
    expect(second.error).toContain(`process ${service.child.pid}`);
    expect(second.error).toContain(dataDir);
    expect(second.error).toContain("DATA_DIR");
    const before = lastAcknowledged(service);
    await service.until((message) => (message.acknowledged ?? 0) > before + 10);
    service.child.kill("SIGTERM");
    await service.ended();
    expect(readPidFile(join(dataDir, "postgres/data"))).toBeNull();
  });

  test("a command attaches beside the service and leaves it running", async () => {
    opened.push(await startEmbedded(optionsOf(way)));
    const command = await outcomeOf("command", dataDir, undefined, way);
    expect(command).toMatchObject({ adopted: true, pid: opened[0]?.pid });
    expect(isAlive(command.pid ?? 0)).toBe(true);
  });

  test("a command without a service starts the server and stops it again", async () => {
    const command = await outcomeOf("command", dataDir, undefined, way);
    expect(command).toMatchObject({ adopted: false, count: 0 });
    expect(isAlive(command.pid ?? 0)).toBe(false);
  });

  test("whoever leaves last stops the server, whoever started it", async () => {
    const command = await attachEmbedded(optionsOf(way));
    const service = await startEmbedded(optionsOf(way));
    expect(service.adopted).toBe(true);
    await command.stop();
    expect(isAlive(service.pid)).toBe(true);
    await service.stop();
    expect(isAlive(service.pid)).toBe(false);
  });

  test("first starts at the same moment make one database", async () => {
    const commands = await Promise.all([1, 2, 3].map(() => attachEmbedded(optionsOf(way))));
    expect(new Set(commands.map(({ pid }) => pid)).size).toBe(1);
    for (const command of commands) await command.stop();
    expect(isAlive(commands[0]?.pid ?? 0)).toBe(false);
  });
});

describe("places and people", () => {
  test("a directory too deep for a socket gets a short private one, which is removed at the end", async () => {
    const deep = join(dataDir, "d".repeat(120));
    const embedded = await attachEmbedded({ dataDir: deep, ...quiet });
    const { connection } = embedded;
    const socket = connection.kind === "socket" ? connection.directory : "";
    expect(socket.startsWith(deep)).toBe(false);
    expect(statSync(socket).mode & 0o777).toBe(0o700);
    await embedded.stop();
    expect(existsSync(socket)).toBe(false);
  });

  test("a directory with blanks, quotes and commas in its name works", async () => {
    const odd = join(dataDir, `it's "odd", æøå`);
    await (await attachEmbedded({ dataDir: odd, ...quiet })).stop();
  });

  test.skipIf(!isRoot)("an ordinary user can run it", async ({ skip }) => {
    const nobody = { uid: NOBODY, gid: NOBODY, drops: true };
    skip(!canEnter(nobody, ROOT), "the repository lies where ordinary users cannot read it");
    const own = join(dataDir, "own");
    mkdirSync(own);
    chownSync(own, NOBODY, NOBODY);
    expect(await outcomeOf("check", own, NOBODY)).toMatchObject({ adopted: false, fsync: "on" });
    expect(statSync(join(own, "postgres/data")).uid).toBe(NOBODY);
  });

  test.skipIf(!isRoot)("as root, the server runs as nobody, also below a private directory", async () => {
    const hidden = join(dataDir, "private", "data");
    mkdirSync(dirname(hidden), { mode: 0o700 });
    const embedded = await attachEmbedded({ dataDir: hidden, ...quiet });
    expect(statSync(`/proc/${embedded.pid}`).uid).toBe(NOBODY);
    const { connection } = embedded;
    await embedded.stop();
    if (connection.kind === "socket") rmSync(dirname(connection.directory), { recursive: true, force: true });
  });

  test("a stale pid file that names another live process does not keep the server from starting", async () => {
    const first = await attachEmbedded({ dataDir, ...quiet });
    await first.stop();
    const file = join(dataDir, "postgres/data/postmaster.pid");
    writeFileSync(file, `${process.ppid}\n${join(dataDir, "postgres/data")}\n0\n5432\n${dataDir}\n\n0 0\nready\n`);
    const user = serverUser();
    if (user.drops) chownSync(file, user.uid, user.gid);
    const second = await attachEmbedded({ dataDir, ...quiet });
    expect(second.adopted).toBe(false);
    await second.stop();
  });
});
