import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { getUploadFileContent } from "../../../src/modules/ingestion/get-upload-file-content.ts";
import { registerSourceFiles } from "../../../src/modules/ingestion/index.ts";
import { listUploadFiles } from "../../../src/modules/ingestion/list-upload-files.ts";
import type { UploadFile } from "../../../src/modules/ingestion/upload-batch.ts";
import { clamdScanner } from "../../../src/platform/clamd-scanner.ts";
import { type Clamd, clamd, EICAR } from "../../support/clamd.ts";
import { mailOf } from "../../support/mail.ts";
import { pdf } from "../../support/pdf.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { zipOf } from "../../support/zip.ts";

let daemon: Clamd;
let unscanned: Pipeline;
let scanned: Pipeline;

beforeAll(async () => {
  daemon = await clamd();
  unscanned = await pipeline();
  scanned = await pipeline({}, clamdScanner(daemon.address));
});
afterAll(async () => {
  await Promise.all([unscanned.close(), scanned.close()]);
  await daemon.close();
});

/** Waits for a person, who must look at it. */
const letter = (text: string): Buffer => pdf([[{ text: `A letter without any amount: ${text}`, top: 80, left: 60 }]]);

const content = (company: Company, id: string | undefined): Promise<unknown> =>
  invoke(getUploadFileContent, company.ctx, { id });

const NOT_OFFERED = /resource\.not_found: .*not scanned for malware/;

async function packed(company: Company): Promise<UploadFile[]> {
  const archive = zipOf([{ name: "letter.pdf", content: letter("archive") }]);
  const mail = mailOf([{ name: "letter.pdf", type: "application/pdf", content: letter("mail") }]);
  const files = await company.ingest({ name: "a.zip", bytes: archive }, { name: "m.eml", bytes: mail });
  const inside = files.filter(({ name }) => name.endsWith(".pdf"));
  expect(inside.toSorted((left, right) => (left.name < right.name ? -1 : 1))).toMatchObject([
    { name: "a.zip/letter.pdf", needs_entry: true },
    { name: "m.eml/letter.pdf", needs_entry: true },
  ]);
  return inside;
}

const SOURCE = statement(`
  insert into data_sources (tenant_id, environment, id, connector, name, status)
  values ($1, $2, $3, $4, 'Bills', 'idle')`);

/** What a source of this kind fetched, as its worker registers it. */
async function fetched(company: Company, connector: string): Promise<UploadFile> {
  const { ctx } = company;
  const bytes = letter(connector);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await ctx.files.put(bytes, sha256);
  const source = ctx.newId();
  const file = { id: ctx.newId(), name: "letter.pdf", size_bytes: bytes.length, sha256, is_free: false };
  await ctx.db.transaction(async (tx) => {
    await tx.rows(SOURCE, [source, connector]);
    await registerSourceFiles(ctx, tx, source, [file]);
  });
  await unscanned.drain();
  await scanned.drain();
  const { items } = (await invoke(listUploadFiles, ctx, { needs_entry: true })) as { items: UploadFile[] };
  const found = items.find(({ id }) => id === file.id);
  if (found === undefined) throw new Error("the fetched file is not listed");
  return found;
}

describe("what no scanner has looked at", { timeout: 300_000 }, () => {
  test("is offered for download when a person uploaded it as it is, not when it came in an archive or mail", async () => {
    const company = await unscanned.company();
    const [own] = await company.ingest({ name: "letter.pdf", bytes: letter("own") });
    expect(own).toMatchObject({ needs_entry: true, scan: "unscanned", scanned_at: null });
    expect(await content(company, own?.id)).toMatchObject({ facts: { media_type: "application/pdf" } });
    for (const { id, scan } of await packed(company)) {
      expect(scan).toBe("unscanned");
      await expect(content(company, id)).rejects.toThrow(NOT_OFFERED);
    }
  });

  test("is not offered when it came from a mailbox, and is when it lay in a folder", async () => {
    const company = await unscanned.company();
    await expect(content(company, (await fetched(company, "imap")).id)).rejects.toThrow(NOT_OFFERED);
    expect(await content(company, (await fetched(company, "folder")).id)).toMatchObject({ facts: {} });
  });
});

describe("what a scanner found clean", { timeout: 300_000 }, () => {
  test("is offered for download, however it came", async () => {
    const company = await scanned.company();
    const files = [...(await packed(company)), await fetched(company, "imap")];
    for (const { id, scan } of files) {
      expect(scan).toBe("clean");
      expect(await content(company, id)).toMatchObject({ facts: { media_type: "application/pdf" } });
    }
  });
});

describe("what a scanner found infected", { timeout: 300_000 }, () => {
  test("is never offered, nor is the same content in which it was overlooked before", async () => {
    const company = await scanned.company();
    const bytes = Buffer.concat([letter("infected"), EICAR]);
    daemon.overlooks = 1;
    const files = await company.ingest({ name: "letter.pdf", bytes }, { name: "letter.pdf", bytes });
    expect(files.map(({ status, scan }) => `${status}, ${scan}`).toSorted()).toEqual([
      "needs_review, clean",
      "rejected, infected",
    ]);
    for (const { id } of files) await expect(content(company, id)).rejects.toThrow(/resource\.not_found/);
  });
});
