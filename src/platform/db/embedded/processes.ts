import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";

/** The processes of one server, as far as the platform lets them be told from others. */
export interface Processes {
  /** Whether the process is alive and the server of this data directory; believed where it cannot be told. */
  isServer(pid: number): boolean;
  /** Whether a process of a server whose first one has died may still work in the data directory. */
  mayBeLeft(): boolean;
}

const LOOK_UP_MS = 10_000;

/** Whether a process with this id exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
  } catch {
    // No /proc (macOS, Windows), or it ended just now.
    return process.platform !== "linux";
  }
}

export function processesOf(data: string, platform: NodeJS.Platform): Processes {
  return platform === "linux" ? byWorkingDirectory(data) : byCommandLine(data, platform);
}

/** Linux: each process of a server works in the data directory. */
function byWorkingDirectory(data: string): Processes {
  const here = realpathSync(data);
  return {
    isServer(pid) {
      if (!isAlive(pid)) return false;
      const directory = workingDirectory(pid);
      return directory === null || directory === here;
    },
    mayBeLeft() {
      const owner = statSync(data).uid;
      return readdirSync("/proc").some((entry) => {
        if (!/^\d+$/.test(entry)) return false;
        if (statSync(`/proc/${entry}`, { throwIfNoEntry: false })?.uid !== owner) return false;
        const directory = workingDirectory(Number(entry));
        return directory === null || directory === here;
      });
    },
  };
}

/** Empty for a process that has just ended or is a zombie, null when it may not be known. */
function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ENOENT" || code === "ESRCH" ? "" : null;
  }
}

/**
 * macOS and Windows: the command that the process was started with names the data directory. A process keeps its command, so
 * that each is asked for once.
 */
function byCommandLine(data: string, platform: NodeJS.Platform): Processes {
  const isServerByPid = new Map<number, boolean>();
  return {
    isServer(pid) {
      if (!isAlive(pid)) {
        isServerByPid.delete(pid);
        return false;
      }
      const isOfServer = isServerByPid.get(pid) ?? isCommandOfServer(commandLine(pid, platform), data);
      isServerByPid.set(pid, isOfServer);
      return isOfServer;
    },
    // What is left of a server holds its shared memory, and a new one refuses to start beside it.
    mayBeLeft: () => false,
  };
}

/** The program that tells a process's command line, and its arguments. */
export function commandLineQuery(pid: number, platform: NodeJS.Platform): { program: string; words: string[] } {
  if (platform !== "win32") return { program: "/bin/ps", words: ["-ww", "-o", "command=", "-p", String(pid)] };
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
  return { program: "powershell.exe", words: ["-NoProfile", "-NonInteractive", "-Command", query] };
}

/** Null when it cannot be known. */
function commandLine(pid: number, platform: NodeJS.Platform): string | null {
  const { program, words } = commandLineQuery(pid, platform);
  try {
    const told = execFileSync(program, words, { encoding: "utf8", timeout: LOOK_UP_MS, windowsHide: true }).trim();
    return told === "" ? null : told;
  } catch {
    return null;
  }
}

/**
 * Whether a command line is that of the server of a data directory; true also where it is not known, or where the path holds
 * letters that a listing may show in another way and the program is a PostgreSQL server.
 */
export function isCommandOfServer(command: string | null, data: string): boolean {
  if (command === null) return true;
  if (!/postgres/i.test(command)) return false;
  const plain = (path: string): string => path.replaceAll("\\", "/").toLowerCase();
  const isPlain = /^[\x20-\x7e]*$/.test(data);
  return !isPlain || plain(command).includes(plain(data));
}
