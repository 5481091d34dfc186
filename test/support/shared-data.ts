import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Public source files and samples that the repository does not carry: the directory of TEST_DATA_DIR, else "shared" beside
 * the repository. See test/fixtures/README.md.
 */
const directory = resolve(process.env["TEST_DATA_DIR"] ?? join(import.meta.dirname, "../../../shared"));

/** Where a file lies below that directory, whether it is there or not: tests that need it skip and name it. */
export function sharedPath(...names: readonly string[]): string {
  return join(directory, ...names);
}

/** One of the public source files, or null: tests that need it skip and name it. */
export function sharedFile(name: string): Buffer | null {
  const path = sharedPath("data", name);
  return existsSync(path) ? readFileSync(path) : null;
}
