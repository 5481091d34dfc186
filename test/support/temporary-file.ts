import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** Writes a file that is removed with the test run; answers with its path. */
export function temporaryFile(name: string, content: string): string {
  const path = join(mkdtempSync(join(inject("run_directory"), "file-")), name);
  writeFileSync(path, content);
  return path;
}
