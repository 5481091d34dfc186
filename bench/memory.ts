import { readdirSync, readFileSync } from "node:fs";

const PARENT = 1;

/**
 * Memory of a process and of its children in MiB: what each has for itself, and its share of what several have together
 * (proportional set size). Null where there is no /proc.
 */
export function proportionalMib(pid: number): number | null {
  const own = shareMib(pid);
  if (own === null) return null;
  return childrenOf(pid).reduce((sum, child) => sum + (shareMib(child) ?? 0), own);
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, "utf8") : "";
      const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[PARENT];
      return Number(parent) === pid ? [Number(name)] : [];
    } catch {
      // It has ended between the two looks.
      return [];
    }
  });
}

function shareMib(pid: number): number | null {
  try {
    const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}
