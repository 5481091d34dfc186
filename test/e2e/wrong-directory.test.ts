import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installation } from "../support/service-process.ts";

const COMMANDS = [
  ["doctor"],
  ["audit", "verify"],
  ["tenant", "list"],
  ["usage"],
  ["backup", "--to", "BACKUP", "--with-secret"],
];

test("a command in the wrong directory makes no new installation there, and a backup none of nothing", async () => {
  const site = installation();
  const backups = mkdtempSync(join(tmpdir(), "carbon-ledger-backups-"));
  try {
    for (const command of COMMANDS) {
      const words = command.map((word) => (word === "BACKUP" ? backups : word));
      const { code, stdout, stderr } = await site.cli(...words);
      expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: "" });
      expect(stderr).toContain(`DATA_DIR: there is no installation in ${site.dataDir}`);
      expect(existsSync(join(site.dataDir, "postgres"))).toBe(false);
      expect(existsSync(join(site.dataDir, "keys"))).toBe(false);
    }
    expect(readdirSync(backups)).toEqual([]);
    expect(await site.cli("tenant", "create", "--name", "Acme ApS", "--plan", "starter")).toMatchObject({ code: 0 });
    expect((await site.cli("tenant", "list")).stdout).toContain("Acme ApS");
  } finally {
    await site.remove();
    rmSync(backups, { recursive: true, force: true });
  }
}, 300_000);

test("a restore takes a directory in which an attempt has left nothing but directories", async () => {
  const [site, other] = [installation(), installation()];
  const backups = mkdtempSync(join(tmpdir(), "carbon-ledger-backups-"));
  try {
    expect(await site.cli("tenant", "create", "--name", "Acme ApS", "--plan", "starter")).toMatchObject({ code: 0 });
    expect(await site.cli("backup", "--to", backups, "--with-secret")).toMatchObject({ code: 0, stderr: "" });
    mkdirSync(join(other.dataDir, "documents", "sealed"), { recursive: true });
    expect(await other.cli("restore", "--from", backups)).toMatchObject({ code: 0, stderr: "" });
    expect((await other.cli("tenant", "list")).stdout).toContain("Acme ApS");
  } finally {
    for (const one of [site, other]) await one.remove();
    rmSync(backups, { recursive: true, force: true });
  }
}, 300_000);
