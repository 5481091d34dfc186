import type { Random } from "./random.ts";
import { hostileValue } from "./values.ts";

/** Bodies that are no JSON, or JSON that no caller sends. */
export function jsonGarbage(random: Random): Buffer {
  const value = JSON.stringify(hostileValue(random)) ?? "null";
  return random.pick([
    Buffer.from("{"),
    Buffer.from("[".repeat(20_000)),
    Buffer.from(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`),
    Buffer.from(`{"name":${value},"name":${value}}`),
    Buffer.from('{"name":"\\ud800"}'),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from(`\ufeff{}`),
    Buffer.from("NaN"),
    Buffer.from(value),
    Buffer.from(`{"scopes":[${'"a",'.repeat(30_000)}"a"]}`),
    Buffer.alloc(random.pick([1, 1_000, 1_100_000]), 0x20),
    random.bytes(random.int(0, 200)),
  ]);
}
