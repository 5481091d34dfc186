import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { attachEmbedded, type Embedded, startEmbedded } from "../../src/platform/db/embedded/supervisor.ts";

const ATTEMPTS = 1_200;

interface Running {
  readonly service: Embedded;
  readonly dataDir: string;
  readonly messages: string[];
}

async function withService(work: (running: Running) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "carbon-recovery-"));
  const messages: string[] = [];
  const service = await startEmbedded({ dataDir, log: (message) => messages.push(message) });
  try {
    await work({ service, dataDir, messages });
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function connected({ service }: Running): Promise<Client> {
  const client = new Client(driverSettings(service.connection));
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function serverProcess(running: Running): Promise<number> {
  const client = await connected(running);
  const result = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await client.end().catch(() => undefined);
  return result.rows[0]?.pid ?? 0;
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (isSo()) return;
    await delay(100);
  }
  throw new Error(`${what} did not happen`);
}

const isTakenUpAgain = ({ messages }: Running) => messages.includes("embedded database: taken up again");

test("a server process that dies hard does not let a command stop the database under the service", async () => {
  await withService(async (running) => {
    const victim = await connected(running);
    const result = await victim.query<{ pid: number }>("select pg_backend_pid() as pid");
    process.kill(result.rows[0]?.pid ?? 0, "SIGKILL");
    await until("the service's return", () => isTakenUpAgain(running));
    const command = await attachEmbedded({ dataDir: running.dataDir, log: () => undefined });
    await command.stop();
    expect(await serverProcess(running)).toBeGreaterThan(0);
    await expect(startEmbedded({ dataDir: running.dataDir, log: () => undefined })).rejects.toThrow(/already runs/);
  });
});

test("a database server that dies is started again by the service that supervises it", async () => {
  await withService(async (running) => {
    process.kill(running.service.pid, "SIGKILL");
    await until("the service's return", () => isTakenUpAgain(running));
    expect(await serverProcess(running)).toBeGreaterThan(0);
  });
});
