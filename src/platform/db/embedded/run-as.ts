import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Who the server process runs as. PostgreSQL refuses to run as root, so root drops to "nobody". */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
  /** False: this process already is that user. */
  readonly drops: boolean;
}

const NOBODY = 65_534;
const ROOT_FALLBACK = "/var/lib/carbon-ledger";

export function serverUser(): RunAs {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  return uid === 0 ? { uid: NOBODY, gid: NOBODY, drops: true } : { uid, gid, drops: false };
}

/** Options for child processes of the server. The environment is minimal: PG* and locale variables must not leak in. */
export function spawnIdentity(user: RunAs): { uid?: number; gid?: number; env: NodeJS.ProcessEnv; cwd: string } {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return user.drops ? { uid: user.uid, gid: user.gid, env, cwd: "/" } : { env, cwd: "/" };
}

/** Whether `user` can enter the directory and all above it, judged by mode bits. */
export function canEnter(user: RunAs, directory: string): boolean {
  for (let path = resolve(directory); ; path = dirname(path)) {
    const stats = statSync(path);
    const bit = stats.uid === user.uid ? 0o100 : stats.gid === user.gid ? 0o010 : 0o001;
    if ((stats.mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/**
 * The directory below `dataDir` that holds everything of the server. When root's data directory lies where "nobody"
 * cannot go (for example below /root), the server's part is kept in /var/lib/carbon-ledger and linked from it.
 */
export function serverHome(dataDir: string, user: RunAs): string {
  mkdirSync(dataDir, { recursive: true, mode: user.drops ? 0o711 : 0o700 });
  const home = join(resolve(dataDir), "postgres");
  const existing = linkedOrPlain(home);
  if (existing !== null) return existing;
  if (user.drops && (statSync(dataDir).mode & 0o001) === 0) {
    chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o001);
  }
  if (!user.drops || canEnter(user, dataDir)) {
    mkdirSync(home, { recursive: true, mode: 0o755 });
    return home;
  }
  return fallbackHome(home);
}

function linkedOrPlain(home: string): string | null {
  try {
    return resolve(dirname(home), readlinkSync(home));
  } catch {
    return statSync(home, { throwIfNoEntry: false })?.isDirectory() === true ? home : null;
  }
}

function fallbackHome(home: string): string {
  try {
    mkdirSync(ROOT_FALLBACK, { recursive: true, mode: 0o755 });
    const target = mkdtempSync(join(ROOT_FALLBACK, "postgres-"));
    chmodSync(target, 0o755);
    symlinkSync(target, home);
    return target;
  } catch (cause) {
    throw new Error(
      `The embedded database cannot run below ${dirname(home)}: as root it runs as the user "nobody", who cannot ` +
        `enter that directory, and ${ROOT_FALLBACK} is not writable. Set DATA_DIR to a directory that every user can ` +
        "enter, run as an ordinary user, or set DATABASE_URL.",
      { cause },
    );
  }
}
