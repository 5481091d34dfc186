import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import type { Client } from "pg";

/** What a reader needs to place absolute figures. */
export async function describeMachine(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ version: string }>("select split_part(version(), ' on ', 1) as version");
  const processors = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `${new Date().toISOString().slice(0, 10)}, revision ${revision()}`,
    `${processors.length} x ${processors[0]?.model.trim() ?? "unknown processor"}, ${memory} GiB, ${process.platform} ${process.arch}`,
    `Node ${process.versions.node}, ${rows[0]?.version ?? "PostgreSQL"}`,
    `load average before the run: ${loadAverage()} (load generator, service and database share the processors)`,
  ];
}

/** Over the last minute. */
export function loadAverage(): string {
  return (loadavg()[0] ?? 0).toFixed(2);
}

function revision(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}
