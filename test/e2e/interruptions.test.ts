import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAlive } from "../../src/platform/db/embedded/postmaster.ts";
import { type DatabaseServer, databaseServer, type Stop } from "../support/database-server.ts";
import { type InstalledCompany, installedCompany } from "../support/installed-company.ts";
import { type MixedLoad, mixedLoad } from "../support/mixed-load.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

/** How often each state is interrupted, and how often servers and services are ended: more by hand, before a release. */
const TIMES = Number(process.env["INTERRUPTIONS"] ?? 3);
const CYCLES = Number(process.env["INTERRUPTION_CYCLES"] ?? 4);
const READY_MS_MAX = 60_000;

type Sql = Installation["sql"];

let site: Installation;
let service: ServiceProcess;
let company: InstalledCompany;
let load: MixedLoad;
let sql: Sql;
let env: Readonly<Record<string, string>>;
let external: DatabaseServer | null;

beforeEach(() => {
  site = installation();
  external = null;
  env = {};
  sql = site.sql;
});
afterEach(async () => {
  await site.remove();
  await external?.remove();
}, 300_000);

async function begin(): Promise<void> {
  service = await site.start({ env });
  const one: Installation = { ...site, cli: (...words) => site.cliWith(env, ...words) };
  company = await installedCompany(one, "Acme ApS");
  const keys = [company.key];
  while (keys.length < 4) {
    const made = await one.cli("key", "create", "--tenant", company.id, "--name", "load", "--json");
    // As installedCompany reads it.
    keys.push((JSON.parse(made.stdout) as InstalledCompany).key);
  }
  load = mixedLoad({ base: () => service.base, keys }, "L");
  await until("the first acknowledged work", () =>
    load.acknowledged.invoices.size > 1 && load.acknowledged.departments.size > 1 ? true : null,
  );
}

/** The service answers again, in the same process, and takes in work. */
async function recovered(): Promise<number> {
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
  return performance.now() - began;
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
  expect(load.faults).toEqual([]);
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
  process.stdout.write(`${JSON.stringify({ answers: Object.fromEntries(load.answers), ...(await sums()) })}\n`);
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
      expect(await recovered()).toBeLessThan(READY_MS_MAX);
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
        expect(await recovered()).toBeLessThan(READY_MS_MAX);
      }
    }
    await nothingLost();
  }, 1_800_000);
});

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
      service = await site.start();
    }
    await recovered();
  }
  await nothingLost();
}, 7_200_000);
