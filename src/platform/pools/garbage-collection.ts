import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How much the heap may have grown since the last collection before another one is worth its pause of some 60 ms. */
const WORTH_BYTES = 96 * 1024 * 1024;

/**
 * For the moment before something else of this machine takes much memory: collects this thread's garbage when there may be
 * much of it. Left to itself the engine lets the heap grow to several times what is alive, and keeps that for a minute in
 * which nothing is allocated; collecting early all the time would slow down every answer.
 */
export function garbageCollector(): { collectGarbage(): void } {
  let collect: (() => void) | null = null;
  let left_bytes = 0;
  return {
    collectGarbage() {
      // The engine gives back on its own, too.
      left_bytes = Math.min(left_bytes, heldBytes());
      if (heldBytes() - left_bytes < WORTH_BYTES) return;
      collect ??= collector();
      collect();
      left_bytes = heldBytes();
    },
  };
}

/** What the heap has taken from the machine, in use or not. */
function heldBytes(): number {
  return getHeapStatistics().total_heap_size;
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
