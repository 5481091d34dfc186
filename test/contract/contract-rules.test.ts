import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RULES } from "../../scripts/contract-rules.ts";

const ROOT = join(import.meta.dirname, "..");

/** Ids cited in titles of tests, with the files that cite them. */
function citations(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of readdirSync(ROOT, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".test.ts") || file.endsWith("contract-rules.test.ts")) continue;
    // In a title: behind the quotation mark that opens it.
    for (const match of readFileSync(join(ROOT, file), "utf8").matchAll(/["'`]\[contract ([^\]]+)\]/g)) {
      for (const id of (match[1] ?? "").split(", ")) found.set(id, [...(found.get(id) ?? []), file]);
    }
  }
  return found;
}

test("every rule that is covered is cited by the title of a test", () => {
  const cited = citations();
  const missing = RULES.filter(({ id, status }) => status === "covered" && !cited.has(id));
  expect(missing).toEqual([]);
});

test("every cited rule exists and is marked as covered", () => {
  const covered = RULES.filter(({ status }) => status === "covered").map(({ id }) => id);
  const others = [...citations()].filter(([id]) => !covered.includes(id));
  expect(others, "add the row to scripts/contract-rules.ts, or mark it covered").toEqual([]);
});

test("every rule has an id of its own", () => {
  const ids = RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every number that code cites is a rule or a section of the contract", () => {
  const src = join(ROOT, "../src");
  const unknown: string[] = [];
  let count = 0;
  for (const file of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    for (const [, cited = ""] of readFileSync(join(src, file), "utf8").matchAll(/\bcontract (\d+(?:\.\d+)*)/g)) {
      count += 1;
      if (!RULES.some(({ id }) => id === cited || id.startsWith(`${cited}.`))) unknown.push(`${file}: ${cited}`);
    }
  }
  expect(unknown).toEqual([]);
  expect(count).toBeGreaterThan(40);
});
