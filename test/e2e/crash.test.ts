import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAlive } from "../../src/platform/db/embedded/processes.ts";
import { type InstalledCompany, installedCompany } from "../support/installed-company.ts";
import type { TestFile } from "../support/pipeline.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

let site: Installation;
let service: ServiceProcess;

beforeAll(async () => {
  site = installation();
  service = await site.start();
}, 300_000);

afterAll(async () => {
  await site.remove();
});

/** 40 files in uploads of four: 36 different invoices, the others repeat some of them. */
const UPLOADS: readonly (readonly TestFile[])[] = Array.from({ length: 10 }, (_, upload) =>
  Array.from({ length: 4 }, (_file, index) => {
    const file = upload * 4 + index;
    const number = `CR-${file % 36}`;
    const quantity = String(100 + (file % 36));
    const lines = [{ text: "Elforbrug", quantity, unit: "KWH", amount: "100.00" }];
    return { name: `${file}.xml`, bytes: ubl({ number, lines }) };
  }),
);
const DISTINCT = 36;

let made = 0;

async function company(): Promise<InstalledCompany> {
  made += 1;
  return await installedCompany(site, `Company ${made}`);
}

/**
 * Sends every upload, several at a time; ids of those that were acknowledged, in `acknowledged` as they come. Failures are
 * what a crash looks like.
 */
async function sendAll(client: RestClient, acknowledged: string[] = []): Promise<string[]> {
  const waiting = [...UPLOADS];
  const send = async (): Promise<void> => {
    for (let files = waiting.shift(); files !== undefined; files = waiting.shift()) {
      const answer = await client.upload(files).catch(() => null);
      if (answer?.status === 202) acknowledged.push(answer.body.id);
    }
  };
  await Promise.all([send(), send(), send()]);
  return acknowledged;
}

/** Lets the time pass after which the files of a dead process are taken up by another. */
async function expireLeases(): Promise<void> {
  await site.sql("update jobs set locked_until = now() where state = 'running'");
}

interface Ledger {
  readonly documents: number;
  readonly contents: number;
  readonly entries: number;
  readonly kg: string;
  readonly rollup_kg: string;
  readonly used: number;
}

async function ledgerOf({ id }: InstalledCompany): Promise<Ledger | undefined> {
  const [row] = await site.sql<Ledger & Record<string, unknown>>(
    `select (select count(*)::int from documents where tenant_id = $1) as documents,
            (select count(distinct sha256)::int from documents where tenant_id = $1) as contents,
            (select count(*)::int from emission_entries where tenant_id = $1) as entries,
            (select sum(market_based_kg)::text from emission_entries where tenant_id = $1) as kg,
            (select sum(market_based_kg)::text from emission_rollups where tenant_id = $1) as rollup_kg,
            (select sum(used)::int from quota_usage where tenant_id = $1) as used`,
    [id],
  );
  return row;
}

/** Registered files without an upload of their own, uploads that lack files, and files that no job will ever read. */
async function halfStates({ id }: InstalledCompany): Promise<unknown[]> {
  return await site.sql(
    `select b.id::text from upload_batches b where b.tenant_id = $1
       and b.file_count <> (select count(*) from upload_files f where f.tenant_id = $1 and f.batch_id = b.id)
     union all
     select f.id::text from upload_files f where f.tenant_id = $1 and f.status = 'stored'
       and not exists (select from jobs j where j.tenant_id = $1 and j.key = f.id::text and j.state in ('ready', 'running'))`,
    [id],
  );
}

/**
 * Uploads that were registered but not acknowledged hold places of the quota until their files are read, which a crash
 * can put off until after the same files were sent again.
 */
async function everythingRead(tenantId: string): Promise<void> {
  const open = "select id from upload_files where tenant_id = $1 and status = 'stored' limit 1";
  await until("the end of every file", async () => ((await site.sql(open, [tenantId])).length === 0 ? true : null));
}

let clean: Ledger | undefined;

describe("40 files without a crash", () => {
  test("are 36 documents and 4 duplicates", async () => {
    const { id, key } = await company();
    const client = restClient(service.base, key);
    const uploads = await sendAll(client);
    expect(uploads).toHaveLength(10);
    const files = (await Promise.all(uploads.map((upload) => client.read(upload)))).flatMap((upload) => upload.files);
    expect(files.filter(({ status }) => status === "processed")).toHaveLength(DISTINCT);
    expect(files.filter(({ status }) => status === "duplicate")).toHaveLength(4);
    clean = await ledgerOf({ id, key });
    expect(clean).toMatchObject({ documents: DISTINCT, contents: DISTINCT, used: DISTINCT });
    expect(clean?.rollup_kg).toBe(clean?.kg);
  });
});

/**
 * Kills after so many acknowledgements, restarts, waits for what was acknowledged, then sends everything again, as a
 * program of a customer would that cannot know. Returns how many uploads were acknowledged before the end.
 */
async function crashAndRecover(after: number, kill: () => Promise<void>): Promise<number> {
  const { id, key } = await company();
  const acknowledged: string[] = [];
  const sending = sendAll(restClient(service.base, key), acknowledged);
  await until(`${after} acknowledgements`, () => (acknowledged.length >= after ? true : null), 1);
  await kill();
  await sending;
  service = await site.start();
  expect(await halfStates({ id, key })).toEqual([]);
  await expireLeases();
  const client = restClient(service.base, key);
  for (const upload of acknowledged) {
    const { status, files } = await client.read(upload);
    expect(status).toBe("completed");
    expect(files.map((file) => file.status).filter((each) => each !== "processed" && each !== "duplicate")).toEqual([]);
  }
  const again = await sendAll(client);
  for (const upload of again) await client.read(upload);
  await everythingRead(id);
  expect(await ledgerOf({ id, key })).toEqual(clean);
  return acknowledged.length;
}

describe("kill -9 of the service during an upload of 40 files", () => {
  const acknowledged: number[] = [];

  // By what was done, not by the clock, so that slow machines are killed at work as well.
  test.each([0, 1, 2, 4, 7, 10])(
    "after %i of 10 acknowledgements: what was acknowledged is read exactly once, nothing is doubled, the sums are those of a clean run",
    async (after) => {
      const count = await crashAndRecover(after, async () => {
        service.signal("SIGKILL");
        await service.ended();
      });
      acknowledged.push(count);
    },
    300_000,
  );

  test("together with the database: the same", async () => {
    await crashAndRecover(3, async () => {
      const server = site.serverPid() ?? 0;
      process.kill(server, "SIGKILL");
      service.signal("SIGKILL");
      await service.ended();
      await until("the end of the server", () => (isAlive(server) ? null : true));
    });
  }, 300_000);

  test("some of these kills hit between the first and the last acknowledgement, or while files were read", () => {
    expect(acknowledged).toHaveLength(6);
    expect(acknowledged.some((count) => count > 0)).toBe(true);
    expect(acknowledged.some((count) => count < 10)).toBe(true);
  });

  test("the sums, the audit log and the stored files of all of them are intact", async () => {
    const verified = await site.cli("audit", "verify", "--documents", "--json");
    expect(verified, verified.stdout).toMatchObject({ code: 0, stderr: "" });
    expect(await site.cli("doctor")).toMatchObject({ code: 0, stderr: "" });
  });

  test("what it leaves behind of uploads that were cut off is only in the directory of unfinished uploads", () => {
    const known = ["base-url", "documents", "keys", "postgres", "uploads"];
    expect(readdirSync(site.dataDir).filter((name) => !known.includes(name))).toEqual([]);
    expect(readdirSync(join(site.dataDir, "documents"))).toEqual(["installation", "sealed"]);
  });
});
