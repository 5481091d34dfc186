export interface WeightedSemaphoreOptions<Read> {
  /** Lines that count against the bound; 0: what was read need not wait. */
  readonly weightOf: (read: Read) => number;
  /** One document with more lines than this is in work alone. */
  readonly weight_max: number;
}

/**
 * Bounds how many lines of documents are in memory at the same time, which is known only when a document was read. One
 * that comes while others have too many is let go and read again when its turn has come, in order: what waits keeps
 * nothing, and nobody who needs less overtakes.
 */
export function weightedSemaphore<Read>({ weightOf, weight_max }: WeightedSemaphoreOptions<Read>) {
  let taken = 0;
  const waiting: { readonly weight: number; readonly enter: () => void }[] = [];
  const fits = (weight: number): boolean => taken === 0 || taken + weight <= weight_max;
  const release = (weight: number): void => {
    taken -= weight;
    for (let next = waiting[0]; next !== undefined && fits(next.weight); next = waiting[0]) {
      waiting.shift();
      taken += next.weight;
      next.enter();
    }
  };

  /** Answers what `use` answers, or the lines that must wait; what was read of them is gone with this call. */
  const attempt = async <Result>(
    read: () => Promise<Read>,
    use: (read: Read) => Promise<Result>,
  ): Promise<{ readonly result: Result } | { readonly waiting_weight: number }> => {
    const outcome = await read();
    const weight = weightOf(outcome);
    if (weight > 0 && (waiting.length > 0 || !fits(weight))) return { waiting_weight: weight };
    taken += weight;
    try {
      return { result: await use(outcome) };
    } finally {
      release(weight);
    }
  };

  return async <Result>(read: () => Promise<Read>, use: (read: Read) => Promise<Result>): Promise<Result> => {
    const first = await attempt(read, use);
    if ("result" in first) return first.result;
    const { waiting_weight: weight } = first;
    // In the same turn it may have become free: whoever gave it back has seen nobody waiting.
    if (waiting.length === 0 && fits(weight)) taken += weight;
    else await new Promise<void>((enter) => waiting.push({ weight, enter }));
    try {
      return await use(await read());
    } finally {
      release(weight);
    }
  };
}
