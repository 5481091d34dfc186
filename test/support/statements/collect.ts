import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { CollectionRequest } from "../statements-process.ts";
import type { MadeStatement } from "./recorder.ts";

const root = resolve(import.meta.dirname, "../../..");
const PROCESS = join(import.meta.dirname, "../statements-process.ts");
const HOME = "src/core/statement.ts";
const MAKER = /(?<!function )\bstatement(?:Family)?\(/;

/** The calls that make statements, by file from the root of the project: the lines on which they begin. */
export function makingCalls(): ReadonlyMap<string, readonly number[]> {
  const files = readdirSync(join(root, "src"), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((file) => file !== HOME);
  return new Map(
    files.toSorted().flatMap((file) => {
      const lines = readFileSync(join(root, file), "utf8").split("\n");
      const calls = lines.flatMap((line, index) => (MAKER.test(line) ? [index + 1] : []));
      return calls.length === 0 ? [] : [[file, calls] satisfies [string, number[]]];
    }),
  );
}

/**
 * Every statement of the house as the server gets it, collected by loading the files that make them in a process of their own:
 * what other tests have loaded already would make none any more.
 */
export async function collectStatements(columns: CollectionRequest["columns"]): Promise<MadeStatement[]> {
  const child = spawn(process.execPath, ["--import", "tsx", PROCESS], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ files: [...makingCalls().keys()], columns } satisfies CollectionRequest));
  // Written by the process that was just started.
  return JSON.parse(await text(child.stdout)) as MadeStatement[];
}
