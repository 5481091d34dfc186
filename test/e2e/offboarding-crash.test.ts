import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";

const CLI = join(import.meta.dirname, "../../dist/cli.js");
const NAME = "Nordhavn Møbler ApS";

let site: Installation;
let service: ServiceProcess;
let directory: string;
let demo: { tenant_id: string; live_key: string };

beforeAll(async () => {
  site = installation();
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-offboarding-"));
  service = await site.start();
  demo = JSON.parse((await site.cli("demo", "load", "--json")).stdout);
}, 600_000);
afterAll(async () => {
  await site.remove();
  rmSync(directory, { recursive: true, force: true });
});

const documentsLeft = (): number =>
  readdirSync(join(site.dataDir, "documents", "sealed"), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;

const ERASE = ["tenant", "erase", "--without-export", "--despite-retention", "tried", "--confirm", NAME];

/** Starts a command and kills it with nothing to clean up, as soon as `reached` says so. */
async function killedWhen(words: readonly string[], reached: () => boolean | Promise<boolean>): Promise<void> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [CLI, ...words, "--tenant", demo.tenant_id], {
    env: { PATH, DATA_DIR: site.dataDir, DEMO: "off" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise((resolve) => child.once("close", resolve));
  while (!(await reached())) {
    if (child.exitCode !== null) throw new Error(`the command ended before it was killed: ${said}`);
    await delay(1);
  }
  child.kill("SIGKILL");
  await ended;
}

interface State {
  readonly is_closed: boolean;
  readonly is_erased: boolean;
  readonly rows: number;
  readonly queued: number;
}

async function state(): Promise<State> {
  const [found] = await site.sql<State & Record<string, unknown>>(
    `select exists (select from closed_ledgers where company_id = $1) as is_closed,
       erased_at is not null as is_erased,
       (select count(*)::int from activities where tenant_id = $1) as rows,
       (select count(*)::int from erased_files where company_id = $1) as queued
     from tenants where id = $1`,
    [demo.tenant_id],
  );
  if (found === undefined) throw new Error("the company has no row");
  return found;
}

test("an export that is killed leaves no folder of its name", async () => {
  const to = join(directory, "killed");
  await killedWhen(["tenant", "export", "--to", to], () => readdirSync(directory).includes("killed.unfinished"));
  expect(readdirSync(directory)).toEqual(["killed.unfinished"]);
  const again = await site.cli("tenant", "export", "--tenant", demo.tenant_id, "--to", to);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(directory)).toEqual(["killed"]);
});

test("an erasure that is killed once the books are closed has erased nothing, and shut everybody out", async () => {
  await killedWhen(ERASE, async () => (await state()).is_closed);
  const { is_closed, is_erased, rows } = await state();
  expect({ is_closed, is_erased }).toEqual({ is_closed: true, is_erased: false });
  expect(rows).toBeGreaterThan(0);
  expect((await restClient(service.base, demo.live_key).get("/api/v1/departments")).status).toBe(401);
  expect((await site.cli("audit", "verify", "--tenant", demo.tenant_id)).code).toBe(0);
  expect((await site.cli("tenant", "erase", "--tenant", demo.tenant_id)).stdout).toMatch(/begun +at .*not finished/);
});

test("one that is killed while it removes files has erased all rows; the next run removes the rest", async () => {
  const before = documentsLeft();
  await killedWhen(ERASE, () => documentsLeft() < before);
  const killed = await state();
  expect(killed).toMatchObject({ is_erased: true, rows: 0 });
  expect(documentsLeft()).toBeGreaterThan(0);
  expect(killed.queued).toBeGreaterThanOrEqual(documentsLeft());
  expect((await site.cli("audit", "verify", "--documents")).code).toBe(0);

  const goneOn = await site.cli("tenant", "erase", "--tenant", demo.tenant_id);
  expect(goneOn).toMatchObject({ code: 0, stderr: "" });
  expect(goneOn.stdout).toMatch(/was erased at [^]*\d+ files that were left have been removed now/);
  expect(documentsLeft()).toBe(0);
  expect(await state()).toMatchObject({ queued: 0 });
});
