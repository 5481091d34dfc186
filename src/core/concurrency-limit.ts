/** Runs at most `count` works at a time; the others wait in the order in which they came. */
export function concurrencyLimit(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line: nobody who comes now can take it.
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
