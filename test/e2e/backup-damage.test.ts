import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BackupFolder, backupFolder, filesBelow, flipBit } from "../support/backup-folder.ts";
import { installedCompany } from "../support/installed-company.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, until } from "../support/service-process.ts";
import { smallDisk } from "../support/small-disk.ts";
import { ubl } from "../support/ubl.ts";

const CLI = join(import.meta.dirname, "../../dist/cli.js");

let site: Installation;
let folder: BackupFolder;
const targets: Installation[] = [];

const invoice = ubl({ number: "B-1", lines: [{ text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" }] });

const encrypted = () => ["--recipient", folder.recipient];
const opened = () => ["--identity-file", folder.identityFile];

beforeAll(async () => {
  folder = await backupFolder();
  site = installation();
  const service = await site.start();
  const { key } = await installedCompany(site, "Acme ApS");
  const client = restClient(service.base, key);
  const sent = await client.upload([{ name: "invoice.xml", bytes: invoice }]);
  expect((await client.read(sent.body.id)).files).toMatchObject([{ status: "processed" }]);
  expect(await site.cli("backup", "--to", folder.path, ...encrypted())).toMatchObject({ code: 0, stderr: "" });
}, 300_000);
afterAll(async () => {
  await site.remove();
  for (const target of targets) await target.remove();
  folder.remove();
}, 300_000);

function target(): Installation {
  const made = installation();
  targets.push(made);
  return made;
}

describe("a backup that is not whole", () => {
  const cases: readonly [what: string, form: RegExp, said: RegExp, damage: (path: string) => void][] = [
    ["a table with a turned bit", /tables\/emission_entries/, /emission_entries\S* was changed/, flipBit],
    ["a torn table", /tables\/audit_events/, /audit_events\S* has 10 bytes.*torn/, (path) => truncateSync(path, 10)],
    ["a manifest with a turned bit", /manifest\.json/, /manifest\.json was changed/, flipBit],
    ["a document with a turned bit", /\/documents\/..\/../, /documents\/..\/..\/\S+ was changed/, flipBit],
    ["a missing document", /\/documents\/..\/../, /documents\/..\/..\/\S+ is missing/, (path) => rmSync(path)],
    ["no list of its documents", /documents\.gz/, /documents\.gz is missing/, (path) => rmSync(path)],
  ];
  test.each(cases)("%s is found by name, and nothing is restored from it", async (_what, form, said, damage) => {
    const copy = folder.copy();
    const [path = ""] = filesBelow(copy, form);
    damage(path);
    const verified = await site.cli("backup", "verify", "--from", copy);
    expect(verified.code).toBe(1);
    expect(verified.stdout + verified.stderr).toMatch(said);
    const there = target();
    const refused = await there.cli("restore", "--from", copy, ...opened());
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
    expect(refused.stderr).not.toMatch(/\n\s+at /);
    expect(readdirSync(there.dataDir)).toEqual([]);
  });

  test("the wrong identity and a passphrase open nothing", { timeout: 600_000 }, async () => {
    const other = await backupFolder();
    const there = target();
    const words = [
      ["--identity-file", other.identityFile],
      ["--passphrase-file", other.file("passphrase", "a long passphrase")],
    ];
    for (const given of words) {
      const refused = await there.cli("restore", "--from", folder.path, ...given);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("was not encrypted for this") });
    }
    expect(await there.cli("restore", "--from", folder.path)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--identity-file"),
    });
    expect(readdirSync(there.dataDir)).toEqual([]);
    other.remove();
  });

  test("a key that cannot be read is said with the reason and the user, and the whole path", async () => {
    const there = target();
    const missing = await there.cli("restore", "--from", folder.path, "--identity-file", "nowhere.txt");
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toMatch(
      /^--identity-file: \/\S+\/nowhere\.txt cannot be read by the user \S+.* \(ENOENT\)\./,
    );
    expect(readdirSync(there.dataDir)).toEqual([]);
  });

  test("a folder that cannot be made is said with the user and the line that makes it", async () => {
    const occupied = folder.file("occupied", "no folder");
    const refused = await site.cli("backup", "--to", join(occupied, "ledger"), ...encrypted());
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^--to: the user \S+.* cannot write backups into \S+ledger \(ENOTDIR\)/);
    expect(refused.stderr).toMatch(/install -d -m 0700 -o \S+ \S+occupied\/ledger$/m);
  });

  test("one whose process was killed is none, and the next run tidies it", { timeout: 600_000 }, async () => {
    const env = { PATH: process.env["PATH"], DATA_DIR: site.dataDir };
    // Making a passphrase's key takes a second, in which the directory is there already.
    const words = ["backup", "--to", folder.path, "--passphrase-file", folder.file("passphrase", "a long passphrase")];
    const child = spawn(process.execPath, [CLI, ...words], { env, stdio: "ignore" });
    await until("the unfinished directory", () => unfinished().length > 0 || null, 5);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(unfinished()).toHaveLength(1);
    const listed = await site.cli("backup", "list", "--from", folder.path, "--json");
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
    expect(await site.cli("backup", "--to", folder.path, ...encrypted())).toMatchObject({ code: 0, stderr: "" });
    expect(unfinished()).toEqual([]);
    expect(await site.cli("backup", "verify", "--from", folder.path)).toMatchObject({ code: 0 });
  });

  const unfinished = (): string[] => readdirSync(folder.path).filter((name) => name.startsWith(".unfinished"));
});

test(
  "a document that the store has lost fails the backup by name, unless it is to go on without",
  { timeout: 600_000 },
  async () => {
    const own = await backupFolder();
    const [path = ""] = filesBelow(join(site.dataDir, "documents/sealed"), /./);
    const bytes = readFileSync(path);
    rmSync(path);
    const refused = await site.cli("backup", "--to", own.path);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/1 documents.*not in the store[^]*[0-9a-f]{64} of company/),
    });
    expect(readdirSync(own.path)).toEqual(["documents"]);
    const without = await site.cli("backup", "--to", own.path, "--without-missing");
    expect(without).toMatchObject({ code: 0, stdout: expect.stringContaining("1 documents were missing") });
    // Earlier releases kept documents unencrypted: a backup seals them first.
    const sha256 = createHash("sha256").update(invoice).digest("hex");
    const unencrypted = join(site.dataDir, "documents", sha256.slice(0, 2), sha256.slice(2, 4));
    mkdirSync(unencrypted, { recursive: true });
    writeFileSync(join(unencrypted, sha256), invoice);
    expect(await site.cli("backup", "--to", own.path)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 documents"),
    });
    for (const kept of filesBelow(own.path, /documents\//))
      expect(readFileSync(kept).includes("Elforbrug")).toBe(false);
    writeFileSync(path, bytes, { mode: 0o600 });
    own.remove();
  },
);

test("a folder inside of DATA_DIR is refused", { timeout: 600_000 }, async () => {
  const refused = await site.cli("backup", "--to", join(site.dataDir, "backups"));
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("lies in DATA_DIR") });
  expect(existsSync(join(site.dataDir, "backups"))).toBe(false);
});

test("the folder of another installation is refused", { timeout: 600_000 }, async () => {
  const other = target();
  const service = await other.start();
  const refused = await other.cli("backup", "--to", folder.path);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("another installation") });
  service.signal("SIGTERM");
  await service.ended();
});

test(
  "no service and no command starts on a restore that was killed, and it is not taken for an empty directory",
  { timeout: 600_000 },
  async () => {
    const there = target();
    const env = { PATH: process.env["PATH"], DATA_DIR: there.dataDir };
    const words = ["restore", "--from", folder.path, ...opened()];
    const child = spawn(process.execPath, [CLI, ...words], { env, stdio: "ignore" });
    await until("the beginning of the restore", () => existsSync(join(there.dataDir, "restoring")) || null, 5);
    child.kill("SIGKILL");
    await once(child, "close");
    const command = await there.cli("tenant", "list");
    expect(command).toMatchObject({ code: 2, stderr: expect.stringContaining("was not finished") });
    const service = await there.launch();
    expect((await service.ended()).code).not.toBe(0);
    expect(service.output()).toContain("was not finished");
    const again = await there.cli("restore", "--from", folder.path, ...opened());
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/is not empty.*not finished: remove it/) });
  },
);

const disk = smallDisk(1);
test.skipIf(disk === null)("a full disk is told, and leaves no backup (needs root, to mount a small one)", async () => {
  disk?.fill();
  const refused = await site.cli("backup", "--to", join(disk?.directory ?? "", "backups"));
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no room left") });
  disk?.clear();
  const own = join(disk?.directory ?? "", "backups");
  if (existsSync(own)) expect(readdirSync(own).filter((name) => name !== "documents")).toEqual([]);
  disk?.remove();
});
