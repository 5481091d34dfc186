/**
 * Makes a release of this checkout: `npm run --silent release`. The folder `release` then holds the tarball, its parts list
 * (CycloneDX), SHA256SUMS and the notes. What is not committed, and a version of which the changelog says nothing, is refused.
 * `npm run --silent release -- notes [<version>]` prints the notes of a version, `-- pack <directory>` makes the tarball alone,
 * of whatever lies here.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { notesOf } from "./release/notes.ts";
import { packRelease } from "./release/pack.ts";

const root = join(import.meta.dirname, "..");
const target = join(root, "release");

function ownVersion(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).version;
}

function readNotes(version: string): string {
  const notes = notesOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  if (notes !== null) return notes;
  return refuse(
    `CHANGELOG.md says nothing of ${version}: give what stands under "Unreleased" the heading "## ${version} - <date>", or ` +
      "set the version in package.json.",
  );
}

function assertCommitted(): void {
  const changes = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).trimEnd();
  if (changes !== "") refuse(`A release is made of what is committed, and this is not:\n${changes}`);
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function makeRelease(): void {
  const version = ownVersion();
  const notes = readNotes(version);
  assertCommitted();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const { name, sbom } = packRelease(root, target);
  const base = name.replace(/\.tgz$/, "");
  const written = { [`${base}.cdx.json`]: sbom, [`${base}.md`]: notes };
  for (const [file, text] of Object.entries(written)) writeFileSync(join(target, file), text);
  const sums = [name, ...Object.keys(written)].map((file) => {
    const sha256 = createHash("sha256")
      .update(readFileSync(join(target, file)))
      .digest("hex");
    return `${sha256}  ${file}\n`;
  });
  writeFileSync(join(target, "SHA256SUMS"), sums.join(""));
  console.log(`release/ holds ${[name, ...Object.keys(written), "SHA256SUMS"].join(", ")}`);
}

const [command, operand, ...rest] = process.argv.slice(2);
if (command === undefined) makeRelease();
else if (command === "notes" && rest.length === 0) process.stdout.write(readNotes(operand ?? ownVersion()));
else if (command === "pack" && operand !== undefined && rest.length === 0) {
  const directory = resolve(operand);
  console.log(join(directory, packRelease(root, directory).name));
} else {
  console.error("Usage: npm run --silent release [-- notes [<version>] | pack <directory>]");
  process.exitCode = 2;
}
