import { createHash } from "node:crypto";
import { chmodSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { addReport, newestReport } from "../../support/demo-reports.ts";
import { storedDocument } from "../../support/stored-document.ts";

let app: TestApp;
let key: TestKey;
let tenant: TenantIdentity;
let report: { readonly id: string; readonly sha256: string; readonly file_size_bytes: number };
let path: string;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
  await addReport(app.db, tenant);
  const newest = await newestReport(app.db, tenant);
  if (newest === undefined) throw new Error("no report");
  report = newest;
  path = `/api/v1/reports/${report.id}/file`;
});
afterAll(() => app.close());

/** Where the store keeps the file. */
const stored = () => storedDocument(app.db.directory, tenant, report.sha256);

describe("the file of a report", () => {
  test("comes byte for byte with its length, type, name and hash", async () => {
    const answer = await app.as(key, path);
    expect(answer.status).toBe(200);
    expect(createHash("sha256").update(answer.bytes).digest("hex")).toBe(report.sha256);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-length": String(report.file_size_bytes),
      "content-disposition": 'attachment; filename="vsme-basic-2025-en.json"',
      "repr-digest": `sha-256=:${Buffer.from(report.sha256, "hex").toString("base64")}:`,
      etag: `"${report.sha256}"`,
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
  });

  test("is never compressed on the way: the hash is of what is sent", async () => {
    const answer = await app.as(key, path, { headers: { "accept-encoding": "br, gzip" } });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.bytes).toHaveLength(report.file_size_bytes);
  });

  test("is not sent again to who has it", async () => {
    for (const tag of [`"${report.sha256}"`, `W/"${report.sha256}"`, `"x", "${report.sha256}"`, "*"]) {
      const answer = await app.as(key, path, { headers: { "if-none-match": tag } });
      expect([answer.status, answer.bytes.length, answer.headers.etag]).toEqual([304, 0, `"${report.sha256}"`]);
    }
    const other = await app.as(key, path, { headers: { "if-none-match": '"0"' } });
    expect(other.status).toBe(200);
  });

  test("has the same headers for HEAD, without the file", async () => {
    const head = await app.as(key, path, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    const { headers } = await app.as(key, path);
    for (const name of ["content-length", "content-type", "content-disposition", "repr-digest", "etag"]) {
      expect(head.headers[name], name).toBe(headers[name]);
    }
  });

  test("is an error when its bytes have changed on the disk or are gone, and nothing of it is sent", async () => {
    const bytes = readFileSync(stored());
    chmodSync(stored(), 0o600);
    const changed = Buffer.from(bytes);
    changed[10] = 33;
    for (const spoil of [() => writeFileSync(stored(), changed), () => unlinkSync(stored())]) {
      spoil();
      const answer = await app.as(key, path);
      const detail = expect.stringContaining(`carbon-ledger report restore ${report.id}`);
      expect(answer.json()).toMatchObject({ status: 503, code: "report.file_unavailable", detail });
      const logged = app.log.filter(({ level }) => level === "error");
      expect(logged.at(-1)).toMatchObject({ message: "request failed", fields: { err: expect.any(Error) } });
      for (const name of ["etag", "repr-digest", "content-disposition"]) expect(answer.headers[name]).toBeUndefined();
    }
    writeFileSync(stored(), bytes);
    expect((await app.as(key, path)).status).toBe(200);
  });
});
