import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuiltApplication } from "../core/built-file.ts";

/** Where the build lies beside the code, compiled or not. */
const DIRECTORY = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/web/" : "../web/", import.meta.url),
);

/**
 * Reads the built application into memory, about half a megabyte; null where it was not built: the service works without
 * it, and says so at its address.
 */
export function readApplicationFiles(): BuiltApplication | null {
  let names: readonly string[];
  try {
    names = readdirSync(DIRECTORY, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const known = new Set(names);
  const files = names.filter((name) => name.includes(".") && !name.endsWith(".br"));
  const read = (name: string): Buffer => readFileSync(join(DIRECTORY, name));
  const found = files.map((name) => {
    const brotli = known.has(`${name}.br`) ? read(`${name}.br`) : null;
    return [name, { bytes: read(name), brotli }] as const;
  });
  return known.has("index.html") ? new Map(found) : null;
}
