import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256Hex } from "../../src/core/content-hash.ts";
import { pinnedLists } from "../support/pinned.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
const present = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
/** Names and SHA-256, as of the newest release; a release writes its own. */
const pinned = pinnedLists("migrations.json")["released"] ?? [];
const released = pinned.map((line) => line.split(" ")[0] ?? "");

test("migrations of releases are what they were, byte for byte", () => {
  const now = present.map((name) => `${name} ${sha256Hex(readFileSync(join(MIGRATIONS, name)))}`);
  expect(now).toEqual(expect.arrayContaining([...pinned]));
});

// A data directory of a release refuses a file that sorts before one that it has applied.
test("migrations that came after the last release sort after all of its own", () => {
  const newest = released.toSorted().at(-1) ?? "";
  expect(newest).not.toBe("");
  const added = present.filter((name) => !released.includes(name));
  expect(added.filter((name) => name < newest)).toEqual([]);
});
