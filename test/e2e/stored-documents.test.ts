import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

const SECRET = { SECRET_KEY: "the secret of this installation, long enough" };
const CLEAR = /Elforbrug|<Invoice|Hemmeligt Elselskab|"datapoint"/;

let site: Installation;
let service: ServiceProcess;
let live: RestClient;
let scratch: string;
const invoice = ubl({
  number: "S-1",
  supplier: { name: "Hemmeligt Elselskab A/S", cvr: "10150817" },
  lines: [{ text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" }],
});
let report: Buffer;

beforeAll(async () => {
  site = installation();
  scratch = mkdtempSync(join(tmpdir(), "carbon-ledger-sealed-"));
  service = await site.start({ env: SECRET });
  const created = JSON.parse(
    (await site.cliWith(SECRET, "tenant", "create", "--name", "Acme ApS", "--plan", "enterprise", "--json")).stdout,
  ) as { id: string };
  const key = JSON.parse(
    (await site.cliWith(SECRET, "key", "create", "--tenant", created.id, "--name", "e2e", "--json")).stdout,
  ) as { key: string };
  live = restClient(service.base, key.key);
  const sent = await live.upload([{ name: "invoice.xml", bytes: invoice }]);
  expect((await live.read(sent.body.id)).files).toMatchObject([{ status: "processed" }]);
  const out = join(scratch, "report.json");
  const words = ["--year", "2026", "--standard", "vsme_basic", "--format", "json", "--out", out];
  expect(await site.cliWith(SECRET, "report", "generate", "--tenant", created.id, ...words)).toMatchObject({ code: 0 });
  report = readFileSync(out);
}, 300_000);

afterAll(async () => {
  await site.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** Every file below the two directories in which documents lie, at any time; not the id of the store itself. */
function filesOnDisk(): string[] {
  return ["documents", "uploads"].flatMap((directory) =>
    readdirSync(join(site.dataDir, directory), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "installation")
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

const verify = () => site.cliWith(SECRET, "audit", "verify", "--documents", "--json");

async function stop(): Promise<void> {
  service.signal("SIGTERM");
  await service.ended();
}

test("no byte of an uploaded invoice or of a report is on the disk in clear, nor a hash of it in a name", () => {
  const paths = filesOnDisk();
  expect(paths).toHaveLength(2);
  for (const bytes of [invoice, report]) {
    expect(bytes.toString()).toMatch(CLEAR);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    for (const path of paths) {
      expect(path).not.toContain(sha256.slice(0, 16));
      const stored = readFileSync(path);
      expect(stored.toString("latin1")).not.toMatch(CLEAR);
      // Any 12 bytes in a row would be found, wherever they begin.
      for (let start = 0; start + 12 <= bytes.length; start += 1) {
        expect(stored.includes(bytes.subarray(start, start + 12)), `${start} of ${path}`).toBe(false);
      }
    }
  }
});

test("the audit opens every one of them, and finds those in which a bit was turned", async () => {
  expect(await verify()).toMatchObject({ code: 0, stderr: "" });
  const before = filesOnDisk().map((path) => ({ path, sealed: readFileSync(path) }));
  for (const { path, sealed } of before) {
    const changed = Buffer.from(sealed);
    changed[sealed.length - 20] = (changed[sealed.length - 20] ?? 0) ^ 1;
    writeFileSync(path, changed);
  }
  const verified = await verify();
  expect([verified.code, verified.stdout.match(/file_changed/g)?.length]).toEqual([1, 2]);
  for (const { path, sealed } of before) writeFileSync(path, sealed);
});

test("with another secret neither the service nor a command starts, and says why", async () => {
  await stop();
  const other = { SECRET_KEY: "another secret that is also long enough" };
  for (const env of [other, {}]) {
    const refused = await site.launch({ env });
    const { code } = await refused.ended();
    expect(code).toBe(2);
    expect(refused.output()).toMatch(/sealed with another secret.*SECRET_KEY/);
    expect(refused.output()).not.toMatch(/ {2}at /);
  }
  const command = await site.cliWith(other, "tenant", "list");
  expect(command).toMatchObject({ code: 2, stderr: expect.stringContaining("another secret") });
});

// The procedure of docs/stored-documents.md.
test("a copy of the documents, put back, is a whole installation again", async () => {
  const backup = join(scratch, "backup");
  cpSync(join(site.dataDir, "documents"), backup, { recursive: true });
  rmSync(join(site.dataDir, "documents"), { recursive: true });
  const refused = await site.launch({ env: SECRET });
  expect((await refused.ended()).code).toBe(2);
  cpSync(backup, join(site.dataDir, "documents"), { recursive: true });
  service = await site.start({ env: SECRET });
  expect(await verify()).toMatchObject({ code: 0 });
  expect(statSync(join(site.dataDir, "documents")).mode & 0o077).toBe(0);
});

test("documents of an earlier version are sealed after the start, and uploads of a killed one removed before it", async () => {
  await stop();
  writeFileSync(join(site.dataDir, "uploads", "upload-cut"), invoice.subarray(0, 500));
  const documents = join(site.dataDir, "documents");
  rmSync(documents, { recursive: true });
  for (const bytes of [invoice, report]) {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    cpSync(fileWith(sha256, bytes), join(documents, sha256.slice(0, 2), sha256.slice(2, 4), sha256));
  }
  service = await site.start({ env: SECRET });
  await service.says(/"sealed":2,"failed":0,"unclaimed":0/);
  expect(readdirSync(documents)).toEqual(["installation", "sealed"]);
  expect(readdirSync(join(site.dataDir, "uploads"))).toEqual([]);
  expect(await verify()).toMatchObject({ code: 0 });
  expect(await site.cliWith(SECRET, "documents", "seal")).toMatchObject({ code: 0, stdout: "0 documents sealed\n" });
});

function fileWith(name: string, bytes: Buffer): string {
  const path = join(scratch, name);
  writeFileSync(path, bytes);
  return path;
}
