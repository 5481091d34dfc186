import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { driverSettings, withDatabase } from "../../src/platform/db/connection.ts";
import { serverUser } from "../../src/platform/db/embedded/run-as.ts";
import { installedCompany } from "../support/installed-company.ts";
import { type RestClient, restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";
import { type SmallDisk, smallDisk } from "../support/small-disk.ts";
import { ubl } from "../support/ubl.ts";

const documents = smallDisk(64);
const tables = smallDisk(2);

const LINES = [{ text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" }];
const invoice = (number: string) => [{ name: `${number}.xml`, bytes: ubl({ number, lines: LINES }) }];

describe.skipIf(documents === null || tables === null)("a full disk (needs root, to mount small ones)", () => {
  let site: Installation;
  let service: ServiceProcess;
  let client: RestClient;
  let server: Client;
  let owner: Client;
  const name = `e2e_full_${process.pid}`;
  const disk = (given: SmallDisk | null): SmallDisk => {
    if (given === null) throw new Error("the tests are skipped without it");
    return given;
  };

  beforeAll(async () => {
    const template = inject("template");
    if (template.kind !== "socket") throw new Error("the test server has a socket");
    server = new Client(driverSettings(withDatabase(template, "postgres")));
    await server.connect();
    await server.query(`create database ${name}`);
    const { directory, port, user } = template;
    const DATABASE_URL = `postgresql:///${name}?host=${encodeURIComponent(directory)}&port=${port}&user=${user}`;
    const env = { DATABASE_URL, DATA_DIR: join(disk(documents).directory, "data") };
    site = installation();
    service = await site.start({ env });
    const company = await installedCompany({ ...site, cli: (...words) => site.cliWith(env, ...words) }, "Acme ApS");
    client = restClient(service.base, company.key);
    owner = new Client(driverSettings(withDatabase(template, name)));
    await owner.connect();
    const place = join(disk(tables).directory, "tables");
    mkdirSync(place, { mode: 0o700 });
    const runsAs = serverUser();
    if (runsAs.drops) chownSync(place, runsAs.uid, runsAs.gid);
    await server.query(`create tablespace ${name} location '${place}'`);
  }, 300_000);
  afterAll(async () => {
    await owner.end();
    await site.remove();
    await server.query(`drop database ${name} with (force)`);
    await server.query(`drop tablespace ${name}`);
    await server.end();
    documents?.remove();
    tables?.remove();
  }, 300_000);

  async function readiness(): Promise<unknown> {
    const response = await fetch(`${service.base}/readyz`);
    const { checks } = (await response.json()) as { checks: unknown };
    return [response.status, checks];
  }

  test("of the documents refuses uploads with 507 and a word, is not ready, and is forgotten when there is room", async () => {
    expect(await readiness()).toMatchObject([200, { storage: true }]);
    disk(documents).fill();
    const refused = await client.upload(invoice("A-1"));
    expect(refused).toMatchObject({ status: 507, body: { code: "server.storage_full" } });
    expect(refused.text).toContain("no storage left");
    expect(refused.text).not.toMatch(/ENOSPC|\/data/);
    expect(await readiness()).toMatchObject([503, { database: true, storage: false }]);
    expect((await client.get("/api/v1/emissions/summary")).status).toBe(200);
    disk(documents).clear();
    const taken = await client.upload(invoice("A-1"));
    expect(taken.status).toBe(202);
    expect((await client.read(taken.body.id)).files).toMatchObject([{ status: "processed" }]);
    expect(await readiness()).toMatchObject([200, { storage: true }]);
  }, 300_000);

  test("of the database refuses changes with 507, is not ready, and is forgotten when there is room", async () => {
    await owner.query(`alter table departments set tablespace ${name}`);
    await owner.query(`alter database ${name} set temp_tablespaces = ${name}`);
    disk(tables).fill();
    const refused = await client.post("/api/v1/departments", { name: "A" });
    expect(refused).toMatchObject({ status: 507, body: { code: "server.storage_full" } });
    // Sessions from now on put temporary tables there as well; the ones before were not told.
    // A look for which there is no session proves no room: what was known goes on.
    await server.query(`alter database ${name} allow_connections false`);
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'carbon-ledger admin'",
    );
    expect(await readiness()).toMatchObject([503, { database: true, storage: false }]);
    await server.query(`alter database ${name} allow_connections true`);
    expect(await readiness()).toMatchObject([503, { database: true, storage: false }]);
    expect((await client.get("/api/v1/departments")).status).toBe(200);
    disk(tables).clear();
    expect((await client.post("/api/v1/departments", { name: "A" })).status).toBe(201);
    expect(await readiness()).toMatchObject([200, { storage: true }]);
  }, 300_000);
});
