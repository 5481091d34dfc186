import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { driverSettings, withDatabase } from "../../src/platform/db/connection.ts";
import { LOGIN } from "./app-pages.ts";
import { type Installation, installation, until } from "./service-process.ts";

/** Any number that all workers of a run use: the one that comes second waits and finds the directory made. */
const LOCK = 7_330_002;

/** An installation of which the demo company was loaded: a copy of one that the service itself made, once in a run. */
export async function demoInstallation(): Promise<Installation> {
  const made = await madeOnce(join(inject("run_directory"), "demo-installation"));
  const copy = mkdtempSync(join(tmpdir(), "carbon-ledger-e2e-"));
  // With owners: the database's files are those of the user that its server runs as.
  execFileSync("cp", ["-a", `${made}/.`, copy]);
  return installation(undefined, copy);
}

async function madeOnce(directory: string): Promise<string> {
  const client = new Client(driverSettings(withDatabase(inject("template"), "postgres")));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    if (!existsSync(directory)) await loadDemo(directory);
    return directory;
  } finally {
    await client.end();
  }
}

async function loadDemo(directory: string): Promise<void> {
  const site = installation();
  const service = await site.start({ env: { DEMO: "on" } });
  await service.says(LOGIN);
  service.signal("SIGTERM");
  await service.ended();
  await until("the end of the database", () => (site.serverPid() === null ? true : null));
  renameSync(site.dataDir, directory);
}
