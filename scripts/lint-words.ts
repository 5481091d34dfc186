/**
 * Keeps words that the house has given up out of it: `npm run --silent lint:words`. `words/retired-words.json` has each with what
 * is said instead, where it may not stand (names in code, comments, the documents in docs/) and files that are excepted.
 * `words/terms.json` has the terms of the application, one each in Danish and English, and words that none of its texts has.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { catalogTexts } from "./words/catalog-texts.ts";
import { findRetiredWords, retiredWords } from "./words/find-retired-words.ts";
import { findTerms, readTerms } from "./words/find-terms.ts";

const root = join(import.meta.dirname, "..");
const words = retiredWords(readFileSync(join(import.meta.dirname, "words/retired-words.json"), "utf8"));
const patterns = ["src/*.ts", "web/*.ts", "test/*.ts", "scripts/*.ts", "bench/*.ts", "docs/*.md", "*.md"];
const files = execFileSync("git", ["ls-files", "-z", ...patterns], { cwd: root, encoding: "utf8" }).split("\0");
const found = files
  .filter((path) => path !== "" && path !== "CHANGELOG.md" && !path.startsWith("docs/reference/"))
  .flatMap((path) => findRetiredWords(words, path, readFileSync(join(root, path), "utf8")));
for (const { path, line, text, instead } of found) console.error(`${path}:${line} "${text}": say ${instead}`);

const terms = readTerms(readFileSync(join(import.meta.dirname, "words/terms.json"), "utf8"));
const catalogs = files.filter((path) => /^(?:web\/.*|src\/interfaces\/(?:web|oauth)\/[^/]*)texts\.ts$/.test(path));
const wrong: string[] = [];
for (const path of catalogs) {
  const catalog = (await import(pathToFileURL(join(root, path)).href)) as Readonly<Record<string, unknown>>;
  wrong.push(...findTerms(terms, catalogTexts(catalog)).map((sentence) => `${path} ${sentence}`));
}
for (const sentence of wrong) console.error(sentence);
if (found.length + wrong.length > 0) process.exitCode = 1;
