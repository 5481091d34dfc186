import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../src/platform/db/migrate.ts";
import { type BackupFolder, backupFolder } from "../support/backup-folder.ts";
import { type DatabaseServer, databaseServer } from "../support/database-server.ts";
import { type Installation, installation } from "../support/service-process.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
/** The newest migration of the earlier release that the backup is made from. */
const EARLIER = "0073";
const SECRET = { SECRET_KEY: "the secret of this installation, long enough" };
const TENANT = "0190a0b0-0000-7000-8000-000000000001";

let server: DatabaseServer;
let site: Installation;
let folder: BackupFolder;
let targets: Installation[] = [];
let id: string;

beforeAll(async () => {
  [server, folder] = [await databaseServer(), await backupFolder()];
  site = installation();
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-migrations-"));
  cpSync(MIGRATIONS, directory, { recursive: true });
  for (const file of readdirSync(directory)) if (file.slice(0, 4) > EARLIER) rmSync(join(directory, file));
  await migrate({ kind: "url", url: server.url }, directory);
  rmSync(directory, { recursive: true });
  await server.sql("insert into tenants (id, name, country, plan) values ($1, 'Ældre ApS', 'DK', 'enterprise')", [
    TENANT,
  ]);
  await server.sql("create table notes_of_the_administrator (line text)");
}, 300_000);
afterAll(async () => {
  for (const one of [site, ...targets]) await one.remove();
  await server.remove();
  folder.remove();
}, 300_000);

function target(): Installation {
  const made = installation();
  targets = [...targets, made];
  return made;
}

test(
  "a backup of an earlier release's database is made without touching it, and restored up to date",
  { timeout: 600_000 },
  async () => {
    const env = { ...SECRET, DATABASE_URL: server.url };
    const made = await site.cliWith(env, "backup", "--to", folder.path);
    expect(made).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("notes_of_the_administrator") });
    const newest = await server.sql<{ name: string }>("select max(name) as name from schema_migrations");
    expect(newest[0]?.name.slice(0, 4)).toBe(EARLIER);
    id = readdirSync(folder.path).find((name) => /^\d/.test(name)) ?? "";

    const there = target();
    expect(await there.cliWith(SECRET, "restore", "--from", folder.path)).toMatchObject({ code: 0, stderr: "" });
    const tenants = await there.cliWith(SECRET, "tenant", "list", "--json");
    expect(JSON.parse(tenants.stdout)).toMatchObject([{ id: TENANT, name: "Ældre ApS" }]);
    const plan = await there.cliWith(SECRET, "migrate", "--plan", "--json");
    expect(JSON.parse(plan.stdout)).toMatchObject({ pending: [] });
  },
);

test("a login that does not own the tables gets an error and not an empty backup", { timeout: 600_000 }, async () => {
  await server.sql("create role reader login");
  await server.sql("grant select on all tables in schema public to reader");
  const env = { ...SECRET, DATABASE_URL: server.url.replace("ledger@", "reader@") };
  const own = await backupFolder();
  const refused = await site.cliWith(env, "backup", "--to", own.path);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/may not read every row.*owner of the tables/),
  });
  expect(existsSync(own.path)).toBe(false);
  own.remove();
});

/** A manifest that somebody changed, with the digest that goes with it. */
function changeManifest(
  copy: string,
  change: (manifest: { migrations: unknown[]; format: number; moment: string }) => void,
): void {
  const path = join(copy, id, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Parameters<typeof change>[0];
  change(manifest);
  const text = JSON.stringify(manifest);
  writeFileSync(path, text);
  const sums = readFileSync(join(copy, id, "SHA256SUMS"), "utf8");
  const sum = createHash("sha256").update(text).digest("hex");
  writeFileSync(join(copy, id, "SHA256SUMS"), sums.replace(/^.*manifest\.json$/m, `${sum}  manifest.json`));
}

test.each([
  [
    "of a newer release",
    /made by a newer release.*0999-later/,
    (copy: string) => {
      changeManifest(
        copy,
        ({ migrations }) => void migrations.push({ name: "0999-later.sql", sha256: "0".repeat(64) }),
      );
    },
  ],
  [
    "of a newer format",
    /made by a newer release, in format 2/,
    (copy: string) => {
      changeManifest(copy, (manifest) => void (manifest.format = 2));
    },
  ],
  [
    "whose manifest somebody wrote who has not the secret",
    /not written with this installation's secret/,
    (copy: string) => {
      changeManifest(copy, (manifest) => void (manifest.moment = "2020-01-01T00:00:00.000Z"));
    },
  ],
])("a backup %s is refused with a sentence", async (_what, said, change) => {
  const copy = folder.copy();
  change(copy);
  const there = target();
  const refused = await there.cliWith(SECRET, "restore", "--from", copy);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
  expect(readdirSync(there.dataDir)).toEqual([]);
});
