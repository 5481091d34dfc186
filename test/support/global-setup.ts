import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { type Connection, driverSettings, withDatabase } from "../../src/platform/db/connection.ts";
import { openDatabase } from "../../src/platform/db/database.ts";
import { isAlive } from "../../src/platform/db/embedded/processes.ts";
import { attachEmbedded } from "../../src/platform/db/embedded/supervisor.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { TEMPLATE_STEPS } from "./template-steps.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The test run's server; its database is the migrated template. */
    readonly template: Connection;
    /** Directory for files of tests, removed with the run. */
    readonly run_directory: string;
  }
}

const PREFIX = "carbon-ledger-tests-";
/** Speed over safety: the server lives as long as the run. */
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** One server for the whole run, with a template that `testDatabase` clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeDeadRuns();
  const directory = mkdtempSync(join(tmpdir(), PREFIX));
  chmodSync(directory, 0o711);
  writeFileSync(join(directory, "run.pid"), String(process.pid));
  const server = await attachEmbedded({ dataDir: directory, log: () => undefined, settings: SETTINGS });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    project.provide("run_directory", directory);
    project.provide("template", await makeTemplate(server.connection));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function makeTemplate(server: Connection): Promise<Connection> {
  const template = withDatabase(server, "template_carbon");
  await createDatabase(server, "template_carbon");
  await migrate(template, join(import.meta.dirname, "../../migrations"));
  if (TEMPLATE_STEPS.length === 0) return template;
  const database = await openDatabase(template);
  try {
    for (const step of TEMPLATE_STEPS) await step(database.admin);
  } finally {
    await database.close();
  }
  return template;
}

async function createDatabase(connection: Connection, name: string): Promise<void> {
  const client = new Client(driverSettings(connection));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}

/** A run that was killed leaves its server running: stop it and remove its files. */
async function removeDeadRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const directory = join(tmpdir(), name);
    try {
      if (isAlive(Number(readFileSync(join(directory, "run.pid"), "utf8")))) continue;
      await (await attachEmbedded({ dataDir: directory, log: () => undefined, settings: SETTINGS })).stop();
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // Another user's run, or one that is being removed by a parallel run.
    }
  }
}
