import { z } from "zod";
import type { Context, TenantTransaction } from "../../src/core/context.ts";
import { defineOperation, type Operation } from "../../src/core/operation.ts";

/** What a test makes of the work while it runs, and how often it was done. */
export interface DirectedWork {
  /** Thrown before anything is done, unless null. */
  failure: unknown;
  whileRunning: (() => Promise<void>) | null;
  inTransaction: ((tx: TenantTransaction) => Promise<void>) | null;
  /** Between the transaction and the answer. */
  afterTransaction: ((ctx: Context) => Promise<void>) | null;
  runs: number;
}

export const UNDISTURBED: Readonly<DirectedWork> = {
  failure: null,
  whileRunning: null,
  inTransaction: null,
  afterTransaction: null,
  runs: 0,
};

/** POST /test-counted: counts how often it did its work, in one transaction, and fails the way a test says. */
export function countedOperation(work: DirectedWork): Operation {
  return defineOperation({
    name: "test_counted",
    title: "Counted",
    description: "Counts how often it ran; does its work in one transaction.",
    layer: null,
    scope: null,
    access: "write",
    input: z.object({ note: z.string().max(9).optional() }),
    output: z.object({ runs: z.int() }),
    errors: [],
    emits: [],
    rest: { method: "POST", path: "/test-counted", status: 201 },
    tool: false,
    callers: "any",
    example: { input: {}, output: { runs: 1 } },
    async run(ctx) {
      await work.whileRunning?.();
      if (work.failure !== null) throw work.failure;
      const counted = await ctx.db.transaction(async (tx) => {
        await work.inTransaction?.(tx);
        work.runs += 1;
        return { runs: work.runs };
      });
      await work.afterTransaction?.(ctx);
      return counted;
    },
  });
}
