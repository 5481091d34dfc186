import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REQUIREMENTS } from "./requirements.ts";

const ROOT = join(import.meta.dirname, "..");

/** Ids cited in titles of tests, with the files that cite them. */
function citations(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of readdirSync(ROOT, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".test.ts") || file.endsWith("requirements.test.ts")) continue;
    // In a title: behind the quotation mark that opens it.
    for (const match of readFileSync(join(ROOT, file), "utf8").matchAll(/["'`]\[spec ([^\]]+)\]/g)) {
      for (const id of (match[1] ?? "").split(", ")) found.set(id, [...(found.get(id) ?? []), file]);
    }
  }
  return found;
}

test("every requirement that is covered is cited by the title of a test", () => {
  const cited = citations();
  const missing = REQUIREMENTS.filter(({ id, status }) => status === "covered" && !cited.has(id));
  expect(missing).toEqual([]);
});

test("every cited requirement exists and is marked as covered", () => {
  const covered = REQUIREMENTS.filter(({ status }) => status === "covered").map(({ id }) => id);
  const others = [...citations()].filter(([id]) => !covered.includes(id));
  expect(others, "add the row to requirements.ts, or mark it covered").toEqual([]);
});

test("every requirement has an id of its own", () => {
  const ids = REQUIREMENTS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
