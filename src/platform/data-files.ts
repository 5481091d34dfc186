import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Reads files of the shipped `data` directory by their path below it, as UTF-8 text. Names come from our own code. */
export function dataFiles(directory: string): (name: string) => Promise<string> {
  return (name) => readFile(join(directory, name), "utf8");
}
