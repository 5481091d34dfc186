import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const DIRECTORY = join(import.meta.dirname, "../fixtures");
const INVOICES = join(DIRECTORY, "invoices");

interface Item {
  readonly file: string;
  readonly source_repo: string;
  readonly licence: string;
  readonly sha256: string;
}

const { items }: { items: Item[] } = JSON.parse(readFileSync(join(INVOICES, "manifest.json"), "utf8"));

test("the manifest knows every sample that the repository carries, byte for byte", () => {
  const files = readdirSync(INVOICES).filter((name) => name !== "manifest.json");
  expect(items.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  for (const { file, sha256 } of items) expect(hash("sha256", readFileSync(join(INVOICES, file))), file).toBe(sha256);
});

test("every sample is our own or licensed for redistribution, and the README tells its origin", () => {
  const readme = readFileSync(join(DIRECTORY, "README.md"), "utf8");
  for (const { file, licence, source_repo } of items) {
    expect(licence, file).toBe(source_repo === "own" ? "CC0-1.0 (own work)" : "Apache-2.0");
    expect(readme.includes(`\`${file}\``), `${file} gets its row in test/fixtures/README.md`).toBe(true);
    if (source_repo !== "own")
      expect(readme).toMatch(new RegExp(`\`${file}\` \\| ${source_repo}: .* \\| Apache-2\\.0`));
  }
});
