import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import {
  documentSealing,
  sealAndRemoveUnclaimed,
  sealDocuments,
} from "../../src/composition/workers/document-sealing.ts";
import { verifyAudit } from "../../src/modules/audit/index.ts";
import { acceptFiles } from "../../src/modules/ingestion/index.ts";
import { openFiles } from "../../src/platform/files/files.ts";
import { createLog } from "../../src/platform/log.ts";
import { testApp, type TestApp, type TestKey } from "../support/app.ts";
import { testDatabase } from "../support/database.ts";
import { fileToEnter } from "../support/demo-files.ts";
import { addReport, newestReport } from "../support/demo-reports.ts";
import { storedDocument, TEST_SECRET } from "../support/stored-document.ts";

let app: TestApp;
let own: TenantIdentity;
let other: TenantIdentity;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  [own, other] = [await app.db.tenant(), await app.db.tenant()];
  key = await app.key(own);
});
afterAll(() => app.close());

const documents = (): string => join(app.db.directory, "documents");

/** A service process of its own on the same database and data directory. */
async function service() {
  return {
    database: app.db.database,
    files: await openFiles(app.db.directory, TEST_SECRET),
    log: createLog("fatal"),
  };
}

/** Writes a document as earlier versions did: unencrypted, once for all companies. */
function keepUnencrypted(bytes: Buffer, name = hashOf(bytes)): void {
  const path = join(documents(), name.slice(0, 2), name.slice(2, 4), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Registers an upload of content that an earlier version has kept. */
async function uploadUnencrypted(ctx: Context, bytes: Buffer): Promise<void> {
  keepUnencrypted(bytes);
  const file = { name: "a.xml", media_type: null, size_bytes: bytes.length, sha256: hashOf(bytes) };
  await acceptFiles(ctx, "rest", [file]);
}

/** Turns a company's sealed document into one of an earlier version. */
async function unseal(ctx: Context, sha256: string): Promise<void> {
  keepUnencrypted(await ctx.files.read(sha256));
  rmSync(storedDocument(app.db.directory, ctx.tenant, sha256));
}

describe("documents of an earlier version", () => {
  test("are served before they are sealed, sealed for every company that has them, and served then", async () => {
    const [ctx, foreign] = [app.db.context(own), app.db.context(other)];
    const picture = `/api/v1/upload-files/${await fileToEnter(ctx)}/content`;
    const foreignPicture = `/api/v1/upload-files/${await fileToEnter(foreign)}/content`;
    await addReport(app.db, own);
    const report = await newestReport(app.db, own);
    const file = `/api/v1/reports/${report?.id}/file`;
    const foreignKey = await app.key(other);
    const answers = async () => [
      (await app.as(key, picture)).bytes,
      (await app.as(foreignKey, foreignPicture)).bytes,
      (await app.as(key, file)).bytes,
    ];
    const before = await answers();
    for (const [index, holder] of [ctx, foreign, ctx].entries())
      await unseal(holder, hashOf(before[index] ?? Buffer.alloc(0)));
    expect(readdirSync(documents()).length).toBeGreaterThan(1);
    expect(await answers()).toEqual(before);

    expect(await sealDocuments(await service())).toEqual({ sealed: 3, failed: 0, unclaimed: 0, removed: 0 });
    expect(readdirSync(documents())).toEqual(["sealed"]);
    expect(await answers()).toEqual(before);
    const { problems } = await verifyAudit(ctx.db, ctx.files);
    expect(problems.map(({ subject }) => subject)).not.toContain(`reports ${report?.id}`);
    expect(await sealDocuments(await service())).toEqual({ sealed: 0, failed: 0, unclaimed: 0, removed: 0 });
  });

  test("are sealed also when two processes begin at once, or one was killed between any two steps", async () => {
    const [ctx, foreign] = [app.db.context(own), app.db.context(other)];
    const contents = Array.from({ length: 40 }, () => randomBytes(70_000));
    for (const bytes of contents) for (const holder of [ctx, foreign]) await uploadUnencrypted(holder, bytes);
    // As a killed process leaves it: sealed for one company, not yet for the other, or for both, and still unencrypted.
    const { files } = await service();
    for (const bytes of contents.slice(0, 20)) await files.of(own.id, own.environment).sealCopy(hashOf(bytes));
    for (const bytes of contents.slice(0, 10)) await files.of(other.id, other.environment).sealCopy(hashOf(bytes));
    const outcomes = await Promise.all([sealDocuments(await service()), sealDocuments(await service())]);
    expect(outcomes.map(({ failed, unclaimed }) => failed + unclaimed)).toEqual([0, 0]);
    expect(readdirSync(documents())).toEqual(["sealed"]);
    for (const bytes of contents) {
      for (const holder of [ctx, foreign]) expect((await holder.files.read(hashOf(bytes))).equals(bytes)).toBe(true);
    }
  });

  test("wait for the next start when the service ends, and are whole meanwhile", async () => {
    const ctx = app.db.context(own);
    const contents = Array.from({ length: 30 }, () => randomBytes(1000));
    for (const bytes of contents) await uploadUnencrypted(ctx, bytes);
    const sealing = documentSealing(await service());
    sealing.start();
    await sealing.close();
    for (const bytes of contents) expect((await ctx.files.read(hashOf(bytes))).equals(bytes)).toBe(true);
    expect(readdirSync(documents()).length).toBeGreaterThan(1);
    const { failed } = await sealDocuments(await service());
    expect([failed, readdirSync(documents())]).toEqual([0, ["sealed"]]);
    for (const bytes of contents) expect((await ctx.files.read(hashOf(bytes))).equals(bytes)).toBe(true);
  });

  test("that are damaged stay as they are; those that no company has go on demand only", async () => {
    const ctx = app.db.context(own);
    const [good, bad, nobodys] = [randomBytes(1000), randomBytes(1000), randomBytes(1000)];
    await uploadUnencrypted(ctx, good);
    await uploadUnencrypted(ctx, bad);
    keepUnencrypted(Buffer.concat([bad, Buffer.of(0)]), hashOf(bad));
    keepUnencrypted(nobodys);
    expect(await sealDocuments(await service())).toEqual({ sealed: 1, failed: 1, unclaimed: 1, removed: 0 });
    expect(await sealAndRemoveUnclaimed(await service())).toEqual({ sealed: 0, failed: 1, unclaimed: 0, removed: 1 });
    await expect(ctx.files.read(hashOf(bad))).rejects.toThrow(/damaged/);
    await expect(ctx.files.read(hashOf(nobodys))).rejects.toThrow(/ENOENT/);
    rmSync(join(documents(), hashOf(bad).slice(0, 2)), { recursive: true });
  });

  test("are not taken for nobody's by a database that is not the documents' own", async () => {
    const bytes = randomBytes(1000);
    await uploadUnencrypted(app.db.context(own), bytes);
    const stranger = await testDatabase();
    try {
      const mistaken = { ...(await service()), database: stranger.database };
      await expect(sealAndRemoveUnclaimed(mistaken)).rejects.toThrow("DATABASE_URL");
      expect(await sealDocuments(mistaken)).toMatchObject({ sealed: 0, removed: 0 });
    } finally {
      await stranger.close();
    }
    expect((await app.db.context(own).files.read(hashOf(bytes))).equals(bytes)).toBe(true);
    expect(await sealDocuments(await service())).toMatchObject({ sealed: 1, unclaimed: 0 });
  });

  // A hash may be known without the content: naming it must not open another company's file.
  test("that a company only names as evidence are its own when nobody else brought them", async () => {
    const [ctx, foreign] = [app.db.context(own), app.db.context(other)];
    const [uploaded, evidence] = [randomBytes(1000), randomBytes(1000)];
    await uploadUnencrypted(ctx, uploaded);
    keepUnencrypted(evidence);
    for (const bytes of [uploaded, evidence]) {
      await app.db.database.admin.rows(CLAIM, [other.id, randomUUID(), hashOf(bytes)]);
    }
    expect(await sealDocuments(await service())).toEqual({ sealed: 2, failed: 0, unclaimed: 0, removed: 0 });
    expect((await ctx.files.read(hashOf(uploaded))).equals(uploaded)).toBe(true);
    expect((await foreign.files.read(hashOf(evidence))).equals(evidence)).toBe(true);
    await expect(foreign.files.read(hashOf(uploaded))).rejects.toThrow(/ENOENT/);
    await expect(ctx.files.read(hashOf(evidence))).rejects.toThrow(/ENOENT/);
  });
});

const CLAIM = statement(`
  insert into supplier_disclosures
    (tenant_id, environment, id, supplier_id, report_year, kind, is_complete, evidence_sha256, created_by)
  values ($1, 'live', $2, $2, 2025, 'totals', true, $3, 'operator')
  returning id`);
