import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledCompany, installedCompany } from "../support/installed-company.ts";
import { KINDS } from "../support/mixed-files.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { S3_KEYS, type S3Server, s3Server } from "../support/s3-server.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

const OBJECTS = 20;
/** At which of the objects that a process asks for it is killed: in the first page of three, between pages, and later. */
const KILLED_AT = [2, 4, 8] as const;

let site: Installation;
let service: ServiceProcess;
let bucket: S3Server;

beforeAll(async () => {
  bucket = await s3Server();
  for (let n = 0; n < OBJECTS; n += 1) {
    const { name, bytes } = KINDS[n % 3 === 0 ? "text pdf" : "ubl"](n);
    bucket.objects.set(name, bytes);
  }
  site = installation();
  service = await site.start();
}, 300_000);
afterAll(async () => {
  await site.remove();
  await bucket.close();
});

/** Kills the service when it asks for its n-th object, which it never gets; resolves when it has ended. */
async function killAt(n: number): Promise<void> {
  let asked = 0;
  await new Promise<void>((resolve) => {
    bucket.before_object = async () => {
      asked += 1;
      if (asked !== n) return;
      service.signal("SIGKILL");
      await service.ended();
      resolve();
    };
  });
  bucket.before_object = null;
}

async function restart(): Promise<void> {
  service = await site.start();
  // Lets the time pass after which the work of a dead process is taken up by another.
  await site.sql("update jobs set locked_until = now() where state = 'running'");
}

const client = ({ key }: InstalledCompany): RestClient => restClient(service.sandbox, key);

test("kill -9 of a sync, three times: it goes on by itself, every object is taken and booked once", async () => {
  const customer = await installedCompany(site, "Synced", "sandbox");
  const { secret_access_key, ...keys } = S3_KEYS;
  const connection = { kind: "s3", endpoint: bucket.url, bucket: "bills", prefix: "", ...keys };
  const made = await client(customer).post("/api/v1/data-sources", {
    name: "Bills",
    connection,
    credentials: { secret_access_key },
  });
  expect(made.status, made.text).toBe(201);
  const taken: number[] = [];
  const path = `/api/v1/data-sources/${made.body.id}`;
  for (const [index, n] of KILLED_AT.entries()) {
    const killed = killAt(n);
    if (index === 0) expect((await client(customer).post(`${path}/sync`, {})).status).toBeLessThan(300);
    else await restart();
    await killed;
    const [row] = await site.sql<{ count: number }>("select count(*)::int as count from data_source_items");
    taken.push(row?.count ?? 0);
  }
  await restart();
  await until("the end of the sync", async () =>
    (await client(customer).get(path)).body.status === "idle" ? true : null,
  );
  const open = "select 1 from upload_files where status = 'stored' limit 1";
  await until("the end of every file", async () => ((await site.sql(open)).length === 0 ? true : null));

  // The kills hit with some objects taken and others not, or this test proves nothing.
  expect(taken.toSorted((one, other) => one - other)).toEqual(taken);
  expect(taken.at(-1)).toBeGreaterThan(0);
  expect(taken.at(-1)).toBeLessThan(OBJECTS);
  const [sums] = await site.sql(
    `select (select count(*)::int from data_source_items where status = 'taken') as items,
            (select count(*)::int from upload_files where status = 'processed') as processed,
            (select count(*)::int from upload_files) as files,
            (select count(*)::int from documents) as documents,
            (select count(distinct sha256)::int from documents) as contents,
            (select sum(used)::int from quota_usage) as used`,
  );
  const all = {
    items: OBJECTS,
    processed: OBJECTS,
    files: OBJECTS,
    documents: OBJECTS,
    contents: OBJECTS,
    used: OBJECTS,
  };
  expect(sums).toEqual(all);
  expect(await site.cli("audit", "verify", "--documents", "--json")).toMatchObject({ code: 0, stderr: "" });
}, 300_000);
