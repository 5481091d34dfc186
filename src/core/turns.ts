/** Longest work between two turns of the event loop, in milliseconds: of the order of a statement of the database, which is waited for meanwhile. */
const TURN_MS = 2;

/** Work that pauses where others may come in between, and answers at its end. */
export type Pausing<Result> = Generator<undefined, Result>;

/** Does the work without a pause. @throws whatever the work throws */
export function atOnce<Result>(work: Pausing<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/**
 * Does the work a few milliseconds at a time: answers of the database, files and requests that came meanwhile are seen to in
 * between. @throws whatever the work throws
 */
export async function inTurns<Result>(work: Pausing<Result>): Promise<Result> {
  let since = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() - since < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}
