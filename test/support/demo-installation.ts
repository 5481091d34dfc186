import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { LOGIN } from "./app-pages.ts";
import { onceInRun } from "./once-in-run.ts";
import { type Installation, installation, until } from "./service-process.ts";

/** Any number of its own (`once-in-run.ts`). */
const LOCK = 7_330_002;

/** An installation of which the demo company was loaded: a copy of one that the service itself made, once in a run. */
export async function demoInstallation(): Promise<Installation> {
  const made = join(inject("run_directory"), "demo-installation");
  await onceInRun(LOCK, async () => {
    if (!existsSync(made)) await loadDemo(made);
  });
  const copy = mkdtempSync(join(tmpdir(), "carbon-ledger-e2e-"));
  // With owners: the database's files are those of the user that its server runs as.
  execFileSync("cp", ["-a", `${made}/.`, copy]);
  return installation(undefined, copy);
}

async function loadDemo(directory: string): Promise<void> {
  const site = installation();
  const service = await site.start({ env: { DEMO: "on" } });
  await service.says(LOGIN);
  service.signal("SIGTERM");
  await service.ended();
  await until("the end of the database", () => (site.serverPid() === null ? true : null));
  renameSync(site.dataDir, directory);
}
