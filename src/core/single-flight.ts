/**
 * Makes `work` run at most once at a time. A call during a run makes it run once more afterwards, so that nothing that
 * happened before the call is missed; the promise resolves when no run is wanted any more.
 */
export function singleFlight(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;
  const runWhileWanted = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      // In the same turn as the check above: a call in between would be lost.
      running = null;
    }
  };
  return () => {
    isWanted = true;
    running ??= runWhileWanted();
    return running;
  };
}
