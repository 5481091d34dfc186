import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Whether this machine lists its processes where they are looked up here. */
export const canListProcesses = existsSync("/proc/self/stat");

export interface ProcessState {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** CPU time that it has used, in hundredths of a second. */
  readonly ticks: number;
}

/** Places in /proc/<pid>/stat after the name of the program (proc(5)). */
const PARENT = 1;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** All processes that are alive now whose command line holds `word`. */
export function processesWith(word: string): ProcessState[] {
  return readdirSync("/proc").flatMap((name) => {
    const state = /^\d+$/.test(name) ? stateOf(Number(name)) : null;
    return state?.command.includes(word) === true ? [state] : [];
  });
}

function stateOf(pid: number): ProcessState | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return {
      pid,
      parent: Number(fields[PARENT]),
      command,
      ticks: Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]),
    };
  } catch {
    // It has ended between the two looks.
    return null;
  }
}
