import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ConfigError } from "./config/config.ts";
import { processUser } from "./process-user.ts";

/** Whether this process may write below DATA_DIR, or make it. @throws ConfigError that names the directory and the user */
export function assertWritableDataDirectory(path: string): void {
  const wanted = resolve(path);
  let existing = wanted;
  while (existing !== dirname(existing) && !exists(existing)) existing = dirname(existing);
  const reason = unwritableReason(existing);
  if (reason === null) return;
  const which = existing === wanted ? wanted : `${wanted} cannot be made, as ${existing}`;
  throw new ConfigError([
    `DATA_DIR: ${which} ${reason}. Give that user the directory, run the service as the user ` +
      "that it belongs to, or set DATA_DIR to another one",
  ]);
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // It is there, or something above it is, and may not be looked at.
    return true;
  }
}

function unwritableReason(directory: string): string | null {
  try {
    if (!statSync(directory).isDirectory()) return "is no directory";
    accessSync(directory, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    return `is not writable for the user ${processUser()} (${code})`;
  }
}
