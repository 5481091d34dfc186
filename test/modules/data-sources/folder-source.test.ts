import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { type SourceCompany, type SourceSite, sourceSite } from "../../support/source-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: SourceSite;
const root = mkdtempSync(join(tmpdir(), "folders-"));

beforeAll(async () => {
  site = await sourceSite({ folders: root });
});
afterEach(() => {
  expect(site.service.errors).toEqual([]);
});
afterAll(async () => {
  await site.close();
  rmSync(root, { recursive: true, force: true });
});

function folderOf({ ctx }: SourceCompany, path = ""): string {
  const folder = join(root, ctx.tenant.id, ctx.tenant.environment, path);
  mkdirSync(folder, { recursive: true });
  return folder;
}

const bill = (number: string) =>
  ubl({ number, lines: [{ text: "Kopipapir", amount: "98.00" }], supplier: { name: "Zenobia ApS", cvr: "16180339" } });

const FOLDER = { connection: { kind: "folder", path: "" } };

test("new files of the folder are read like uploads, counted with their source, and never taken twice", async () => {
  const company = await site.company();
  const folder = folderOf(company);
  writeFileSync(join(folder, "bilag æøå.xml"), bill("F-1"));
  mkdirSync(join(folder, "juni"));
  writeFileSync(join(folder, "juni", "b.xml"), bill("F-2"));
  const { id } = await company.create(FOLDER);
  const synced = await company.sync(id);
  expect(synced).toMatchObject({ status: "idle", pending_count: 2, error_code: null, connector: "folder" });
  await site.service.drain();
  expect(await company.files()).toMatchObject([
    { name: "b.xml", status: "processed" },
    { name: "bilag æøå.xml", status: "processed" },
  ]);
  writeFileSync(join(folder, "c.xml"), bill("F-3"));
  expect(await company.sync(id)).toMatchObject({ pending_count: 1 });
  expect(await company.files()).toHaveLength(3);
});

test("hidden files and links are passed over; an empty file is reported as one", async () => {
  const company = await site.company();
  const folder = folderOf(company);
  writeFileSync(join(folder, ".hidden.xml"), bill("F-4"));
  symlinkSync("/etc/passwd", join(folder, "passwd.csv"));
  symlinkSync("/etc", join(folder, "etc"));
  writeFileSync(join(folder, "empty.pdf"), "");
  const { id } = await company.create(FOLDER);
  await company.sync(id);
  await site.service.drain();
  expect(await company.files()).toMatchObject([{ name: "empty.pdf", status: "rejected" }]);
  expect(await company.get(id)).toMatchObject({ failed_count: 1, pending_count: 0 });
});

test("a link that leads out of the company's directory is refused, also to another company's", async () => {
  const company = await site.company();
  const other = await site.company();
  writeFileSync(join(folderOf(other), "secret.xml"), bill("F-5"));
  symlinkSync(folderOf(other), join(folderOf(company), "way-out"));
  const { id } = await company.create({ connection: { kind: "folder", path: "way-out" } });
  expect(await company.sync(id)).toMatchObject({ status: "needs_attention", error_code: "forbidden" });
  expect(await company.files()).toEqual([]);
});

test.each(["../x", "/etc", "a/../../b", ".ssh", "a//b", "a\\..\\b", "a\0b"])("the path %j is refused", async (path) => {
  const company = await site.company();
  await expect(company.create({ connection: { kind: "folder", path } })).rejects.toMatchObject({
    code: "request.validation_failed",
  });
});

test("a changed file is another document; more files than a page holds are all taken", async () => {
  const company = await site.company();
  const folder = folderOf(company);
  for (let count = 0; count < 230; count += 1) writeFileSync(join(folder, `${count}.csv`), `n;${count}\n`);
  const { id } = await company.create(FOLDER);
  await company.sync(id);
  expect(await company.files()).toHaveLength(230);
  writeFileSync(join(folder, "7.csv"), "n;7 and more\n");
  await company.sync(id);
  expect(await company.files()).toHaveLength(231);
});

test("the schedule syncs when the time has come, and not while a source is paused", async () => {
  const company = await site.company();
  const folder = folderOf(company);
  const { id } = await company.create({ ...FOLDER, interval_minutes: 30 });
  await site.worker.drain();
  writeFileSync(join(folder, "a.xml"), bill("F-6"));
  await site.worker.drain();
  expect(await company.files()).toHaveLength(0);
  site.service.db.clock.advance(1801);
  await site.worker.drain();
  expect(await company.files()).toHaveLength(1);
  expect(await company.update(id, { is_paused: true })).toMatchObject({ status: "paused", next_sync_at: null });
  writeFileSync(join(folder, "b.xml"), bill("F-7"));
  site.service.db.clock.advance(7200);
  await site.worker.drain();
  expect(await company.files()).toHaveLength(1);
  await company.update(id, { is_paused: false });
  await site.worker.drain();
  expect(await company.files()).toHaveLength(2);
});

test("a company that cannot be worked for holds up no other company's sources", async () => {
  const gone = await site.company();
  const company = await site.company();
  await gone.create(FOLDER);
  const { id } = await company.create(FOLDER);
  writeFileSync(join(folderOf(company), "a.xml"), bill("F-8"));
  const { admin } = site.service.db.database;
  await admin.rows(statement("delete from tenants where id = $1"), [gone.ctx.tenant.id]);
  await site.worker.drain();
  expect(await company.get(id)).toMatchObject({ status: "idle", pending_count: 1 });
  expect(site.service.errors.splice(0)).toHaveLength(1);
});
