import type { z } from "zod";
import type { Context } from "../../core/context.ts";
import { selectNewestEvents } from "../audit/index.ts";
import type { PendingAllocationOfYear, PendingLine } from "../emissions/index.ts";
import { type restatementRecord, toScopeChanges } from "./restatement-record.ts";
import type { RestatementRow } from "./store.ts";

type RestatementView = z.input<typeof restatementRecord>;

/** What waits of a year: a line, or an allocation whose instruments are no longer what it rests on. */
export type Pending = Pick<PendingLine, "id" | "scopes"> & {
  readonly activity_id: string | null;
  readonly cause: PendingLine["cause"] | "energy_instrument";
};

/** An allocation that waits to be made anew, beside lines. */
export function ofAllocation({ id, scopes }: PendingAllocationOfYear): Pending {
  return { id, activity_id: null, cause: "energy_instrument", scopes };
}

/** What waits, as clients see it, with who decided it where somebody did; in the order given. */
export async function pendingViews(ctx: Context, lines: readonly Pending[]): Promise<RestatementView[]> {
  const corrections = await correctionsOf(ctx, lines);
  return lines.map(({ id, activity_id, cause, scopes }) => ({
    id,
    state: "pending",
    activity_id,
    energy_allocation_id: cause === "energy_instrument" ? id : null,
    cause,
    scopes: toScopeChanges(scopes),
    correction: corrections.get(activity_id ?? "") ?? null,
    reason: null,
    restated_by: null,
    restated_by_name: null,
    restated_at: null,
  }));
}

type Corrected = NonNullable<RestatementView["correction"]>;

/** Who decided what is pending because of a decision, when and why, by activity. */
async function correctionsOf(ctx: Context, lines: readonly Pending[]): Promise<ReadonlyMap<string, Corrected>> {
  const corrected = lines.flatMap(({ cause, activity_id }) =>
    (cause === "correction" || cause === "record") && activity_id !== null ? activity_id : [],
  );
  // Restating another year books what was decided before.
  const events = await selectNewestEvents(ctx.db, corrected, { except: ["activity.restated"] });
  return new Map(
    events.map(({ subject, action, payload, actor, actor_name, created_at }) => {
      const { reason } = payload;
      const why = typeof reason === "string" ? reason : null;
      const who = { corrected_by: actor, corrected_by_name: actor_name, corrected_at: created_at };
      return [subject, { action, reason: why, ...who }];
    }),
  );
}

/** What was changed, as clients see it. */
export function restatedView({ run_id: _run, created_at, scopes, ...row }: RestatementRow): RestatementView {
  return {
    ...row,
    state: "restated",
    energy_allocation_id: null,
    correction: null,
    scopes: toScopeChanges(scopes),
    restated_at: created_at,
  };
}
