import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { S3_KEYS, type S3Server, s3Server } from "../../support/s3-server.ts";
import { type SourceSite, sourceSite } from "../../support/source-site.ts";

let site: SourceSite;
let bucket: S3Server;

beforeAll(async () => {
  site = await sourceSite();
});
beforeEach(async () => {
  bucket = await s3Server();
});
afterEach(async () => {
  await bucket.close();
  expect(site.service.errors).toEqual([]);
});
afterAll(async () => {
  await site.close();
});

function request(prefix = ""): Record<string, unknown> {
  const { secret_access_key, ...keys } = S3_KEYS;
  return {
    connection: { kind: "s3", endpoint: bucket.url, bucket: "bills", prefix, ...keys },
    credentials: { secret_access_key },
  };
}

test("objects of all pages are taken, non-ASCII keys and keys with reserved characters too, each once", async () => {
  const company = await site.company();
  const keys = ["2026/bilag æøå (1).csv", "2026/a+b & c.csv", "2026/rød grød.csv", "2026/50 %.csv", "2026/'q'*!.csv"];
  for (const key of [...keys, "2026/é~é.csv", "other/x.csv"]) bucket.objects.set(key, Buffer.from(`t;${key}\n`));
  bucket.objects.set("2026/", Buffer.alloc(0));
  const { id } = await company.create(request("2026/"));
  expect(await company.sync(id)).toMatchObject({ status: "idle", error_code: null, failed_count: 0 });
  const names = (await company.files()).map(({ name }) => `2026/${name}`);
  expect(names.toSorted()).toEqual([...keys, "2026/é~é.csv"].toSorted());
  const before = bucket.requests;
  await company.sync(id);
  expect(await company.files()).toHaveLength(6);
  // Three pages, and no object again.
  expect(bucket.requests - before).toBe(3);
});

test("a source that is deleted and connected again takes nothing twice", async () => {
  const company = await site.company();
  bucket.objects.set("a.csv", Buffer.from("x;1\n"));
  const first = await company.create(request());
  await company.sync(first.id);
  await company.remove(first.id);
  await expect(company.get(first.id)).rejects.toMatchObject({ code: "resource.not_found" });
  const second = await company.create(request());
  await company.sync(second.id);
  expect(await company.files()).toHaveLength(1);
});

test("an unreadable object and one that is too large are counted and hold up nothing", async () => {
  const company = await site.company();
  for (const key of ["a.csv", "b.csv", "c.csv"]) bucket.objects.set(key, Buffer.from(`${key};1\n`));
  bucket.objects.set("huge.csv", Buffer.alloc(25 * 1024 * 1024 + 1, "x"));
  bucket.forbidden.add("b.csv");
  const { id } = await company.create(request());
  expect(await company.sync(id)).toMatchObject({ status: "idle", failed_count: 2, pending_count: 2 });
  bucket.forbidden.clear();
  expect(await company.sync(id)).toMatchObject({ status: "idle", failed_count: 1, pending_count: 3 });
});

test("a wrong secret needs attention and is not tried again by itself; the right one sets it going", async () => {
  const company = await site.company();
  bucket.objects.set("a.csv", Buffer.from("x;2\n"));
  const { id } = await company.create({ ...request(), credentials: { secret_access_key: "wrong" } });
  expect(await company.test(id)).toMatchObject({ is_working: false, error_code: "auth_failed" });
  expect(await company.sync(id)).toMatchObject({
    status: "needs_attention",
    error_code: "auth_failed",
    next_sync_at: null,
  });
  const { secret_access_key } = S3_KEYS;
  expect(await company.update(id, { credentials: { secret_access_key } })).toMatchObject({ status: "connected" });
  expect(await company.test(id)).toMatchObject({ is_working: true });
  await site.worker.drain();
  expect(await company.get(id)).toMatchObject({ status: "idle", error_code: null });
});

test("a server that is down is an error with a later try, further off each time", async () => {
  const company = await site.company();
  const { id } = await company.create(request());
  await bucket.close();
  const pause = ({ next_sync_at }: { next_sync_at: string | null }) =>
    Date.parse(next_sync_at ?? "") - site.service.db.clock.now().getTime();
  const first = await company.sync(id);
  expect(first).toMatchObject({ status: "error", error_code: "unavailable" });
  expect(pause(await company.sync(id))).toBeGreaterThan(pause(first));
});

test("another endpoint is not sent the stored secret: it must be given anew", async () => {
  const company = await site.company();
  const { id, connection } = await company.create(request());
  const other = await s3Server();
  try {
    const moved = company.update(id, { connection: { ...connection, endpoint: other.url } });
    await expect(moved).rejects.toMatchObject({ code: "request.validation_failed" });
    expect(other.requests).toBe(0);
  } finally {
    await other.close();
  }
});

test.each(["http://169.254.169.254/", "https://10.0.0.5/", "https://localhost.localdomain/", "http://example.com/"])(
  "the endpoint %s is refused",
  async (endpoint) => {
    const company = await site.company();
    const { connection, credentials } = request() as { connection: object; credentials: object };
    const created = company.create({ connection: { ...connection, endpoint }, credentials });
    await expect(created).rejects.toMatchObject({ code: "request.validation_failed" });
  },
);

test("secrets are in no answer", async () => {
  const company = await site.company();
  const { id } = await company.create(request());
  const shown = JSON.stringify([
    await company.get(id),
    await company.update(id, { name: "Other" }),
    await company.sync(id),
  ]);
  expect(shown).not.toContain(S3_KEYS.secret_access_key);
  expect(shown).not.toContain("sealed");
});

test("another company sees and changes nothing of a source", async () => {
  const company = await site.company();
  const other = await site.company();
  const { id } = await company.create(request());
  const attempts = [other.get, other.test, other.sync, other.remove];
  for (const attempt of [...attempts, () => other.update(id, { name: "x" })]) {
    await expect(attempt(id)).rejects.toMatchObject({ code: "resource.not_found" });
  }
});

test("a run that another process has overtaken writes nothing; each object is taken once", async () => {
  const company = await site.company();
  for (const key of ["a.csv", "b.csv", "c.csv", "d.csv"]) bucket.objects.set(key, Buffer.from(`${key};1\n`));
  const { id } = await company.create(request());
  let changes = 0;
  bucket.before_object = async () => {
    changes += 1;
    // While the first object is on its way the source is changed: what was begun before counts no more.
    if (changes === 1) await company.update(id, { is_paused: true });
  };
  expect(await company.sync(id)).toMatchObject({ status: "paused" });
  expect(await company.files()).toEqual([]);
  await company.update(id, { is_paused: false });
  const second = site.anotherWorker();
  await Promise.all([site.worker.drain(), second.drain()]);
  await second.close();
  expect((await company.files()).map(({ name }) => name)).toEqual(["a.csv", "b.csv", "c.csv", "d.csv"]);
  expect(await company.get(id)).toMatchObject({ status: "idle", failed_count: 0 });
});
