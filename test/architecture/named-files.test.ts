import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Names that documents and comments give to files of an installation, of an answer, of another program or of an example. */
const ELSEWHERE = new Set([
  "-da.ts",
  "/api/v1/openapi.json",
  "/etc/traefik/dynamic/carbon-ledger.yml",
  "/etc/traefik/traefik.yml",
  "age.md",
  "carbon-ledger-0.2.0.cdx.json",
  "company.json",
  "eurofxref-hist.csv",
  "figaro_purchaser_price_factors_26ed.csv",
  "npm-shrinkwrap.json",
  "report.json",
  "src/modules/x/store.ts",
]);

const FILE = /`([\w./-]+\.(?:ts|mjs|sql|json|typ|csv|sh|yml|yaml|md))`/g;
const FOLDER =
  /`((?:src|test|scripts|bench|data|deploy|docs|platform|modules|core|interfaces|composition)\/[\w/-]+?)\/?`/g;

const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const IN_COMMENT = /(?<![\w/.-])([\w-]+(?:\/[\w.-]+)*\.(?:ts|mjs|md|csv|sql))\b/g;

/** The repository's own files: another clone inside of it (tools of the check) is none of them. */
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);
// What happened stays as it was told: the changelog names files of its day.
const documents = tracked.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");

function isThere(name: string): boolean {
  return tracked.some((file) => file === name || file.endsWith(`/${name}`));
}

function isFolder(name: string): boolean {
  return tracked.some((file) => file === name || file.startsWith(`${name}/`) || file.startsWith(`src/${name}/`));
}

test("every file and folder that a document names is there", () => {
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8");
    const files = [...text.matchAll(FILE)].map((match) => match[1] ?? "");
    const folders = [...text.matchAll(FOLDER)].map((match) => match[1] ?? "");
    return [
      ...files.filter((name) => !ELSEWHERE.has(name) && !isThere(name)),
      ...folders.filter((name) => !isThere(name) && !isFolder(name)),
    ].map((name) => `${document}: ${name}`);
  });
  expect(missing, "no such file; what is elsewhere on purpose stands in ELSEWHERE").toEqual([]);
});

test("every file that a comment names is there", () => {
  const missing = tracked
    .filter((file) => /^(?:src|test|scripts|bench)\/.*\.ts$/.test(file))
    .flatMap((file) => {
      const comments = readFileSync(join(root, file), "utf8")
        .split("\n")
        .filter((line) => COMMENT.test(line));
      return comments
        .flatMap((line) => [...line.matchAll(IN_COMMENT)].map((match) => match[1] ?? ""))
        .filter((name) => !ELSEWHERE.has(name) && !isThere(name))
        .map((name) => `${file}: ${name}`);
    });
  expect(missing, "no such file; what is elsewhere on purpose stands in ELSEWHERE").toEqual([]);
});
