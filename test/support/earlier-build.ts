import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Program } from "./service-process.ts";

const root = join(import.meta.dirname, "../..");

export interface EarlierBuild {
  readonly program: Program;
  remove(): void;
}

/** Whether this is a checkout with the history up to a commit; an unpacked archive is none. */
export function hasCommit(commit: string): boolean {
  return spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).status === 0;
}

/**
 * The service as it was at a commit, compiled in a directory of its own. Its packages are those that are installed here, where
 * they are all of the locked versions; else they are installed for it.
 */
export function earlierBuild(commit: string): EarlierBuild {
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-earlier-"));
  // Root's database runs as "nobody", who must be able to enter.
  chmodSync(directory, 0o755);
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  execFileSync("tar", ["x", "-C", directory], { input: archive });
  if (hasPackagesOf(directory)) symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  else execFileSync("npm", ["ci", "--ignore-scripts", "--prefer-offline"], { cwd: directory, stdio: "ignore" });
  mkdirSync(join(directory, "dist"));
  const compiler = join(directory, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", join(directory, "tsconfig.build.json")], { stdio: "inherit" });
  return {
    program: {
      start: [process.execPath, join(directory, "dist/main.js")],
      cli: [process.execPath, join(directory, "dist/cli.js")],
      directory,
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

type Packages = Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;

function hasPackagesOf(directory: string): boolean {
  const wanted = packagesIn(join(directory, "package-lock.json"));
  const here = packagesIn(join(root, "node_modules/.package-lock.json"));
  return Object.entries(wanted).every(
    // Packages of other platforms are not installed.
    ([path, { version, optional }]) =>
      path === "" || here[path]?.version === version || (optional === true && !(path in here)),
  );
}

function packagesIn(path: string): Packages {
  // A lock file of npm, of which versions are compared.
  return (JSON.parse(readFileSync(path, "utf8")) as { packages: Packages }).packages;
}
