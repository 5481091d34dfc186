import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";

const SRC = join(import.meta.dirname, "../../src");
const PINNED = join(import.meta.dirname, "../vectors/pinned");

/** Lists by name that were written down once, in a file of test/vectors/pinned. */
export function pinnedLists(file: string): Readonly<Record<string, readonly string[]>> {
  // Lists of texts, by the writer below or by hand.
  return JSON.parse(readFileSync(join(PINNED, file), "utf8")) as Record<string, readonly string[]>;
}

/**
 * Holds a list of the code against the one that was written down: what others have stored or call by cannot be taken away or
 * renamed, and what is new is appended there by whoever adds it: with `PIN_NEW=1` in the environment this does, and fails once more,
 * so that no run that writes counts as one that passed.
 */
export function expectPinned(actual: Iterable<string>, file: string, name: string): void {
  const pinned = pinnedLists(file)[name] ?? [];
  const has = new Set(actual);
  const gone = pinned.filter((one) => !has.has(one));
  const added = [...has].filter((one) => !pinned.includes(one)).toSorted();
  expect(gone, `${name}: stored rows and clients still use these; they may not be removed or renamed`).toEqual([]);
  if (added.length > 0 && process.env["PIN_NEW"] === "1") append(added, file, name);
  expect(added, `${name}: new here; PIN_NEW=1 appends them to "${name}" in test/vectors/pinned/${file}`).toEqual([]);
}

function append(added: readonly string[], file: string, name: string): void {
  const lists = pinnedLists(file);
  const grown = { ...lists, [name]: [...(lists[name] ?? []), ...added] };
  writeFileSync(join(PINNED, file), `${JSON.stringify(grown, null, 2)}\n`);
}

/** Text of every file below src, by its path there. */
export function sourceTexts(): ReadonlyMap<string, string> {
  const files = readdirSync(SRC, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(".ts"),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(SRC, path), readFileSync(path, "utf8")];
    }),
  );
}

/** What the first group of a pattern finds in the sources, each text once. */
export function foundInSource(pattern: RegExp): string[] {
  const found = [...sourceTexts().values()].flatMap((text) =>
    [...text.matchAll(pattern)].map(([, group = ""]) => group),
  );
  return [...new Set(found)].toSorted();
}
