import { once } from "node:events";
import { chmodSync, chownSync, renameSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAlive } from "../../src/platform/db/embedded/processes.ts";
import { canEnter } from "../../src/platform/db/embedded/run-as.ts";
import { freePort } from "../support/free-port.ts";
import { answersDuringOutage } from "../support/outage-answers.ts";
import { ownDatabase } from "../support/own-database.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

let site: Installation;

beforeEach(() => {
  site = installation();
});
afterEach(async () => {
  await site.remove();
}, 300_000);

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const nobody = { uid: NOBODY, gid: NOBODY, drops: true };
const ROOT = join(import.meta.dirname, "../..");

/** A company with a key for every scope. */
async function keyOf(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const words = ["tenant", "create", "--name", "Acme ApS", "--plan", "enterprise", "--json"];
  const { id } = JSON.parse((await site.cliWith(env, ...words)).stdout) as { id: string };
  const minted = await site.cliWith(env, "key", "create", "--tenant", id, "--name", "test", "--json");
  return (JSON.parse(minted.stdout) as { key: string }).key;
}

async function statusOf(service: ServiceProcess, path: string): Promise<number | null> {
  return await fetch(`${service.base}${path}`).then(
    (response) => response.status,
    () => null,
  );
}

describe("a first start that is cut off", () => {
  test("by SIGTERM, and again by SIGKILL, is completed by the next one", async () => {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const cut = await site.launch({ env: { DEMO: "on" } });
      await until("the first demo documents", async () => ((await documentsHandedIn()) > 0 ? true : null));
      cut.signal(signal);
      expect(await cut.ended()).toEqual(signal === "SIGTERM" ? { code: 0, signal: null } : { code: null, signal });
      expect(cut.output()).not.toMatch(/\n\s+at |"level":"(?:error|fatal)"/);
    }
    const service = await site.start({ env: { DEMO: "on" } });
    // The minute after which another process takes up what a dead one was reading.
    await site.sql("update jobs set locked_until = now() where state = 'running'");
    const [, key = ""] = await service.says(/live key +(qk_live_[0-9a-f]{64})/);
    await until("the end of the reading", async () => ((await documentsHandedIn("stored")) === 0 ? true : null));
    const [row] = await site.sql<{ live: number; sandbox: number; twice: number }>(
      `select count(*) filter (where environment = 'live')::int as live,
              count(*) filter (where environment = 'sandbox')::int as sandbox,
              count(*)::int - count(distinct (environment, sha256))::int as twice from documents`,
    );
    expect(row?.live).toBeGreaterThan(200);
    expect(row).toMatchObject({ twice: 0, sandbox: row?.live });
    const { items } = (await restClient(service.base, key).get("/api/v1/targets")).body;
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map((target) => target["name"])).size).toBe(items.length);
    expect(await site.cli("doctor")).toMatchObject({ code: 0 });
  }, 300_000);

  async function documentsHandedIn(status: string | null = null): Promise<number> {
    if (site.serverPid() === null) return 0;
    const sql = "select count(*)::int as count from upload_files where status = coalesce($1::text, status)";
    // There is no such table before the first migration.
    const [row] = await site.sql<{ count: number }>(sql, [status]).catch(() => []);
    return row?.count ?? 0;
  }
});

describe("a start that cannot succeed", () => {
  test("because the port is taken says so in a sentence, ends with code 1 and leaves no database running", async () => {
    const holder = createServer();
    await once(holder.listen(0, "127.0.0.1"), "listening");
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    try {
      const service = await site.launch({ env: { PORT: port } });
      expect(await service.ended()).toEqual({ code: 1, signal: null });
      expect(service.output()).toContain(`Port ${port} is in use`);
      expect(service.output()).not.toMatch(/\n\s+at /);
      await until("the end of the database", () => (site.serverPid() === null ? true : null));
    } finally {
      holder.close();
    }
  }, 300_000);

  test("because the database does not answer, or has been used by a newer release, says so in a sentence", async () => {
    const port = await freePort();
    const alone = await site.launch({ env: { DATABASE_URL: `postgres://ledger:secret@localhost:${port}/ledger` } });
    expect(await alone.ended()).toEqual({ code: 1, signal: null });
    expect(alone.output()).toContain(`The database cannot be reached: connect ECONNREFUSED`);
    expect(alone.output()).not.toMatch(/\n\s+at |secret/);

    const first = await site.start();
    await site.sql("insert into schema_migrations (name, sha256) values ('9999-of-a-newer-release.sql', 'x')");
    first.signal("SIGTERM");
    await first.ended();
    const older = await site.launch();
    expect(await older.ended()).toEqual({ code: 1, signal: null });
    expect(older.output()).toContain("put back the backup that was made before the upgrade");
    expect(older.output()).not.toMatch(/\n\s+at /);
  }, 300_000);

  test("because a setting is wrong names each wrong one", async () => {
    const service = await site.launch({ env: { PORT: "many", DEMO: "maybe" } });
    expect(await service.ended()).toEqual({ code: 2, signal: null });
    expect(service.output()).toMatch(/PORT: [^]*DEMO: |DEMO: [^]*PORT: /);
    expect(service.output()).not.toMatch(/\n\s+at /);
  });
});

describe("users", () => {
  const isReachable = isRoot && canEnter(nobody, dirname(ROOT)) && canEnter(nobody, ROOT);

  test.skipIf(!isReachable)(
    "an ordinary user starts it in a directory of their own (needs root, and a checkout that others can enter)",
    async () => {
      chownSync(site.dataDir, NOBODY, NOBODY);
      chmodSync(site.dataDir, 0o700);
      const service = await site.start({ uid: NOBODY });
      expect(statSync(`/proc/${service.pid}`).uid).toBe(NOBODY);
      expect(await statusOf(service, "/readyz")).toBe(200);
      service.signal("SIGTERM");
      expect(await service.ended()).toEqual({ code: 0, signal: null });
      await until("the end of the database", () => (site.serverPid() === null ? true : null));
    },
    300_000,
  );
});

describe("DATABASE_URL", () => {
  test("of another server's socket is used instead of an embedded one, by service and commands", async () => {
    const database = await ownDatabase();
    const DATABASE_URL = database.url;
    try {
      const service = await site.start({ env: { DATABASE_URL } });
      const client = restClient(service.base, await keyOf({ DATABASE_URL }));
      expect((await client.get("/api/v1/me")).status).toBe(200);
      expect(await site.cliWith({ DATABASE_URL }, "audit", "verify")).toMatchObject({ code: 0 });
      service.signal("SIGTERM");
      expect(await service.ended()).toEqual({ code: 0, signal: null });
      expect(site.serverPid()).toBeNull();
    } finally {
      await database.remove();
    }
  }, 300_000);
});

describe("a database that goes away under the service", () => {
  test("is 503 with a word at every door and not ready; the service starts it again and goes on", async () => {
    const service = await site.start();
    const key = await keyOf();
    const client = restClient(service.base, key);
    expect((await client.get("/api/v1/emissions/summary")).status).toBe(200);

    // Out of reach under another name, the database cannot be started again until it has its own name back.
    const data = join(site.dataDir, "postgres", "data");
    const server = site.serverPid() ?? 0;
    const before = service.output().length;
    renameSync(data, `${data}-away`);
    process.kill(server, "SIGINT");
    await until("the end of the database", () => (isAlive(server) ? null : true));
    expect(await statusOf(service, "/readyz")).toBe(503);
    expect(await statusOf(service, "/healthz")).toBe(200);
    await answersDuringOutage(service.base, key);
    // Whatever met the outage, requests, jobs and timers, told of it together.
    const told = service
      .output()
      .slice(before)
      .split("\n")
      .filter((line) => line.includes('"OutageError"'));
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(12);
    renameSync(`${data}-away`, data);
    await until("the service to be ready", async () => ((await statusOf(service, "/readyz")) === 200 ? true : null));
    expect((await client.get("/api/v1/emissions/summary")).status).toBe(200);
    const sent = await client.upload([{ name: "late.xml", bytes: ubl({ number: "L-1", lines: [LINE] }) }]);
    expect((await client.read(sent.body.id)).files).toMatchObject([{ status: "processed" }]);
  }, 300_000);
});

const LINE = { text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" };
