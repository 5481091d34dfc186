import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Version of this service, as its package.json has it. */
export function packageVersion(): string {
  // Our own package.json, which npm has validated; it lies beside the code, in sources and in dist alike.
  const path = join(import.meta.dirname, "../..", "package.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}

/** Of what this was built: the text of the file REVISION beside package.json, which whoever packs a release writes. */
export function sourceRevision(): string {
  try {
    return (
      readFileSync(join(import.meta.dirname, "../..", "REVISION"), "utf8")
        .trim()
        .slice(0, 64) || UNKNOWN
    );
  } catch {
    return UNKNOWN;
  }
}

const UNKNOWN = "unknown";
