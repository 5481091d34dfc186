import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterUploadFile } from "../../src/modules/ingestion/enter-upload-file.ts";
import { excludeUploadFile } from "../../src/modules/ingestion/exclude-upload-file.ts";
import { holdFile } from "../../src/modules/ingestion/hold-file.ts";
import { acceptFiles, readBatch, rejectFile } from "../../src/modules/ingestion/index.ts";
import { fileError } from "../../src/modules/reading/index.ts";
import { invoke } from "../../src/core/invoke.ts";
import { testApp, type TestApp } from "../support/app.ts";
import { emptyPicture, fileToEnter } from "../support/demo-files.ts";
import { restClient } from "../support/rest-client.ts";
import { storedDocument } from "../support/stored-document.ts";

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

const pathOf = (id: string): string => `/api/v1/upload-files/${id}/content`;

test("a picture that waits to be entered is sent as what it is, to be saved, whatever a browser thinks of it", async () => {
  const tenant = await app.db.tenant();
  const key = await app.key(tenant);
  const ctx = app.db.context(tenant);
  app.db.clock.set("2026-11-20T12:00:00Z");
  const id = await fileToEnter(ctx);
  for (const step of ["waiting", "left out", "entered"]) {
    const answer = await app.as(key, pathOf(id));
    expect(answer.status, step).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": `attachment; filename="${id}.png"`,
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    if (step === "waiting") await invoke(excludeUploadFile, ctx, { id, reason: "A photo of the office" });
    if (step === "left out") await invoke(enterUploadFile, ctx, { ...enterUploadFile.example.input, id });
  }
});

test("nobody else's file is sent, none without the scope, and none that was refused", async () => {
  const [tenant, other] = [await app.db.tenant(), await app.db.tenant()];
  const ctx = app.db.context(tenant);
  const id = await fileToEnter(ctx);
  expect((await app.as(await app.key(other), pathOf(id))).json()).toMatchObject({ code: "resource.not_found" });
  const narrow = await app.key(tenant, { scopes: ["emissions:read"] });
  expect((await app.as(narrow, pathOf(id))).json()).toMatchObject({ code: "auth.scope_required" });
  const bytes = await emptyPicture();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await ctx.files.put(bytes, sha256);
  const file = { name: "a.png", media_type: "image/png", size_bytes: bytes.length, sha256 };
  const { files } = await readBatch(ctx, await acceptFiles(ctx, "rest", [file]));
  const refused = files[0]?.id ?? "";
  await rejectFile(ctx, refused, fileError("file.corrupt", "The picture cannot be read."));
  const answer = await app.as(await app.key(tenant), pathOf(refused));
  expect(answer.json()).toMatchObject({ code: "resource.not_found" });
});

test("two companies that upload the same picture have one each, and neither's can stand in for the other's", async () => {
  const bytes = await emptyPicture();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const holders = [];
  for (const tenant of [await app.db.tenant(), await app.db.tenant()]) {
    const key = await app.key(tenant);
    const sent = await restClient(app.main, key.key).upload([{ name: "bon.png", bytes }]);
    expect(sent).toMatchObject({ status: 202, body: { files: [{ sha256 }] } });
    const id = sent.body.files[0]?.id ?? "";
    const error = fileError("file.no_invoice_data", "No invoice was recognised on the pages.");
    await holdFile(app.db.context(tenant), id, { error, recognised: null });
    const stored = storedDocument(app.db.directory, tenant, sha256);
    holders.push({ stored, sealed: readFileSync(stored), content: () => app.as(key, pathOf(id)) });
  }
  expect(app.temporaryFiles()).toEqual([]);
  for (const { content } of holders) expect((await content()).bytes.equals(bytes)).toBe(true);
  const [one, other] = holders;
  expect(one?.sealed.equals(other?.sealed ?? bytes)).toBe(false);
  copyFileSync(other?.stored ?? "", one?.stored ?? "");
  const refused = await one?.content();
  expect(refused?.json()).toMatchObject({ status: 500, code: "server.internal_error" });
  expect(refused?.bytes.includes(bytes.subarray(0, 20))).toBe(false);
  expect((await other?.content())?.bytes.equals(bytes)).toBe(true);
});

// Below a mount point lies a directory, too: what would be written there is gone when the mount is back.
test("an upload and a download are 503 while the store of documents is away, and work when it is back", async () => {
  const tenant = await app.db.tenant();
  const key = await app.key(tenant);
  const id = await fileToEnter(app.db.context(tenant));
  const { installation } = app.db.files;
  await installation.write("0190a0b0-0000-7000-8000-000000000001");
  installation.expect("0190a0b0-0000-7000-8000-000000000001");
  const documents = join(app.db.directory, "documents");
  renameSync(documents, `${documents}-away`);
  mkdirSync(join(documents, "sealed"), { recursive: true });
  const client = restClient(app.main, key.key);
  const answers = [
    await client.upload([{ name: "bon.png", bytes: await emptyPicture() }]),
    await client.get(pathOf(id)),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: "server.unavailable", retry_after_seconds: 30 });
  }
  rmSync(documents, { recursive: true });
  renameSync(`${documents}-away`, documents);
  expect((await app.as(key, pathOf(id))).status).toBe(200);
  expect((await client.upload([{ name: "bon.png", bytes: await emptyPicture() }])).status).toBe(202);
});
