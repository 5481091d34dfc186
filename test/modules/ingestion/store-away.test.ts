import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DocumentStoreError } from "../../../src/core/document-store.ts";
import { reopenFile } from "../../../src/modules/ingestion/index.ts";
import { statement } from "../../../src/core/statement.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { storedDocument } from "../../support/stored-document.ts";
import { ubl } from "../../support/ubl.ts";

let site: Pipeline;
beforeEach(async () => {
  site = await pipeline();
});
afterEach(() => site.close());

const DUE = statement("update jobs set run_at = now() where state = 'ready'");
const INVOICE = ubl({ number: "M-1", lines: [{ text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" }] });

test("files wait for a store that is away, however often they were tried, and are read when it is back", async () => {
  const company = await site.company();
  const { id } = await company.upload({ name: "a.xml", bytes: INVOICE });
  const documents = join(site.db.directory, "documents");
  renameSync(documents, `${documents}-away`);
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await site.drain();
    await site.db.database.admin.rows(DUE);
  }
  expect((await company.state(id)).files).toMatchObject([{ status: "stored", error: null }]);
  expect(site.warnings.length).toBe(8);
  expect(site.errors).toEqual([]);
  renameSync(`${documents}-away`, documents);
  await site.drain();
  expect((await company.state(id)).files).toMatchObject([{ status: "processed" }]);
});

// Below a mount point lies a directory, too: what is written there is gone when the mount is back.
test("nothing is taken in while another directory lies where the store was", async () => {
  const company = await site.company();
  const { installation } = site.db.files;
  await installation.write("0190a0b0-0000-7000-8000-000000000001");
  installation.expect("0190a0b0-0000-7000-8000-000000000001");
  // The right store was seen once; it must be looked at again all the same.
  await company.upload({ name: "before.xml", bytes: Buffer.from("<before/>") });
  const documents = join(site.db.directory, "documents");
  renameSync(documents, `${documents}-away`);
  mkdirSync(join(documents, "sealed"), { recursive: true });
  await expect(company.upload({ name: "a.xml", bytes: INVOICE })).rejects.toThrow(DocumentStoreError);
  await expect(company.ctx.files.put(INVOICE, "0".repeat(64))).rejects.toThrow(DocumentStoreError);
  writeFileSync(join(documents, "installation"), "0190a0b0-0000-7000-8000-000000000002\n");
  await expect(company.upload({ name: "a.xml", bytes: INVOICE })).rejects.toThrow(DocumentStoreError);
  rmSync(documents, { recursive: true });
  renameSync(`${documents}-away`, documents);
  expect((await company.ingest({ name: "a.xml", bytes: INVOICE }))[0]?.status).toBe("processed");
});

test("a file whose stored content was damaged is rejected in the end, and read when it is whole and reopened", async () => {
  const company = await site.company();
  const { id, files } = await company.upload({ name: "a.xml", bytes: INVOICE });
  const [file] = files;
  if (file === undefined) throw new Error("one file was sent");
  const path = storedDocument(site.db.directory, company.ctx.tenant, file.sha256);
  const whole = readFileSync(path);
  writeFileSync(path, Buffer.concat([whole.subarray(0, -1), Buffer.from([(whole.at(-1) ?? 0) ^ 1])]));
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await site.drain();
    await site.db.database.admin.rows(DUE);
  }
  expect((await company.state(id)).files).toMatchObject([
    { status: "rejected", error: { code: "file.processing_failed" } },
  ]);
  writeFileSync(path, whole);
  expect(await reopenFile(company.ctx, file.id)).toBe("queued");
  expect(await reopenFile(company.ctx, file.id)).toBe("final");
  await site.drain();
  expect((await company.state(id)).files).toMatchObject([{ status: "processed", error: null }]);
});
