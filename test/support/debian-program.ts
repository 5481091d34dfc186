import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where continuous integration unpacks Debian's packages, without starting what they bring. */
const UNPACKED = join(import.meta.dirname, "../../tools/debian");

/** Path of a program of the system, or null where it is neither installed nor unpacked. */
export function debianProgram(name: string): string | null {
  const unpacked = ["usr/sbin", "usr/bin"].map((folder) => join(UNPACKED, folder));
  const folders = [...unpacked, ...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/bin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
