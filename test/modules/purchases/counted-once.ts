import type { DrawnCase } from "./drawn-purchases.ts";
import type { Outcome } from "./register-in-memory.ts";

/** What is wrong with how the purchases of a case were counted; empty: nothing. */
export function wrongs({ purchases }: DrawnCase, outcome: (name: string) => Outcome): string[] {
  return purchases.flatMap(({ shares, isOutside = false }, at) => {
    const told = Object.entries(shares).map(([name, share]) => ({ name, share, outcome: outcome(name) }));
    const counted = told.reduce((sum, row) => sum + (row.outcome === "counts" ? row.share : 0), 0);
    const waits = told.some((row) => row.outcome === "waits");
    const say = (what: string) => [
      `purchase ${at} ${what}: ${told.map((row) => `${row.name} ${row.outcome}`).join(", ")}`,
    ];
    if (isOutside) return counted < -0.1 || (counted > 0.1 && !waits) ? say("is none and counts") : [];
    if (counted > 1.1) return say("counts twice");
    return counted < 0.9 && !waits ? say("was swallowed") : [];
  });
}
