import { setMaxListeners } from "node:events";

/** A signal that ends by itself after a time, or with a parent. `end` must be called: it frees the timer and the parents. */
export interface Deadline {
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * Starts a deadline. After `milliseconds` the signal aborts with `reason()`, or earlier with the reason of the parent that
 * aborted. AbortSignal.any and AbortSignal.timeout are not used: a parent that lives as long as the service would keep
 * what hangs on them.
 */
export function startDeadline(
  milliseconds: number,
  reason: () => Error,
  parents: readonly (AbortSignal | undefined)[],
): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(reason()), milliseconds);
  const release = parents.flatMap((parent) => {
    if (parent === undefined) return [];
    // One per request that is under way: many, and each is removed again.
    setMaxListeners(0, parent);
    const follow = (): void => controller.abort(parent.reason);
    if (parent.aborted) follow();
    parent.addEventListener("abort", follow, { once: true });
    return [() => parent.removeEventListener("abort", follow)];
  });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      for (const free of release) free();
    },
  };
}
