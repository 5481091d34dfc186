import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Version of this service, as its package.json has it. */
export function packageVersion(): string {
  // Our own package.json, which npm has validated; it lies beside the code, in sources and in dist alike.
  const path = join(import.meta.dirname, "..", "package.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}
