import { randomFillSync } from "node:crypto";
import type { Clock, NewId } from "../core/context.ts";
import { uuidV7 } from "../core/ids.ts";

const RANDOM_BYTES = 10;
const BATCH = 256;

/**
 * UUIDv7 ids that never go backwards within this process, also when the clock does: within one millisecond the 12 bits
 * after the time count up, as RFC 9562 6.2 method 1 allows, and the time moves on when they are used up.
 */
export function idSource(clock: Clock): NewId {
  const pool = Buffer.alloc(RANDOM_BYTES * BATCH);
  let used = pool.length;
  let last_ms = 0;
  let counter = 0;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + RANDOM_BYTES);
    used += RANDOM_BYTES;
    const now_ms = clock.now().getTime();
    if (now_ms > last_ms) {
      last_ms = now_ms;
      // Starts in the lower half, so that many ids fit into the millisecond.
      counter = random.readUInt16BE(0) & 0x7ff;
    } else {
      counter += 1;
      if (counter > 0xfff) {
        last_ms += 1;
        counter = 0;
      }
    }
    random.writeUInt16BE(counter, 0);
    return uuidV7(last_ms, random);
  };
}
