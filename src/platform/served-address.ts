import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config/config.ts";

/** Name in the data directory; a file of one line. */
const NAME = "base-url";
/** Anything longer was not written here. */
const LENGTH_MAX = 2_048;

interface WarningLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/**
 * Leaves the address of the service that runs for operator commands on the same directory, whose environment rarely has
 * the service's PORT. It stays when the service ends: it will most likely be back there. Where it cannot be written, the
 * service starts all the same. A process that only works serves no address.
 */
export async function recordServedAddress(config: Pick<Config, "base_url" | "data_dir" | "role">, log: WarningLog) {
  if (config.role === "worker") return;
  const path = join(config.data_dir, NAME);
  const temporary = `${path}.${randomUUID()}`;
  try {
    // Commands may run as somebody else; an address is no secret.
    await writeFile(temporary, `${config.base_url}\n`, { mode: 0o644 });
    await rename(temporary, path);
  } catch (err) {
    await rm(temporary, { force: true }).catch(() => undefined);
    log.warn({ err }, "links of commands may name another address: this one could not be written to DATA_DIR");
  }
}

/** Where the service of this directory ran last; null when that is unknown or unreadable. */
export async function servedAddress(data_dir: string): Promise<string | null> {
  const text = await readFile(join(data_dir, NAME), "utf8").catch(() => "");
  const address = text.trim();
  const isAddress = address.length <= LENGTH_MAX && /^https?:\/\//.test(address) && URL.canParse(address);
  return isAddress ? address.replace(/\/+$/, "") : null;
}
