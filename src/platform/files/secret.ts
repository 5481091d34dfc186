import { open } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../config/config.ts";
import { HASH, namesIn, PAIR } from "./names.ts";
import { readSecretId } from "./sealed-file.ts";

/** Files that are looked at, from as many directories: damage to one must not keep a service from starting. */
const SAMPLE = 8;

/**
 * Looks into a few sealed files below `root`, at the names of their secrets only.
 * @throws ConfigError when there are sealed files, and none of those was sealed with this secret
 */
export async function assertSecretOf(root: string, secret_id: Uint8Array): Promise<void> {
  const expected = Buffer.from(secret_id).toString("hex");
  let looked = 0;
  let named = 0;
  for (const first of await namesIn(root, PAIR)) {
    if (looked === SAMPLE) break;
    const path = await someFileIn(join(root, first));
    if (path === null) continue;
    looked += 1;
    const id = await secretIdAt(path);
    if (id === expected) return;
    if (id !== null) named += 1;
  }
  if (named === 0) return;
  const told = `the documents in ${root} were sealed with another secret than the one of this start`;
  const remedy = "put keys/secret of DATA_DIR back from the backup, or set SECRET_KEY to the value that it had then";
  throw new ConfigError([`${told}: ${remedy}; nothing else opens them`]);
}

async function someFileIn(directory: string): Promise<string | null> {
  for (const second of await namesIn(directory, PAIR)) {
    const [name] = await namesIn(join(directory, second), HASH);
    if (name !== undefined) return join(directory, second, name);
  }
  return null;
}

async function secretIdAt(path: string): Promise<string | null> {
  const file = await open(path, "r");
  try {
    return await readSecretId(file);
  } finally {
    await file.close();
  }
}
