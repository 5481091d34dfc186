import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What may have been let go since the last collection before another one is worth its pause of some 60 ms. */
const WORTH_BYTES = 96 * 1024 * 1024;

/**
 * For the moment before something else of this machine takes much memory: collects this thread's garbage when there may be
 * much of it. Left to itself the engine lets the heap grow to several times what is alive, and keeps that for a minute in
 * which nothing is allocated; collecting early all the time would slow down every answer.
 */
export function unusedHeap(): { giveBack(): void } {
  let collect: (() => void) | null = null;
  let alive_bytes = 0;
  return {
    giveBack() {
      if (usedBytes() - alive_bytes < WORTH_BYTES) return;
      collect ??= collector();
      collect();
      alive_bytes = usedBytes();
    },
  };
}

function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}

/** The engine's own function for this; it shows itself in contexts that are made while the flag is set. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  try {
    // With the flag set the name stands for a function of no required arguments in every engine that Node has had.
    return runInNewContext("gc") as () => void;
  } finally {
    setFlagsFromString("--no-expose-gc");
  }
}
