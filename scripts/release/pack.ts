import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { productionLock } from "./production-lock.ts";

const manifestFile = z.looseObject({
  name: z.string(),
  version: z.string(),
  files: z.array(z.string()),
  scripts: z.looseObject({ start: z.string() }),
});

/** Files that npm packs without being told. */
const ALWAYS = ["README.md", "LICENSE"];

/** Tells the service of what it was built: its metrics and its traces say so. */
const REVISION = "REVISION";

export interface Packed {
  /** Name of the tarball in the target directory. */
  readonly name: string;
  /** CycloneDX description of what is in it and of what it is installed with, as JSON. */
  readonly sbom: string;
}

/**
 * Packs the release of a checkout into `target`: compiled anew, so that nothing of a deleted source is in it, with an
 * npm-shrinkwrap.json, from which `npm ci` in the unpacked tarball installs exactly the locked versions. (`npm install` of a
 * tarball that no registry announces does not look for one.) `npm pack` does the packing, in a directory that holds nothing
 * else; the registry is not asked.
 * @throws Error when the compiler, the build of the application or npm fails, whose own words are on the error stream
 */
export function packRelease(root: string, target: string): Packed {
  const staging = mkdtempSync(join(tmpdir(), "carbon-ledger-pack-"));
  try {
    const { files, scripts, devDependencies: _, ...manifest } = manifestFile.parse(readJson(root, "package.json"));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const project = ["-p", join(root, "tsconfig.build.json"), "--outDir", join(staging, "dist")];
    execFileSync(process.execPath, [compiler, ...project, "--sourceMap", "false", "--incremental", "false"], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const builder = join(root, "node_modules/vite/bin/vite.js");
    const application = ["build", join(root, "web"), "--outDir", join(staging, "dist/web"), "--logLevel", "warn"];
    execFileSync(process.execPath, [builder, ...application], {
      stdio: ["ignore", "inherit", "inherit"],
      // Whoever packs from a test or a watcher still ships what people are to run.
      env: { ...process.env, NODE_ENV: "production" },
    });
    for (const file of [...files, ...ALWAYS].filter((path) => path !== "dist")) {
      cpSync(join(root, file), join(staging, file), { recursive: true });
    }
    const revision = revisionOf(root);
    if (revision !== null) writeFileSync(join(staging, REVISION), `${revision}\n`);
    const released = { ...manifest, scripts: { start: scripts.start } };
    writeJson(staging, "package.json", released);
    writeJson(staging, "npm-shrinkwrap.json", productionLock(readJson(root, "package-lock.json"), released));
    mkdirSync(target, { recursive: true });
    const sbom = npm(staging, "sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only");
    npm(staging, "pack", "--ignore-scripts", "--pack-destination", target);
    return { name: `${manifest.name}-${manifest.version}.tgz`, sbom };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The commit of the checkout, with a word when it has changes; null where git does not know the folder. */
function revisionOf(root: string): string | null {
  try {
    const words = ["describe", "--always", "--exclude=*", "--abbrev=40", "--dirty"];
    return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

function npm(directory: string, ...words: readonly string[]): string {
  return execFileSync("npm", ["--loglevel=error", ...words], {
    cwd: directory,
    encoding: "utf8",
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function readJson(directory: string, name: string): unknown {
  return JSON.parse(readFileSync(join(directory, name), "utf8"));
}

function writeJson(directory: string, name: string, value: unknown): void {
  writeFileSync(join(directory, name), `${JSON.stringify(value, null, 2)}\n`);
}
