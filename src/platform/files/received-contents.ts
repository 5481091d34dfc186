/** Contents that this process has received and sealed a moment ago, for the one that reads them next: mostly this process. */
export interface ReceivedContents {
  /** `name`: of the sealed file, which no other company's content has. */
  hold(name: string, bytes: Uint8Array): void;
  /** The content, which is not held any more then; null: it is not held, and to be read from the disk. */
  take(name: string): Uint8Array | null;
}

export interface ReceivedContentsLimits {
  /** All contents together, each with what holding it takes; the one that was held longest gives way. */
  readonly bytes_max: number;
  /** A content that nobody has taken is let go after this time, at most twice as long. */
  readonly held_ms: number;
}

/** What is held beside a content: its name, its place, the object. */
const BESIDE_BYTES = 512;

/** Opening, deciphering and closing a small file costs more than reading what is in it. */
export function receivedContents({ bytes_max, held_ms }: ReceivedContentsLimits): ReceivedContents {
  const held = new Map<string, Uint8Array>();
  let held_bytes = 0;
  /** Held since before the last look. */
  let old = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  const release = (name: string): Uint8Array | null => {
    const bytes = held.get(name);
    if (bytes === undefined) return null;
    held.delete(name);
    held_bytes -= bytes.length + BESIDE_BYTES;
    return bytes;
  };
  const look = (): void => {
    for (const name of old) release(name);
    old = new Set(held.keys());
    timer = held.size === 0 ? null : setTimeout(look, held_ms).unref();
  };
  return {
    hold(name, bytes) {
      release(name);
      if (bytes.length + BESIDE_BYTES > bytes_max) return;
      held.set(name, bytes);
      held_bytes += bytes.length + BESIDE_BYTES;
      for (const oldest of held.keys()) {
        if (held_bytes <= bytes_max) break;
        release(oldest);
      }
      old.delete(name);
      timer ??= setTimeout(look, held_ms).unref();
    },
    take: release,
  };
}
