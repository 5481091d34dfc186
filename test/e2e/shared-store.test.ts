import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OwnDatabase, ownDatabase } from "../support/own-database.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

let sites: Installation[] = [];
let env: Record<string, string>;
let database: OwnDatabase;

beforeEach(async () => {
  database = await ownDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: "c2VjcmV0IG9mIHR3byBwcm9jZXNzZXMgb24gb25lIGRi" };
});
afterEach(async () => {
  for (const site of sites.splice(0)) await site.remove();
  await database.remove();
}, 300_000);

function directory(): Installation {
  const site = installation();
  sites = [...sites, site];
  return site;
}

async function end(service: ServiceProcess): Promise<void> {
  service.signal("SIGTERM");
  expect(await service.ended()).toEqual({ code: 0, signal: null });
}

/** What a start says that ends by itself. */
async function refusal(site: Installation): Promise<string> {
  const service = await site.launch({ env });
  expect(await service.ended()).toEqual({ code: 2, signal: null });
  expect(service.output()).not.toMatch(/\n\s+at /);
  return service.output();
}

const LINE = { text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" };

async function clientOf(site: Installation, service: ServiceProcess) {
  const words = ["tenant", "create", "--name", "Acme ApS", "--plan", "enterprise", "--json"];
  const { id } = JSON.parse((await site.cliWith(env, ...words)).stdout) as { id: string };
  const minted = await site.cliWith(env, "key", "create", "--tenant", id, "--name", "test", "--json");
  return restClient(service.base, (JSON.parse(minted.stdout) as { key: string }).key);
}

describe("processes on one database", () => {
  test("share a store of documents: one with a directory of its own is refused, also while there are no documents", async () => {
    const [shared, own] = [directory(), directory()];
    const first = await shared.start({ env });
    expect(await refusal(own)).toMatch(/DATA_DIR: .* is new, and the database has a store already.*adopt-store/);
    const peer = await shared.start({ env });
    await end(peer);
    await end(first);
    // The directory of its own was used for another database before.
    const elsewhere = await own.start();
    await end(elsewhere);
    const { SECRET_KEY: _secret, ...withItsOwnSecret } = env;
    const other = await own.launch({ env: withItsOwnSecret });
    expect(await other.ended()).toEqual({ code: 2, signal: null });
    expect(other.output()).toContain("belongs to another installation than the database");
  }, 300_000);
});

describe("a store and a database that bear no id yet", () => {
  test("get one when the documents are there, and a database whose documents are not is refused until an operator decides", async () => {
    const site = directory();
    const first = await site.start({ env });
    const client = await clientOf(site, first);
    const sent = await client.upload([{ name: "a.xml", bytes: ubl({ number: "S-1", lines: [LINE] }) }]);
    expect((await client.read(sent.body.id)).files).toMatchObject([{ status: "processed" }]);
    await end(first);

    // As an earlier release left them.
    const mark = join(site.dataDir, "documents", "installation");
    rmSync(mark);
    await database.sql("delete from installation");
    await end(await site.start({ env }));
    const id = readFileSync(mark, "utf8");
    expect(id).toMatch(/^[0-9a-f-]{36}\n$/);

    // Documents, or the database, from a backup that is older than the id.
    rmSync(mark);
    await end(await site.start({ env }));
    expect(readFileSync(mark, "utf8")).toBe(id);
    await database.sql("delete from installation");
    await end(await site.start({ env }));
    expect(readFileSync(mark, "utf8")).toBe(id);

    // The mount is not there.
    const documents = join(site.dataDir, "documents");
    renameSync(documents, `${documents}-away`);
    expect(await refusal(site)).toMatch(/lacks 1 of 1 documents/);
    expect(await site.cliWith(env, "doctor")).toMatchObject({ code: 2, stderr: expect.stringContaining("DATA_DIR") });
    rmSync(documents, { recursive: true });
    renameSync(`${documents}-away`, documents);
    await end(await site.start({ env }));

    // The documents are lost.
    rmSync(documents, { recursive: true });
    mkdirSync(documents);
    expect(await site.cliWith(env, "documents", "adopt-store")).toMatchObject({ code: 0 });
    await end(await site.start({ env }));
  }, 300_000);
});
