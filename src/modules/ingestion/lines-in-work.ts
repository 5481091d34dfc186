export interface LinesOptions<Read> {
  /** Lines that count against the bound; 0: what was read need not wait. */
  readonly linesOf: (read: Read) => number;
  /** One document with more lines than this is in work alone. */
  readonly lines_max: number;
}

/**
 * Bounds how many lines of documents are in memory at the same time, which is known only when a document was read. One
 * that comes while others have too many is let go and read again when its turn has come, in order: what waits keeps
 * nothing, and nobody who needs less overtakes.
 */
export function linesInWork<Read>({ linesOf, lines_max }: LinesOptions<Read>) {
  let taken = 0;
  const waiting: { readonly lines: number; readonly enter: () => void }[] = [];
  const fits = (lines: number): boolean => taken === 0 || taken + lines <= lines_max;
  const giveBack = (lines: number): void => {
    taken -= lines;
    for (let next = waiting[0]; next !== undefined && fits(next.lines); next = waiting[0]) {
      waiting.shift();
      taken += next.lines;
      next.enter();
    }
  };

  /** Returns the lines that must wait; what was read of them is gone with this call. */
  const attempt = async (read: () => Promise<Read>, use: (read: Read) => Promise<void>): Promise<number> => {
    const found = await read();
    const lines = linesOf(found);
    if (lines > 0 && (waiting.length > 0 || !fits(lines))) return lines;
    taken += lines;
    try {
      await use(found);
    } finally {
      giveBack(lines);
    }
    return 0;
  };

  return async (read: () => Promise<Read>, use: (read: Read) => Promise<void>): Promise<void> => {
    const lines = await attempt(read, use);
    if (lines === 0) return;
    // In the same turn it may have become free: whoever gave it back has seen nobody waiting.
    if (waiting.length === 0 && fits(lines)) taken += lines;
    else await new Promise<void>((enter) => waiting.push({ lines, enter }));
    try {
      await use(await read());
    } finally {
      giveBack(lines);
    }
  };
}
