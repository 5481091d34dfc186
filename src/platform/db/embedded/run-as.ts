import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Machine, thisMachine } from "./machine.ts";

/**
 * Who the server process runs as. PostgreSQL refuses to run as root, so root drops to "nobody"; everybody else already is that
 * user. Without numbers where users have none: pg_ctl sees to it there that the server has no administrator's rights.
 */
export type RunAs =
  | { readonly drops: true; readonly uid: number; readonly gid: number }
  | { readonly drops: false; readonly uid: number | null; readonly gid: number | null };

const NOBODY = 65_534;
const ROOT_FALLBACK = "/var/lib/carbon-ledger";

export function serverUser({ uid, gid }: Machine = thisMachine()): RunAs {
  return uid === 0 ? { uid: NOBODY, gid: NOBODY, drops: true } : { uid, gid, drops: false };
}

interface SpawnIdentity {
  readonly uid?: number;
  readonly gid?: number;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** Options for child processes of the server. The environment is minimal: PG* and locale variables must not leak in. */
export function spawnIdentity(user: RunAs): SpawnIdentity {
  // Windows: Node.js adds what programs need there (SystemRoot, PATH).
  if (user.uid === null) return { env: { LC_ALL: "C", TZ: "UTC" } };
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return user.drops ? { uid: user.uid, gid: user.gid, env, cwd: "/" } : { env, cwd: "/" };
}

/** Whether `user` can enter the directory and all above it, judged by mode bits; true where there are none. */
export function canEnter(user: RunAs, directory: string): boolean {
  if (user.uid === null) return true;
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

/** @throws Error when the data belongs to somebody else, as after a first start as root: the server would refuse it */
export function assertOwn(data: string, user: RunAs): void {
  const owner = statSync(data, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || user.uid === null || owner === user.uid) return;
  const runs = user.drops ? `runs as ${user.uid} (nobody), since this process is root` : `would run as ${user.uid}`;
  throw new Error(
    `The embedded database in ${data} belongs to the user number ${owner}, and the server ${runs}. Start it as the user that ` +
      "it was first started as, or give the new one all of DATA_DIR.",
  );
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
