import { existsSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../tools/node-releases");

export const INSTALL_COMMAND = "npm ci --ignore-scripts --no-progress --prefix tools/node-releases";

/** Program of another release of Node, by its alias in tools/node-releases; null: it is not installed here. */
export function nodeRelease(alias: "node-20.19" | "node-22" | "node-24"): string | null {
  const program = join(folder, "node_modules", alias, "bin/node");
  return existsSync(program) ? program : null;
}
