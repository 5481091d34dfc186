import { expect, test } from "vitest";
import { singleFlight } from "../../src/core/single-flight.ts";

test("work never overlaps, and every call is followed by a run that starts after it", async () => {
  let running = 0;
  let most = 0;
  let written = 0;
  let pending = 0;
  const run = singleFlight(async () => {
    running += 1;
    most = Math.max(most, running);
    const taken = pending;
    pending = 0;
    await Promise.resolve();
    written += taken;
    running -= 1;
  });
  const chains = Array.from({ length: 50 }, async (_, chain) => {
    for (let step = 0; step < 40; step += 1) {
      pending += 1;
      const done = run();
      // Chains fall out of step, so that calls also arrive while a run is just ending.
      for (let turn = 0; turn < (chain + step) % 5; turn += 1) await Promise.resolve();
      if (step % 7 === 0) await done;
    }
  });
  await Promise.all(chains);
  await run();
  expect(most).toBe(1);
  expect(written).toBe(2_000);
});

test("a failed run rejects for those who waited, and the next call runs again", async () => {
  let isBroken = true;
  const run = singleFlight(() => (isBroken ? Promise.reject(new Error("no")) : Promise.resolve()));
  await expect(run()).rejects.toThrow("no");
  isBroken = false;
  await expect(run()).resolves.toBeUndefined();
});
