import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFailed, test } from "vitest";
import { isAlive } from "../../src/platform/db/embedded/processes.ts";
import { type DatabaseServer, databaseServer, type Stop } from "../support/database-server.ts";
import { type InstalledCompany, installedCompany } from "../support/installed-company.ts";
import { LOAD_KEYS, type MixedLoad, mixedLoad } from "../support/mixed-load.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

/** How often each state is interrupted, and how often servers and services are ended: more by hand, before a release. */
const TIMES = Number(process.env["INTERRUPTIONS"] ?? 2);
const CYCLES = Number(process.env["INTERRUPTION_CYCLES"] ?? 3);
const READY_MS_MAX = 60_000;

type Sql = Installation["sql"];

let site: Installation;
let service: ServiceProcess;
/** What every service of the test has printed: the cause of a fault is nowhere else. */
let outputs: (() => string)[];
let company: InstalledCompany;
let load: MixedLoad;
/** How long each interruption lasted, in milliseconds. */
let outages: number[];
let sql: Sql;
let env: Readonly<Record<string, string>>;
let external: DatabaseServer | null;

beforeEach(() => {
  site = installation();
  external = null;
  outputs = [];
  outages = [];
  env = {};
  sql = site.sql;
});
afterEach(async () => {
  await site.remove();
  await external?.remove();
}, 300_000);

async function startService(): Promise<ServiceProcess> {
  const started = await site.start({ env });
  outputs.push(started.output);
  return started;
}

function keepOutputs(): void {
  const file = join(tmpdir(), `carbon-ledger-interruptions-${process.pid}.log`);
  for (const output of outputs) appendFileSync(file, output());
  process.stdout.write(`the output of the services is in ${file}\n`);
}

/** A fault with what the service logged about its request. */
function explained(fault: string): string {
  const request_id = /"request_id":"([^"]+)"/.exec(fault.replaceAll("\\", ""))?.[1];
  if (request_id === undefined) return fault;
  const lines = outputs.flatMap((output) => output().split("\n")).filter((line) => line.includes(request_id));
  return [fault, ...lines].join("\n");
}

async function begin(): Promise<void> {
  onTestFailed(keepOutputs);
  service = await startService();
  const one: Installation = { ...site, cli: (...words) => site.cliWith(env, ...words) };
  company = await installedCompany(one, "Acme ApS");
  const keys = [company.key];
  while (keys.length < LOAD_KEYS) {
    const made = await one.cli("key", "create", "--tenant", company.id, "--name", "load", "--json");
    // As installedCompany reads it.
    keys.push((JSON.parse(made.stdout) as InstalledCompany).key);
  }
  load = mixedLoad({ base: () => service.base, keys }, "L");
  await until("the first acknowledged work", () =>
    load.acknowledged.invoices.size > 1 && load.acknowledged.departments.size > 1 ? true : null,
  );
}

/** The service answers again within a minute, in the same process, and takes in work. */
async function recovered(): Promise<void> {
  const began = performance.now();
  const before = load.acknowledged.departments.size;
  await until("readiness", async () => {
    expect(isAlive(service.pid), service.output().slice(-3000)).toBe(true);
    return await fetch(`${service.base}/readyz`).then(
      (response) => (response.ok ? true : null),
      () => null,
    );
  });
  await until("work that is acknowledged again", () => (load.acknowledged.departments.size > before ? true : null));
  const lasted_ms = performance.now() - began;
  expect(lasted_ms).toBeLessThan(READY_MS_MAX);
  outages.push(Math.round(lasted_ms));
}

interface Sums {
  readonly documents: number;
  readonly numbers: number;
  readonly rejected: number;
  readonly waiting: number;
  readonly departments: number;
  readonly names: number;
}

async function sums(): Promise<Sums> {
  const [row] = await sql<Sums & Record<string, unknown>>(
    `select (select count(*)::int from documents where tenant_id = $1) as documents,
            (select count(distinct invoice_number)::int from documents where tenant_id = $1) as numbers,
            (select count(*)::int from upload_files where tenant_id = $1 and status = 'rejected') as rejected,
            (select count(*)::int from upload_files where tenant_id = $1 and status = 'stored') as waiting,
            (select count(*)::int from departments where tenant_id = $1) as departments,
            (select count(distinct name)::int from departments where tenant_id = $1) as names`,
    [company.id],
  );
  if (row === undefined) throw new Error("a query of sums has a row");
  return row;
}

/** Nothing that was acknowledged is lost, nothing is there twice, and no answer was a fault of ours. */
async function nothingLost(): Promise<void> {
  await load.stop();
  expect(load.faults.map(explained)).toEqual([]);
  await until("the end of every file", async () => ((await sums()).waiting === 0 ? true : null));
  const { invoices, departments } = load.acknowledged;
  expect(await sums()).toMatchObject({
    documents: invoices.size,
    numbers: invoices.size,
    rejected: 0,
    departments: departments.size,
    names: departments.size,
  });
  expect(await site.cliWith(env, "audit", "verify", "--documents")).toMatchObject({ code: 0 });
  expect(await site.cliWith(env, "doctor")).toMatchObject({ code: 0 });
  // The figures, for who runs it by hand.
  const lasted_ms_max = Math.max(...outages);
  const figures = { interruptions: outages.length, lasted_ms_max, ...(await sums()) };
  process.stdout.write(`${JSON.stringify({ ...figures, answers: Object.fromEntries(load.answers) })}\n`);
}

const OURS = "datname = current_database() and pid <> pg_backend_pid() and application_name like 'carbon-ledger%'";
const STATES: Readonly<Record<string, string>> = {
  idle: "state = 'idle'",
  "in a statement": "state = 'active'",
  "between two statements of a transaction": "state = 'idle in transaction'",
  "in LISTEN": "application_name = 'carbon-ledger listener'",
  "while a job is held": "exists (select from jobs where state = 'running')",
  whatever: "true",
};

/** Ends sessions in that state as soon as there are any. */
async function endSessions(condition: string): Promise<void> {
  await until(
    `a session that is ${condition}`,
    async () => {
      const ended = await sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where ${OURS} and ${condition}`,
      ).catch(() => []);
      return ended.length > 0 ? true : null;
    },
    1,
  );
}

async function interruptEveryState(): Promise<void> {
  for (const condition of Object.values(STATES)) {
    for (let time = 0; time < TIMES; time += 1) {
      await endSessions(condition);
      await recovered();
    }
  }
}

describe("sessions that the server ends under mixed load, in every state", () => {
  test("of the embedded server cost 503 for moments: the process lives, nothing is lost, nothing is there twice", async () => {
    await begin();
    await interruptEveryState();
    await nothingLost();
  }, 1_800_000);

  test("of a server of one's own as well, and of one that is restarted or killed", async () => {
    external = await databaseServer();
    env = { DATABASE_URL: external.url };
    sql = external.sql;
    await begin();
    await interruptEveryState();
    for (const stop of ["fast", "immediate", "kill -9"] as const satisfies readonly Stop[]) {
      for (let time = 0; time < TIMES; time += 1) {
        await external.restart(stop);
        await recovered();
      }
    }
    await nothingLost();
  }, 1_800_000);
});

/**
 * A job whose process ends again and again waits ever longer and is given up in the end, as it should. On a slow machine a kill
 * every few seconds would do that to every file: whoever is near it gets the time for its work first.
 */
async function suspectJobsDone(): Promise<void> {
  await until("the end of jobs that were interrupted often", async () => {
    const suspects = await sql("select from jobs where state in ('ready', 'running') and interruptions >= 4");
    return suspects.length === 0 ? true : null;
  });
}

test(`service and database server are killed in turns, ${CYCLES} times under mixed load: nothing is lost, nothing doubled`, async () => {
  await begin();
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    if (cycle % 2 === 0) {
      const server = site.serverPid() ?? 0;
      process.kill(server, "SIGKILL");
      await until("the end of the database server", () => (isAlive(server) ? null : true));
    } else {
      service.signal("SIGKILL");
      expect(await service.ended()).toEqual({ code: null, signal: "SIGKILL" });
      service = await startService();
    }
    await recovered();
    await suspectJobsDone();
  }
  await nothingLost();
}, 7_200_000);
