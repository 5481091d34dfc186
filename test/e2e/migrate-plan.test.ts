import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { installation } from "../support/service-process.ts";

const migrations = readdirSync(join(import.meta.dirname, "../../migrations"));

test("migrate --plan on a new directory says what would be done, and does nothing", async () => {
  const other = installation();
  try {
    for (const _again of [1, 2]) {
      const { code, stdout } = await other.cli("migrate", "--plan", "--json");
      expect(code).toBe(0);
      const plan = JSON.parse(stdout) as { applied: string[]; pending: string[] };
      expect(plan.applied).toEqual([]);
      expect(plan.pending[0]).toBe("0001-roles-and-tenants.sql");
    }
    expect(other.serverPid()).toBeNull();
  } finally {
    await other.remove();
  }
}, 300_000);

test("migrate brings the database and the catalog up to date and ends, as often as it is asked to", async () => {
  const site = installation();
  try {
    for (const _again of [1, 2]) {
      const { code, stdout, stderr } = await site.cli("migrate");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toBe(`${migrations.length} migrations applied, 0 pending\n`);
      expect(site.serverPid()).toBeNull();
    }
    const plan = JSON.parse((await site.cli("migrate", "--plan", "--json")).stdout) as { pending: string[] };
    expect(plan.pending).toEqual([]);
    // The catalog came with it: a service that starts now finds its factors.
    const service = await site.start();
    const rows = await site.sql<{ factors: string }>("select count(*) as factors from emission_factors");
    expect(Number(rows[0]?.factors)).toBeGreaterThan(400);
    service.signal("SIGTERM");
    await service.ended();
  } finally {
    await site.remove();
  }
}, 300_000);

test("migrate on a server that is not there is code 1 and a sentence; wrong settings and words are code 2", async () => {
  const site = installation();
  try {
    const url = `postgres://ledger:geheim@127.0.0.1:${await freePort()}/ledger`;
    for (const words of [["migrate"], ["migrate", "--plan"]]) {
      const { code, stdout, stderr } = await site.cliWith({ DATABASE_URL: url }, ...words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/ECONNREFUSED/);
      expect(stderr).not.toMatch(/geheim|\n\s+at /);
    }
    expect(await site.cliWith({ DATABASE_URL: "mysql://x" }, "migrate")).toMatchObject({ code: 2, stdout: "" });
    expect(await site.cli("migrate", "--now")).toMatchObject({ code: 2, stdout: "" });
  } finally {
    await site.remove();
  }
}, 300_000);
