import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ServiceError } from "../../../src/core/errors.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { releaseHeldFiles } from "../../../src/modules/ingestion/index.ts";
import { getQuotaStatus } from "../../../src/modules/quota/get-quota-status.ts";
import { reserveQuota } from "../../../src/modules/quota/index.ts";
import { setPlan } from "../../../src/modules/tenants/index.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
beforeEach(() => service.db.clock.set("2026-06-15T12:00:00.000Z"));
afterAll(async () => {
  await service.close();
});

const invoice = (number: string) => ({
  name: `${number}.xml`,
  bytes: ubl({ number, lines: [{ text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" }] }),
});
const broken = { name: "broken.xml", bytes: Buffer.from("<Invoice><") };

async function quota(company: Company): Promise<{ used: number; available: number; limit: number }> {
  return (await invoke(getQuotaStatus, company.ctx, {})) as { used: number; available: number; limit: number };
}

/** A company on the starter plan (100 documents a month) with this many left. */
async function companyWithLeft(left: number): Promise<Company> {
  const company = await service.company({ plan: "starter" });
  await company.ctx.db.transaction((tx) => reserveQuota(company.ctx, tx, 100 - left));
  return company;
}

const EVENTS = statement(`
  select data from outbox_events where tenant_id = $1 and environment = $2 and event = 'usage.quota_threshold'
  order by created_at, id limit 100`);

async function thresholds(company: Company): Promise<number[]> {
  const rows = await company.ctx.db.rows<{ data: { threshold_percent: number } }>(EVENTS);
  return rows.map((row) => row.data.threshold_percent);
}

async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const FILES = statement(`
  select status, count(*)::int as count from upload_files where tenant_id = $1 and environment = $2
  group by status order by status limit 10`);

async function filesByStatus(company: Company): Promise<Record<string, number>> {
  const rows = await company.ctx.db.rows<{ status: string; count: number }>(FILES);
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

describe("what a document costs", () => {
  test("an accepted document takes one place at once and keeps it", async () => {
    const company = await service.company();
    await company.upload(invoice("Q-1"), invoice("Q-2"));
    expect(await quota(company)).toMatchObject({ used: 2, limit: 100_000, available: 99_998 });
    await service.drain();
    expect(await quota(company)).toMatchObject({ used: 2 });
  });

  test("duplicates and refused files give their place back", async () => {
    const company = await service.company();
    const files = await company.ingest(invoice("Q-1"), { ...invoice("Q-1"), name: "again.xml" }, broken);
    expect(files.map((file) => file.status).toSorted()).toEqual(["duplicate", "processed", "rejected"]);
    expect(await quota(company)).toMatchObject({ used: 1 });
    await company.ingest(invoice("Q-1"));
    expect(await quota(company)).toMatchObject({ used: 1 });
  });

  test("a file that is refused in the next month gives back the place of the month in which it was taken", async () => {
    const company = await service.company();
    service.db.clock.set("2026-06-30T23:59:59.000Z");
    await company.upload(broken, invoice("Q-1"));
    service.db.clock.set("2026-07-01T00:00:01.000Z");
    await company.upload(invoice("Q-2"));
    await service.drain();
    expect(await quota(company)).toMatchObject({ used: 1 });
    service.db.clock.set("2026-06-30T23:59:59.000Z");
    expect(await quota(company)).toMatchObject({ used: 1 });
  });
});

describe("at the limit", () => {
  test("files are taken in order; the rest is kept unread and the upload says so", async () => {
    const company = await companyWithLeft(2);
    const batch = await company.upload(invoice("Q-1"), invoice("Q-2"), invoice("Q-3"), invoice("Q-4"));
    expect(batch.files.map((file) => file.status)).toEqual(["stored", "stored", "held_quota", "held_quota"]);
    await service.drain();
    const after = await company.state(batch.id);
    expect(after.status).toBe("held_quota");
    expect(after.files.map((file) => file.status)).toEqual(["processed", "processed", "held_quota", "held_quota"]);
    expect(await quota(company)).toMatchObject({ used: 100, available: 0 });
  });

  test("when nothing fits the answer is quota.exceeded, and the files are kept", async () => {
    const company = await companyWithLeft(0);
    const error = await refusal(company.upload(invoice("Q-1"), invoice("Q-2")));
    expect(error.code).toBe("quota.exceeded");
    expect(error.detail).toContain("2026-06-30");
    expect(await filesByStatus(company)).toEqual({ held_quota: 2 });
    await service.drain();
    expect(await company.lines()).toEqual([]);
  });

  test("known contents are answered as duplicates even when the quota is used up", async () => {
    const company = await companyWithLeft(1);
    await company.ingest(invoice("Q-1"));
    expect((await company.upload(invoice("Q-1"))).files).toMatchObject([{ status: "duplicate" }]);
  });

  test("two uploads at once never take more than is left", async () => {
    const company = await companyWithLeft(3);
    await Promise.all(
      [1, 2, 3].map((upload) => company.upload(invoice(`Q-${upload}a`), invoice(`Q-${upload}b`)).catch(() => null)),
    );
    expect(await filesByStatus(company)).toEqual({ held_quota: 3, stored: 3 });
  });
});

describe("kept files", () => {
  async function companyWithKept(): Promise<Company> {
    const company = await companyWithLeft(1);
    await company.upload(invoice("Q-1"), invoice("Q-2"), invoice("Q-3"), { ...invoice("Q-3"), name: "again.xml" });
    await service.drain();
    expect(await filesByStatus(company)).toEqual({ held_quota: 3, processed: 1 });
    return company;
  }

  test("stay kept while nothing has changed", async () => {
    const company = await companyWithKept();
    expect(await releaseHeldFiles(company.ctx)).toBe(0);
  });

  test("are read when the plan changes", async () => {
    const company = await companyWithKept();
    const { ctx } = company;
    const admin = {
      system: service.db.database.system,
      tenantDb: (id: string, environment: "live" | "sandbox") => service.db.database.tenant(id, environment),
      clock: service.db.clock,
      newId: ctx.newId,
      principal: ctx.principal,
    };
    await setPlan(admin, ctx.tenant.id, "premium");
    expect(await releaseHeldFiles(service.db.context({ ...ctx.tenant, plan: "premium" }))).toBe(3);
    await service.drain();
    expect(await filesByStatus(company)).toEqual({ duplicate: 1, processed: 3 });
  });

  test("are read in a new month, from that month's quota, and duplicates give it back", async () => {
    const company = await companyWithKept();
    service.db.clock.set("2026-07-01T00:00:00.000Z");
    expect(await releaseHeldFiles(company.ctx)).toBe(3);
    expect(await releaseHeldFiles(company.ctx)).toBe(0);
    await service.drain();
    expect(await filesByStatus(company)).toEqual({ duplicate: 1, processed: 3 });
    expect(await quota(company)).toMatchObject({ used: 2, available: 98 });
    service.db.clock.set("2026-06-30T00:00:00.000Z");
    expect(await quota(company)).toMatchObject({ used: 100 });
  });
});

describe("usage.quota_threshold", () => {
  test("comes once at 80 % and once at 100 % in each month", async () => {
    const company = await companyWithLeft(21);
    expect(await thresholds(company)).toEqual([]);
    await company.upload(invoice("Q-1"));
    expect(await thresholds(company)).toEqual([80]);
    await company.upload(invoice("Q-2"));
    expect(await thresholds(company)).toEqual([80]);
    await company.ctx.db.transaction((tx) => reserveQuota(company.ctx, tx, 100));
    await refusal(company.upload(invoice("Q-3")));
    expect(await thresholds(company)).toEqual([80, 100]);
    service.db.clock.set("2026-07-02T00:00:00.000Z");
    await company.ctx.db.transaction((tx) => reserveQuota(company.ctx, tx, 80));
    expect(await thresholds(company)).toEqual([80, 100, 80]);
  });

  test("comes for both when one step leads from below 80 % to 100 %", async () => {
    const company = await companyWithLeft(21);
    await company.ctx.db.transaction((tx) => reserveQuota(company.ctx, tx, 30));
    expect((await thresholds(company)).toSorted((a, b) => a - b)).toEqual([80, 100]);
    expect(await quota(company)).toMatchObject({ used: 100 });
  });

  test("does not come again when a place is given back and taken anew", async () => {
    const company = await companyWithLeft(20);
    expect(await thresholds(company)).toEqual([80]);
    await company.ingest(broken);
    await company.ingest({ name: "b.xml", bytes: Buffer.from("<Invoice><x") });
    expect(await thresholds(company)).toEqual([80]);
  });
});
