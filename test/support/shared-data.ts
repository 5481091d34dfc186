import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const directory = join(import.meta.dirname, "../../../shared/data");

/** A public source file beside the repository, or null: tests that need it skip and name it. */
export function sharedFile(name: string): Buffer | null {
  const path = join(directory, name);
  return existsSync(path) ? readFileSync(path) : null;
}
