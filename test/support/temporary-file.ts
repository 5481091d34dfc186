import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes a file that is removed when the test process ends; answers with its path. */
export function temporaryFile(name: string, content: string): string {
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-test-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}
