const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/**
 * UUIDv7 (RFC 9562 5.7): 48 bits of Unix milliseconds, then random bits.
 * `random` must hold at least 10 unpredictable bytes; the first 6 bytes of the id order by creation time.
 */
export function uuidV7(unixMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  let rest = unixMs;
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  return uuidText(bytes, 7);
}

/** The UUID of a version (RFC 9562 4) that the first 16 of `bytes` make; six of their bits give way. */
export function uuidText(bytes: Uint8Array, version: 5 | 7 | 8): string {
  const uuidBytes = Buffer.from(bytes.subarray(0, 16));
  uuidBytes[6] = ((uuidBytes[6] ?? 0) & 0x0f) | (version << 4);
  uuidBytes[8] = ((uuidBytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = uuidBytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
