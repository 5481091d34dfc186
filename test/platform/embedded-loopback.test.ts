import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { readPidFile } from "../../src/platform/db/embedded/pid-file.ts";
import { processesOf } from "../../src/platform/db/embedded/processes.ts";
import { serverUser } from "../../src/platform/db/embedded/run-as.ts";
import { attachEmbedded, type Embedded } from "../../src/platform/db/embedded/supervisor.ts";
import { workLogins } from "../../src/platform/db/work-logins.ts";

let dataDir: string;
let data: string;
let embedded: Embedded | null = null;
const quiet = { log: () => undefined };
const open = async (): Promise<Embedded> => {
  embedded = await attachEmbedded({ dataDir, ...quiet, transport: "loopback" });
  return embedded;
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "carbon-ledger-loopback-"));
  chmodSync(dataDir, 0o755);
  data = join(dataDir, "postgres", "data");
});
afterEach(async () => {
  await embedded?.stop();
  embedded = null;
  rmSync(dataDir, { recursive: true, force: true });
});

async function refusalOf(settings: ReturnType<typeof driverSettings>): Promise<unknown> {
  const client = new Client(settings);
  client.on("error", () => undefined);
  return await client.connect().then(
    async () => await client.end(),
    (error: unknown) => error,
  );
}

/** As a server leaves it that lost its power, owned by who runs the server. */
function leave(text: string): string {
  const path = join(data, "postmaster.pid");
  writeFileSync(path, text);
  const user = serverUser();
  if (user.drops) chownSync(path, user.uid, user.gid);
  return path;
}

describe("a server that is reached over loopback", () => {
  test("listens there alone, has no socket, and lets nobody in without its password", async () => {
    const { connection } = await open();
    if (connection.kind !== "loopback") throw new Error("not over loopback");
    expect(readPidFile(data)).toMatchObject({ listenAddress: "127.0.0.1", socketDirectory: "" });
    expect(await refusalOf(driverSettings(connection))).toBeUndefined();
    for (const password of ["", "wrong", connection.password.slice(1)]) {
      expect(await refusalOf(driverSettings({ ...connection, password })), password).toBeInstanceOf(Error);
    }
    expect(statSync(join(data, "carbon-ledger-password")).mode & 0o077).toBe(0);
    const client = new Client(driverSettings(connection));
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('listen_addresses') as addresses, rolpassword from pg_authid where rolname = current_user",
    );
    await client.end();
    expect(rows).toEqual([{ addresses: "127.0.0.1", rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$/) }]);
  });

  test("gives each role of the service's work a password of its own", async () => {
    const { connection } = await open();
    const owner = new Client(driverSettings(connection));
    await owner.connect();
    // The first migration makes them.
    for (const role of ["carbon_app", "carbon_system"]) await owner.query(`create role ${role} nologin`);
    await owner.end();
    const logins = await workLogins(connection, null);
    if (logins?.app.kind !== "loopback" || logins.system.kind !== "loopback") throw new Error("not over loopback");
    for (const login of [logins.app, logins.system]) {
      expect(await refusalOf(driverSettings(login))).toBeUndefined();
      expect(await refusalOf(driverSettings({ ...login, password: "" }))).toBeInstanceOf(Error);
    }
    expect(await refusalOf(driverSettings({ ...logins.system, password: logins.app.password }))).toBeInstanceOf(Error);
    expect(await workLogins(connection, null)).toEqual(logins);
  });

  // Whoever listens there now would be given the password, or an answer to guess it by.
  test("is not looked for on a port that its dead predecessor had", async () => {
    await (await open()).stop();
    const callers: unknown[] = [];
    const stranger = createServer((socket) => callers.push(socket.destroy()));
    stranger.listen(0, "127.0.0.1");
    await once(stranger, "listening");
    const address = stranger.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    leave(`${process.ppid}\n${data}\n0\n${port}\n\n127.0.0.1\n0 0\nready\n`);
    expect((await open()).adopted).toBe(false);
    expect(callers).toEqual([]);
    stranger.close();
  });

  test("starts again after a loss of power that has left an empty postmaster.pid", async () => {
    await (await open()).stop();
    const path = leave("");
    const before = new Date(Date.now() - 60_000);
    utimesSync(path, before, before);
    expect((await open()).adopted).toBe(false);
  });

  test("is known by its command line, where there is no /proc", async () => {
    const { pid } = await open();
    const { isServer } = processesOf(data, "darwin");
    expect([isServer(pid), isServer(process.ppid), isServer(2 ** 30)]).toEqual([true, false, false]);
    expect(processesOf(join(dataDir, "other"), "darwin").isServer(pid)).toBe(false);
  });

  test("cannot be had of data from before there was a password, and says so", async () => {
    await (await open()).stop();
    embedded = null;
    rmSync(join(data, "carbon-ledger-password"));
    await expect(open()).rejects.toThrow("unset EMBEDDED_TRANSPORT");
    embedded = await attachEmbedded({ dataDir, ...quiet });
    expect(embedded.connection.kind).toBe("socket");
  });
});
